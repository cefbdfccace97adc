import { useCallback, useState } from 'react'
import type { ProofMode } from '../../../contract/proof-paths'
import { formatMoment } from '../../lib/format'
import type { SiteApi } from '../../lib/site-api'
import { useLoaded } from '../../lib/use-loaded'
import type { LogState, Witness } from './read-logs'

const UNREACHABLE: LogState = { kind: 'unreachable' }

/** Read on hydration and on request. */
export function LogNow({ api }: { api: Pick<SiteApi, 'readOpenFile'> }) {
  // The code that checks signatures is a lazy chunk. If it fails to load, nothing is known.
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
  // An older result says too little about now.
  const logs = failed ? { live: UNREACHABLE, test: UNREACHABLE } : value
  return (
    <section className="log-now" aria-labelledby="now">
      <h2 id="now">The logs now</h2>
      <noscript>
        <p className="hint">
          Scripts are off in your browser. The newest seal is in the file “checkpoint”, listed below.
        </p>
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
          {busy ? 'Checking...' : 'Check again'}
        </button>
      </p>
    </section>
  )
}

const heads = {
  live: { heading: 'TrustTags', text: 'Every real TrustTag.' },
  test: { heading: 'Tests and samples', text: 'A separate log. Its entries prove nothing about anyone.' },
} as const satisfies Record<ProofMode, { heading: string; text: string }>

interface LogCardProps {
  mode: ProofMode
  /** Null until loaded. */
  log: LogState | null
}

function LogCard({ mode, log }: LogCardProps) {
  const { heading, text } = heads[mode]
  return (
    <section className="card log-card" aria-labelledby={`log-${mode}`} aria-busy={log === null}>
      <h3 id={`log-${mode}`}>{heading}</h3>
      <p className="soft">{text}</p>
      {log === null ? <p className="awaited">Reading the log...</p> : <LogStatus {...log} />}
    </section>
  )
}

function LogStatus(log: LogState) {
  if (log.kind === 'unreachable')
    return <p>The log did not respond. This does not affect TrustTags: each is checked with its own proof.</p>
  if (log.kind === 'wrong')
    return (
      <p className="alert">
        The newest seal of this log is not signed correctly. Do not rely on the log until this is explained.
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
        <dt>Root: the hash over all entries</dt>
        <dd className="code log-root">{root}</dd>
      </div>
      <div>
        <dt>Issuer</dt>
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

/** Only independent witnesses show that we did not change the log ourselves. */
function countText(witnesses: readonly Witness[]): string {
  const independent = witnesses.filter(({ isSelfRun }) => !isSelfRun).length
  if (independent === 1) return 'One independent witness watches this log.'
  if (independent > 1) return `${independent} independent witnesses watch this log.`
  if (witnesses.length === 0) return 'No witness watches this log. Only we vouch for the time of an entry.'
  return 'No independent witness watches this log yet. We run the one below ourselves: it notices a mistake or a break-in, but not a deliberate change by us.'
}

function WitnessStatus({ confirmed, lastSize, lastTime, refuses }: Witness) {
  if (refuses)
    return 'It refuses to confirm the log: the new state does not extend what it saw before. Be careful with TrustTags issued since.'
  if (confirmed !== null)
    return (
      <>
        Confirmed the whole log on <Moment seconds={confirmed} />. Its signature was checked in your browser just now.
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
