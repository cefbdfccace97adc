import type { Pool } from 'pg'
import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { ApiError } from '../../domain/api-error'
import type { Clock } from '../../ports/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { toStoreError } from '../database/to-store-error'
import { CLOCK_APART_MAX_MS } from './clock-apart'

export interface PostgresRateLimiter extends RateLimiter {
  /** Deletes keys whose windows are over. */
  sweep(): Promise<void>
}

/**
 * Unlogged: it costs no disk writes that wait, and after a crash of the database the windows begin anew. Both statements are
 * one transaction: of processes that start together, the second would otherwise fail at the first one's half-made table.
 */
const TABLE = `select pg_advisory_xact_lock(7326445002);
create unlogged table if not exists rate_limit_uses (
  name text primary key, uses bigint[] not null, ends_at bigint not null
)`

const COUNTS = `used > $2::bigint - $3::bigint and used <= $2::bigint + ${CLOCK_APART_MAX_MS}`

/** One statement, so that uses of two processes at once wait for each other and both count. A refused use is not counted. */
const TAKE = `insert into rate_limit_uses as held (name, uses, ends_at) values ($1, array[$2::bigint], $2::bigint + $3::bigint)
  on conflict (name) do update set
    uses = array_append(array(select used from unnest(held.uses) used where ${COUNTS}), $2::bigint),
    ends_at = greatest(held.ends_at, excluded.ends_at)
  where (select count(*) from unnest(held.uses) used where ${COUNTS}) < $4
  returning name`

const GIVE_BACK = `update rate_limit_uses set uses = trim_array(uses, 1) where name = $1 and cardinality(uses) > 0`

const COUNT = `select coalesce(array(
    select used from unnest(uses) used where ${COUNTS} order by used
  ), '{}') as uses from rate_limit_uses where name = $1`

/**
 * Exact sliding windows that all processes on one database share: never more than `max` uses within any `windowSeconds`.
 *
 * @param options.factor multiplies every `max` (RATE_LIMIT_FACTOR)
 */
export async function createPostgresRateLimiter({
  pool,
  clock,
  factor,
}: {
  pool: Pool
  clock: Clock
  factor: number
}): Promise<PostgresRateLimiter> {
  const query = async (text: string, values: readonly unknown[] = []) =>
    pool.query<Record<string, unknown>>(text, values.length > 0 ? [...values] : undefined).catch((error: unknown) => {
      throw toStoreError(error)
    })
  const bounds = (limit: RateLimitName) => ({
    windowMs: rateLimits[limit].windowSeconds * 1000,
    max: rateLimits[limit].max * factor,
  })
  const listUses = async (limit: RateLimitName, key: string): Promise<number[]> => {
    const { rows } = await query(COUNT, [nameOf(limit, key), clock.now(), bounds(limit).windowMs])
    const uses: unknown = rows[0]?.['uses']
    return Array.isArray(uses) ? uses.map(Number) : []
  }
  await query(TABLE)
  return {
    async take(limit, key) {
      const { windowMs, max } = bounds(limit)
      const now = clock.now()
      const { rowCount } = await query(TAKE, [nameOf(limit, key), now, windowMs, max])
      if (rowCount === 1) return
      const uses = await listUses(limit, key)
      const oldest = uses[Math.max(0, uses.length - max)] ?? now
      const retryAfterSeconds = Math.max(1, Math.ceil((oldest + windowMs - now) / 1000))
      throw new ApiError('too-many-requests', { retryAfterSeconds })
    },

    allows: async (limit, key) => (await listUses(limit, key)).length < bounds(limit).max,

    async giveBack(limit, key) {
      await query(GIVE_BACK, [nameOf(limit, key)])
    },

    async clear(limit, key) {
      await query('delete from rate_limit_uses where name = $1', [nameOf(limit, key)])
    },

    async sweep() {
      await query('delete from rate_limit_uses where ends_at <= $1', [clock.now()])
    },
  }
}

const nameOf = (limit: RateLimitName, key: string): string => `${limit} ${key}`
