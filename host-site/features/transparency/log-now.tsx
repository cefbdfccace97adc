import { useCallback, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'
import { useLoaded } from '../../lib/use-loaded'
import { LogCard } from './log-card'
import type { LogState } from './read-logs'

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
