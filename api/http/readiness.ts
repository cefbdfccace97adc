import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Handler } from 'hono'
import type { Logger } from 'pino'
import { errors } from '../../contract/errors'
import type { Database } from '../database/db'
import { isDatabaseAway, openDatabaseProblem } from '../database/errors'
import { SharedRuns } from '../lib/concurrency'
import type { AppEnv } from './request'
import { defaultHeaders } from './responses'
import { listen, type ListeningServer } from './server'

/** Must work before a load balancer sends requests here. */
type ReadyPart = 'database' | 'migrations' | 'storage' | 'draining'

export interface Readiness {
  /** The failing parts; empty when ready. Never rejects; resolves within `CHECK_MAX_MS`. */
  look(): Promise<readonly ReadyPart[]>
  drain(): void
}

const CHECK_MAX_MS = 2_000
/** Otherwise `/ready` could be used to load the database. */
const CACHED_MS = 1_000

type Checks = readonly (() => Promise<readonly ReadyPart[]>)[]

/** @throws when it cannot be used */
interface Checked {
  check(): Promise<unknown>
}

export function createReadiness(
  { store, files, uploads }: { store: Pick<Database, 'isMigrated'>; files: Checked; uploads: Checked },
  { maxMs = CHECK_MAX_MS, cachedMs = CACHED_MS }: { maxMs?: number; cachedMs?: number } = {},
): Readiness {
  const checks: Checks = [
    oneAtATime(async () => ((await store.isMigrated()) ? [] : ['migrations']), 'database', maxMs),
    oneAtATime(async () => (await Promise.all([files.check(), uploads.check()]), []), 'storage', maxMs),
  ]
  let isDraining = false
  let last: { at: number; failing: Promise<readonly ReadyPart[]> } | null = null
  return {
    async look() {
      if (isDraining) return ['draining']
      const now = performance.now()
      if (last === null || now - last.at >= cachedMs) {
        last = { at: now, failing: Promise.all(checks.map((check) => check())).then((parts) => parts.flat()) }
      }
      const failing = await last.failing
      return isDraining ? ['draining'] : failing
    },
    drain: () => void (isDraining = true),
  }
}

/** A hanging check is not started again: such checks would pile up. */
function oneAtATime(
  check: () => Promise<readonly ReadyPart[]>,
  part: ReadyPart,
  maxMs: number,
): () => Promise<readonly ReadyPart[]> {
  const runs = new SharedRuns<readonly ReadyPart[]>()
  return async () => {
    const underWay = runs.run(() => check().catch(() => [part]))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<readonly ReadyPart[]>((resolve) => (timer = setTimeout(() => resolve([part]), maxMs)))
    return Promise.race([underWay, late]).finally(() => clearTimeout(timer))
  }
}

/** 200 `{"status":"ready"}`, or 503 `{"status":"unavailable","failing":[…]}` with names of parts only. */
export function ready(readiness: Readiness): Handler<AppEnv> {
  return async (context) => {
    const failing = await readiness.look()
    return failing.length === 0
      ? context.json({ status: 'ready' })
      : context.json({ status: 'unavailable', failing }, 503)
  }
}

/** 200 while the process runs. Checks nothing: a process that waits for its database must not be killed; see `/ready`. */
export const health: Handler<AppEnv> = (context) => context.json({ status: 'ok' })

const [RETRY_MIN_MS, RETRY_MAX_MS] = [250, 3_000]
/** Logged at once, then at doubling intervals. */
const [LOG_FIRST_MS, LOG_MAX_MS] = [10_000, 600_000]
const RETRY_AFTER_SECONDS = 5

interface WaitSettings {
  host: string
  ports: { api: number }
  urls: { api: string }
  databaseUrl: string | null
  trustProxyHops: number
}

export interface WaitOptions {
  config: WaitSettings
  log: Logger
  signal: AbortSignal | undefined
}

/**
 * Retries a start while PostgreSQL is away. Until then `/health` responds, `/ready` names the database, all else is 503.
 * @param start must close what it opened on failure; gets the listening server, or null on the first attempt
 * @throws errors that waiting does not fix, such as a wrong password; the signal's reason once aborted
 */
export async function startWithDatabase<T>(
  start: (server: ListeningServer | null) => Promise<T>,
  { config, log, signal }: WaitOptions,
): Promise<T> {
  const waitLog = createWaitLog(log)
  let server: ListeningServer | null = null
  try {
    for (let delay = RETRY_MIN_MS; ; delay = Math.min(delay * 1.5, RETRY_MAX_MS)) {
      try {
        const started = await unlessAborted(start(server), signal)
        waitLog.found()
        return started
      } catch (error) {
        if (signal?.aborted || config.databaseUrl === null || !isDatabaseAway(error)) throw error
        waitLog.away(openDatabaseProblem(error))
        server ??= await openServer(config)
        // Jitter: several processes may wait for the same server.
        await pause(delay * (0.5 + Math.random() / 2), undefined, { signal })
      }
    }
  } catch (error) {
    await server?.close(0)
    throw error
  }
}

/** A start may hang in an unanswered connection. */
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

/** Logs when the reason changes, then ever less often. */
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
      log.warn({ reason, waitedSeconds: seconds() }, 'waiting for the database of DATABASE_URL')
    },
    found(): void {
      if (last !== null) log.warn({ waitedSeconds: seconds() }, 'the database is available: starting')
    },
  }
}

function openServer({ host, ports, urls, trustProxyHops }: WaitSettings): Promise<ListeningServer> {
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
