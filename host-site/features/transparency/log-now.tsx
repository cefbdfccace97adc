import { useCallback, useState } from 'react'
import type { ProofMode } from '../../../contract/proof-paths'
import { formatMoment } from '../../lib/format'
import type { SiteApi } from '../../lib/site-api'
import { useLoaded } from '../../lib/use-loaded'
import type { LogState, Witness } from './read-logs'

const UNREACHABLE: LogState = { kind: 'unreachable' }

/** Both logs as they stand, looked at when the page comes to life and whenever somebody asks. */
export function LogNow({ api }: { api: Pick<SiteApi, 'readOpenFile'> }) {
  // What checks signatures comes after the page: nobody waits for it to read. Where it does not come, nothing is known.
  const load = useCallback(
    () =>
      import('./read-logs').then(
        ({ readLogs }) => readLogs(api),
        () => null,
      ),
    [api],
  )
  const { value, failed, reload } = useLoaded('logs', load)
  const [busy, setBusy] = useState(false)
  const lookAgain = async () => {
    setBusy(true)
    await reload()
    setBusy(false)
  }
  // An answer from before says nothing of now.
  const logs = failed ? { live: UNREACHABLE, test: UNREACHABLE } : value
  return (
    <section className="log-now" aria-labelledby="now">
      <h2 id="now">The logs now</h2>
      <noscript>
        <p className="hint">Your browser runs no script: the newest seal is in the file “checkpoint”, named below.</p>
      </noscript>
      <div className="log-cards">
        <LogCard mode="live" log={logs?.live ?? null} />
        <LogCard mode="test" log={logs?.test ?? null} />
      </div>
      <p className="actions">
        <button
          type="button"
          className="button quiet"
          aria-disabled={busy || undefined}
          onClick={() => !busy && void lookAgain()}
        >
          {busy ? 'Looking...' : 'Look again'}
        </button>
      </p>
    </section>
  )
}

const heads = {
  live: { heading: 'TrustTags', text: 'Every TrustTag that counts.' },
  test: { heading: 'Tests and samples', text: 'A log of their own: what stands in it proves nothing about anybody.' },
} as const satisfies Record<ProofMode, { heading: string; text: string }>

interface LogCardProps {
  mode: ProofMode
  /** Null while it is looked up. */
  log: LogState | null
}

/** Where one of the logs stands now. */
function LogCard({ mode, log }: LogCardProps) {
  const { heading, text } = heads[mode]
  return (
    <section className="card log-card" aria-labelledby={`log-${mode}`} aria-busy={log === null}>
      <h3 id={`log-${mode}`}>{heading}</h3>
      <p className="soft">{text}</p>
      {log === null ? <p className="awaited">Looking at the log...</p> : <LogStatus {...log} />}
    </section>
  )
}

function LogStatus(log: LogState) {
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

/** Who looks on, and how far each has come. */
function WitnessList({ witnesses }: { witnesses: readonly Witness[] }) {
  return (
    <>
      <p>{countText(witnesses)}</p>
      {witnesses.length > 0 && (
        <ul className="witnesses">
          {witnesses.map((witness) => (
            <li key={witness.name} data-refuses={witness.refuses || undefined}>
              <span className="code">{witness.name}</span>
              <span className="badge">{witness.isSelfRun ? 'Run by us' : 'Independent'}</span>
              <span className="soft">
                <WitnessStatus {...witness} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** How many are independent: only those show that we did not change the log ourselves. */
function countText(witnesses: readonly Witness[]): string {
  const independent = witnesses.filter(({ isSelfRun }) => !isSelfRun).length
  if (independent === 1) return 'One independent witness watches this log.'
  if (independent > 1) return `${independent} independent witnesses watch this log.`
  if (witnesses.length === 0) return 'No witness watches this log. The time of an entry is our word alone.'
  return 'No independent witness watches this log yet. The one below is run by ourselves: it notices a mistake or a break-in, not our own intent.'
}

function WitnessStatus({ confirmed, lastSize, lastTime, refuses }: Witness) {
  if (refuses)
    return 'It refuses to confirm the log: what it was shown does not continue what it saw before. Be careful with TrustTags issued since.'
  if (confirmed !== null)
    return (
      <>
        Confirmed all of it on <Moment seconds={confirmed} />. Its signature was checked in your browser just now.
      </>
    )
  if (lastSize === null) return 'It has not confirmed anything yet.'
  return (
    <>
      Confirmed the first {lastSize.toLocaleString('en')} entries
      {lastTime !== null && (
        <>
          {' '}
          on <Moment seconds={lastTime} />
        </>
      )}
      . The newest are not confirmed yet.
    </>
  )
}

function Moment({ seconds }: { seconds: number }) {
  const iso = new Date(seconds * 1000).toISOString()
  return <time dateTime={iso}>{formatMoment(iso)}</time>
}
