import type { Config } from '../../config'
import type { Clock } from '../../ports/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { createPostgresPool } from '../database/postgres-pool'
import { createMemoryRateLimiter } from './memory-rate-limiter'
import { createPostgresRateLimiter } from './postgres-rate-limiter'

/** Of its own: who waits for a place in the store's pool must not be let through uncounted. */
const POOL_SIZE = 4
const CONNECT_MAX_MS = 5_000
const STATEMENT_MAX_MS = 10_000
const SWEEP_MS = 60_000

export interface OpenRateLimiter {
  rateLimiter: RateLimiter
  close(): Promise<void>
}

/** Limits in memory where one process serves all, in the database where several share one. */
export async function openRateLimiter(
  { databaseUrl, rateLimitFactor: factor }: Pick<Config, 'databaseUrl' | 'rateLimitFactor'>,
  clock: Clock,
): Promise<OpenRateLimiter> {
  if (databaseUrl === null) return { rateLimiter: createMemoryRateLimiter({ clock, factor }), close: async () => {} }
  const pool = createPostgresPool({
    url: databaseUrl,
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_MAX_MS,
    name: 'limits',
    connectTimeoutMs: CONNECT_MAX_MS,
  })
  const rateLimiter = await createPostgresRateLimiter({ pool, clock, factor }).catch(async (error: unknown) => {
    // A start that fails because the database is away tries again.
    await pool.end()
    throw error
  })
  const sweep = setInterval(() => void rateLimiter.sweep().catch(() => {}), SWEEP_MS).unref()
  return {
    rateLimiter,
    close: async () => {
      clearInterval(sweep)
      await pool.end()
    },
  }
}
