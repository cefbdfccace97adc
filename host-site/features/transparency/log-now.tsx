import { useCallback, useState } from 'react'
import { type ProofMode, proofPaths } from '../../../contract/proof-paths'
import { formatMoment } from '../../lib/format'
import type { SiteApi } from '../../lib/site-api'
import { useLoaded } from '../../lib/use-loaded'
import type { LogState, Witness } from './read-logs'
import { Link } from 'wouter'
import { publicFiles } from '../../content/transparency'
import { useHydrated } from '../../lib/browser'
import { routes } from '../../paths'

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

export function CheckYourself({ api }: { api: Pick<SiteApi, 'addressOfFile'> }) {
  // The origin of the API is known only after hydration.
  const isHydrated = useHydrated()
  const addressOf = (path: string): string | null => (isHydrated ? api.addressOfFile(path) : null)
  return (
    <section className="explained" aria-labelledby="check">
      <h2 id="check">Check it yourself</h2>
      <div className="prose">
        <dl className="ways">
          <div>
            <dt>One TrustTag</dt>
            <dd>
              <Link href={routes.verify.path}>Enter its ID</Link>, or drop its file there. The check runs in your
              browser.
            </dd>
          </div>
          <div>
            <dt>One file, in a terminal</dt>
            <dd>
              Run our command: <Command text="npm run verify-tag -- file.json" />
              Other programs can check it too: it is an Open Badges 3.0 credential with W3C proofs.
            </dd>
          </div>
          <div>
            <dt>The whole log</dt>
            <dd>
              This reads every entry, rebuilds the tree and compares it with what it saw last time:
              <Command text={`npm run audit-log -- ${addressOf(proofPaths.live.log) ?? '<URL of the log>'}`} />
            </dd>
          </div>
          <div>
            <dt>From now on</dt>
            <dd>
              Anyone with a machine of their own can be a witness: <Command text="npm run witness" />
              Then <Link href={routes.contact.path}>write to us</Link>: we list independent witnesses by name.
            </dd>
          </div>
        </dl>
        <PublicFiles addressOf={addressOf} />
      </div>
    </section>
  )
}

/** @param addressOf returns null until hydrated */
function PublicFiles({ addressOf }: { addressOf: (path: string) => string | null }) {
  return (
    <>
      <h3>The files behind it</h3>
      <p>
        Anyone can fetch them without a key. Those of tests and samples are in{' '}
        <span className="code">{proofPaths.test.log}</span>.
      </p>
      <ul className="public-files">
        {publicFiles.map(({ path, text }) => {
          const address = addressOf(path)
          return (
            <li key={path}>
              {address === null ? <span className="code">{path}</span> : <FileLink {...{ address, path }} />}
              <span className="soft">{text}</span>
            </li>
          )
        })}
      </ul>
      <p>
        The log is stored in tiles, as <a href="https://c2sp.org/tlog-tiles">c2sp.org/tlog-tiles</a> specifies: the
        hashes of the tree from <span className="code">tile/0/000</span> on, the entries from{' '}
        <span className="code">tile/entries/000</span> on, 256 per file.
      </p>
    </>
  )
}

const FileLink = ({ address, path }: { address: string; path: string }) => (
  <a className="code" href={address}>
    {path}
  </a>
)

const Command = ({ text }: { text: string }) => <code className="command">{text}</code>
