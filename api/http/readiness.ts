import { performance } from 'node:perf_hooks'
import type { Services } from '../ports/services'
import type { Handler } from 'hono'
import type { AppEnv } from './request'

/** What must work before requests are sent to this process. */
export type ReadyPart = 'database' | 'migrations' | 'storage' | 'draining'

export interface Readiness {
  /** What does not work; nothing of it: requests can come. Never rejects, and answers within the time of a check. */
  look(): Promise<readonly ReadyPart[]>
  /** From now on requests should go elsewhere. */
  drain(): void
}

/** An answer that takes longer helps nobody who waits for a page. */
const CHECK_MAX_MS = 2_000
/** Whoever asks more often is told the same again: asking must be no way to load the database. */
const KEPT_MS = 1_000

type Checks = readonly (() => Promise<readonly ReadyPart[]>)[]

/** @param times for tests */
export function createReadiness(
  { store, files, uploads }: Pick<Services, 'store' | 'files' | 'uploads'>,
  { maxMs = CHECK_MAX_MS, keptMs = KEPT_MS }: { maxMs?: number; keptMs?: number } = {},
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
      if (last === null || now - last.at >= keptMs) {
        last = { at: now, failing: Promise.all(checks.map((check) => check())).then((parts) => parts.flat()) }
      }
      const failing = await last.failing
      return isDraining ? ['draining'] : failing
    },
    drain: () => void (isDraining = true),
  }
}

/** A check that hangs is not begun again: of those who wait for a connection there would be more and more. */
function oneAtATime(
  check: () => Promise<readonly ReadyPart[]>,
  part: ReadyPart,
  maxMs: number,
): () => Promise<readonly ReadyPart[]> {
  let underWay: Promise<readonly ReadyPart[]> | null = null
  return async () => {
    underWay ??= check()
      .catch(() => [part])
      .finally(() => (underWay = null))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<readonly ReadyPart[]>((resolve) => (timer = setTimeout(() => resolve([part]), maxMs)))
    return Promise.race([underWay, late]).finally(() => clearTimeout(timer))
  }
}

/** `GET /ready`: 200 `{"status":"ready"}`, or 503 `{"status":"unavailable","failing":[…]}` with the names of parts, and no more. */
export function ready(readiness: Readiness): Handler<AppEnv> {
  return async (context) => {
    const failing = await readiness.look()
    return failing.length === 0
      ? context.json({ status: 'ready' })
      : context.json({ status: 'unavailable', failing }, 503)
  }
}

/**
 * `GET /health`: 200 `{"status":"ok"}` as long as the process answers at all. It asks nobody: a database that is away is no
 * reason to kill a process that waits for it. Whether requests are to be sent here, `/ready` says.
 */
export const health: Handler<AppEnv> = (context) => context.json({ status: 'ok' })
