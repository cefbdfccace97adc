import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { errors } from '../../contract/errors'
import { isDatabaseAway, openDatabaseProblem } from '../database/errors'
import type { Config } from '../config'
import { listen } from './server'
import type { ListeningServer } from './server'
import { defaultHeaders } from './responses'

/** A database that comes back is noticed within so many milliseconds; the first look is soon, the later ones cost little. */
const [RETRY_MIN_MS, RETRY_MAX_MS] = [250, 3_000]
/** The wait is logged at once, then each time it has lasted twice as long, and at least so often. */
const [LOG_FIRST_MS, LOG_MAX_MS] = [10_000, 600_000]
const RETRY_AFTER_SECONDS = 5

export interface WaitOptions {
  config: Pick<Config, 'host' | 'ports' | 'urls' | 'databaseUrl' | 'trustProxyHops'>
  log: Logger
  /** Ends the start at once. */
  signal: AbortSignal | undefined
}

/**
 * Runs a start, and runs it again while PostgreSQL is away. After the first failure the API's port is open: `/health` answers,
 * `/ready` names the database, everything else is 503.
 *
 * @param start must close what it opened when it fails; gets the server that listens, or null on the first try
 * @throws what waiting does not fix: a wrong password for one; the signal's reason once it is aborted
 */
export async function startWithDatabase<T>(
  start: (server: ListeningServer | null) => Promise<T>,
  { config, log, signal }: WaitOptions,
): Promise<T> {
  const tell = createWaitLog(log)
  let server: ListeningServer | null = null
  try {
    for (let delay = RETRY_MIN_MS; ; delay = Math.min(delay * 1.5, RETRY_MAX_MS)) {
      try {
        const started = await unlessAborted(start(server), signal)
        tell.found()
        return started
      } catch (error) {
        if (signal?.aborted || config.databaseUrl === null || !isDatabaseAway(error)) throw error
        tell.away(openDatabaseProblem(error))
        server ??= await openServer(config)
        // Processes that wait for the same server do not all come at the same moment.
        await pause(delay * (0.5 + Math.random() / 2), undefined, { signal })
      }
    }
  } catch (error) {
    await server?.close(0)
    throw error
  }
}

/** The start itself may hang in a connection that nobody answers. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}

/** One line at once and whenever the reason changes, then ever fewer. */
export function createWaitLog(log: Pick<Logger, 'warn'>, now: () => number = Date.now) {
  const beganAt = now()
  let last: string | null = null
  let next = 0
  const seconds = () => Math.round((now() - beganAt) / 1000)
  return {
    away(reason: string | null): void {
      const waited = now() - beganAt
      if (reason === last && waited < next) return
      last = reason
      next = waited + Math.min(Math.max(waited, LOG_FIRST_MS), LOG_MAX_MS)
      log.warn({ reason, waitedSeconds: seconds() }, 'the start waits for the database of DATABASE_URL')
    },
    found(): void {
      if (last !== null) log.warn({ waitedSeconds: seconds() }, 'the database is there: the start goes on')
    },
  }
}

function openServer({ host, ports, urls, trustProxyHops }: WaitOptions['config']): Promise<ListeningServer> {
  const https = urls.api.startsWith('https:')
  const headers = defaultHeaders(https)
  return listen(
    (request: Request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/health') return Response.json({ status: 'ok' }, { headers })
      if (pathname === '/ready')
        return Response.json({ status: 'unavailable', failing: ['database'] }, { status: 503, headers })
      const { status, message } = errors['service-unavailable']
      const retry = { 'Retry-After': String(RETRY_AFTER_SECONDS) }
      return Response.json({ code: 'service-unavailable', message }, { status, headers: { ...headers, ...retry } })
    },
    { host, port: ports.api, https, trustProxyHops },
  )
}
