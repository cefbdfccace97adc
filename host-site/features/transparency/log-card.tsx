import type { ProofMode } from '../../../contract/proof-paths'
import type { LogState } from './read-logs'
import { WitnessList } from './witness-list'

const heads = {
  live: { heading: 'TrustTags', text: 'Every TrustTag that counts.' },
  test: { heading: 'Tests and samples', text: 'A log of their own: what stands in it proves nothing about anybody.' },
} as const satisfies Record<ProofMode, { heading: string; text: string }>

export interface LogCardProps {
  mode: ProofMode
  /** Null while it is looked up. */
  log: LogState | null
}

/** Where one of the logs stands now. */
export function LogCard({ mode, log }: LogCardProps) {
  const { heading, text } = heads[mode]
  return (
    <section className="card log-card" aria-labelledby={`log-${mode}`} aria-busy={log === null}>
      <h3 id={`log-${mode}`}>{heading}</h3>
      <p className="soft">{text}</p>
      {log === null ? <p className="awaited">Looking at the log...</p> : <Standing {...log} />}
    </section>
  )
}

function Standing(log: LogState) {
  if (log.kind === 'unreachable')
    return <p>The log did not answer. That says nothing about TrustTags: each is checked with its own proof.</p>
  if (log.kind === 'wrong')
    return (
      <p className="alert">
        The newest seal of this log is not signed as it has to be. Do not rely on it before this is explained.
      </p>
    )
  return (
    <>
      {log.kind === 'empty' ? <p>Empty so far: nothing has been issued.</p> : <Seal {...log} />}
      <WitnessList witnesses={log.witnesses} />
    </>
  )
}

function Seal({ size, root, issuer, origin }: Extract<LogState, { kind: 'live' }>) {
  return (
    <dl className="details">
      <div>
        <dt>Entries</dt>
        <dd className="log-size">{size.toLocaleString('en')}</dd>
      </div>
      <div>
        <dt>Root: the hash over all of them</dt>
        <dd className="code log-root">{root}</dd>
      </div>
      <div>
        <dt>Who issues what stands in it</dt>
        <dd className="code log-root">{issuer}</dd>
      </div>
      <div>
        <dt>Signed by the log</dt>
        <dd>
          <span className="code log-root">{origin}</span>
          <span className="soft">, checked in your browser just now</span>
        </dd>
      </div>
    </dl>
  )
}
