import type { Logger } from 'pino'
import type { Config } from '../../config'
import type { Clock } from '../../lib/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { createPostgresPool } from '../../database/postgres-pool'
import { createMemoryRateLimiter } from './memory-rate-limiter'
import { createPostgresCounters } from './postgres-counters'
import { createRedisCounters } from './redis-counters'
import { createSharedRateLimiter } from './shared-rate-limiter'
import type { SharedCounters } from './shared-rate-limiter'

/** Its own pool: a request that waits for a connection of the store's pool must not pass uncounted. */
const POOL_SIZE = 4
const CONNECT_MAX_MS = 5_000
const STATEMENT_MAX_MS = 10_000
const SWEEP_MS = 60_000

export interface OpenRateLimiter {
  rateLimiter: RateLimiter
  close(): Promise<void>
}

type LimitSettings = Pick<Config, 'databaseUrl' | 'redisUrl' | 'rateLimitFactor'>

/** Limits in memory where one process serves all; in Redis or PostgreSQL where several processes share them. */
export async function openRateLimiter(
  { databaseUrl, redisUrl, rateLimitFactor: factor }: LimitSettings,
  { clock, log }: { clock: Clock; log: Logger },
): Promise<OpenRateLimiter> {
  if (redisUrl !== null) return shared(await openRedis(redisUrl, log), { clock, factor })
  if (databaseUrl !== null) return shared(await openPostgres(databaseUrl, clock), { clock, factor })
  return { rateLimiter: createMemoryRateLimiter({ clock, factor }), close: async () => {} }
}

interface OpenCounters {
  counters: SharedCounters
  close(): Promise<void>
}

function shared(opened: OpenCounters, options: { clock: Clock; factor: number }): OpenRateLimiter {
  const rateLimiter = createSharedRateLimiter({ counters: opened.counters, ...options })
  return {
    rateLimiter,
    close: async () => {
      await rateLimiter.close()
      await opened.close()
    },
  }
}

async function openPostgres(databaseUrl: string, clock: Clock): Promise<OpenCounters> {
  const pool = createPostgresPool({
    url: databaseUrl,
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_MAX_MS,
    name: 'limits',
    connectTimeoutMs: CONNECT_MAX_MS,
  })
  const counters = await createPostgresCounters(pool).catch(async (error: unknown) => {
    // A start that fails because the database is away tries again.
    await pool.end()
    throw error
  })
  const sweep = setInterval(() => void counters.sweep(clock.now()).catch(() => {}), SWEEP_MS).unref()
  return {
    counters,
    close: async () => {
      clearInterval(sweep)
      await pool.end()
    },
  }
}

/** One line when it goes away, and one when it is back. */
async function openRedis(redisUrl: string, log: Logger): Promise<OpenCounters> {
  const counters = await createRedisCounters(redisUrl, {
    onLost: (error) => log.warn({ error: error.message }, 'Redis is away: limits that must be exact answer 503'),
    onReady: () => log.info('Redis counts the limits'),
  })
  return { counters, close: () => counters.close() }
}
