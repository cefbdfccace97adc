import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, defineScript } from '@redis/client'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { toStoreError } from '../../database/errors'
import { createPostgresPool } from '../../database/postgres-pool'
import type { Clock } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { Counter, RateLimiter } from './limiter'
import { CLOCK_SKEW_MAX_MS, createMemoryRateLimiter } from './memory'
import { createSharedRateLimiter, type SharedCounters, type Slots } from './shared'

/** A separate pool: requests that wait for the store's pool must be counted first. */
const POOL_SIZE = 4
const CONNECT_MAX_MS = 5_000
const STATEMENT_MAX_MS = 10_000
const SWEEP_MS = 60_000

export interface OpenRateLimiter {
  rateLimiter: RateLimiter
  close(): Promise<void>
}

interface LimitSettings {
  databaseUrl: string | null
  redisUrl: string | null
  rateLimitFactor: number
}

/** In memory for one process; in Redis or PostgreSQL for several. */
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
    // The start is retried while the database is away.
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

/** Logs one line per lost and restored connection. */
async function openRedis(redisUrl: string, log: Logger): Promise<OpenCounters> {
  const counters = await createRedisCounters(redisUrl, {
    onLost: (error) => log.warn({ error: error.message }, 'Redis is unreachable: requests under exact limits get 503'),
    onReady: () => log.info('Redis counts the rate limits'),
  })
  return { counters, close: () => counters.close() }
}

export interface PostgresCounters extends SharedCounters {
  sweep(now: number): Promise<void>
}

/**
 * Unlogged: no write waits for the disk; after a crash the windows restart. One transaction, because processes that start together would
 * see a half-created table.
 */
const TABLES = `select pg_advisory_xact_lock(7326445002);
create unlogged table if not exists rate_limit_uses (
  name text primary key, uses bigint[] not null, ends_at bigint not null
);
create unlogged table if not exists rate_limit_shares (
  name text not null, slot bigint not null, uses bigint not null, ends_at bigint not null, primary key (name, slot)
)`

const COUNTS = `used > $2::bigint - $3::bigint and used <= $2::bigint + ${CLOCK_SKEW_MAX_MS}`

/** One statement, so concurrent uses of two processes both count. Counters are locked from narrow to wide: no deadlocks. */
const TAKE_SQL = `insert into rate_limit_uses as held (name, uses, ends_at)
  select asked.name, array[$2::bigint], $2::bigint + $3::bigint
    from unnest($1::text[]) with ordinality as asked (name, place) order by place
  on conflict (name) do update set
    uses = array_append(array(select used from unnest(held.uses) used where ${COUNTS}), $2::bigint),
    ends_at = greatest(held.ends_at, excluded.ends_at)
  where (select count(*) from unnest(held.uses) used where ${COUNTS})
    < ($4::bigint[])[array_position($1::text[], held.name)]
  returning name`

/** Locks in the order of `TAKE`: no deadlock between a use and a refund. */
const REFUND = `with locked as (
    select held.name from rate_limit_uses held
      join unnest($1::text[]) with ordinality as asked (name, place) on held.name = asked.name
      where cardinality(held.uses) > 0 order by asked.place for update of held
  )
  update rate_limit_uses set uses = trim_array(uses, 1)
    where name in (select name from locked) and cardinality(uses) > 0`

const COUNT = `select name, array(select used from unnest(uses) used where ${COUNTS} order by used) as uses
  from rate_limit_uses where name = any ($1::text[])`

/** Returns the totals before the addition. Rows are locked in one order. */
const EXCHANGE_SQL = `with added as (
    insert into rate_limit_shares as held (name, slot, uses, ends_at)
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as sent (name, slot, uses, ends_at)
      order by name, slot
    on conflict (name, slot) do update set uses = held.uses + excluded.uses
  )
  select shares.name, shares.slot, shares.uses from rate_limit_shares shares
    join unnest($5::text[], $6::bigint[]) as asked (name, oldest) on shares.name = asked.name and shares.slot >= asked.oldest`

/** SKIP LOCKED: busy rows are left to the next sweep. */
const sweepOf = (table: string) =>
  `delete from ${table} where ctid in (select ctid from ${table} where ends_at <= $1 for update skip locked)`

export async function createPostgresCounters(pool: Pool): Promise<PostgresCounters> {
  const query = async (text: string, values: readonly unknown[] = []) =>
    pool.query<Record<string, unknown>>(text, values.length > 0 ? [...values] : undefined).catch((error: unknown) => {
      throw toStoreError(error)
    })
  const readUses = async (names: readonly string[], windowMs: number, now: number) => {
    const { rows } = await query(COUNT, [names, now, windowMs])
    return new Map(rows.map(({ name, uses }) => [String(name), Array.isArray(uses) ? uses.map(Number) : []]))
  }
  const refund = async (names: readonly string[]) => void (await query(REFUND, [names]))
  await query(TABLES)
  return {
    async take({ counters, windowMs }, now) {
      const names = counters.map(({ name }) => name)
      const { rows } = await query(TAKE_SQL, [names, now, windowMs, counters.map(({ max }) => max)])
      if (rows.length === counters.length) return 0
      const counted = rows.map(({ name }) => String(name))
      if (counted.length > 0) await refund(counted)
      const uses = await readUses(names, windowMs, now)
      const full = counters.filter(({ name }) => !counted.includes(name))
      return Math.max(1, ...full.map((counter) => (usedAt(counter, uses) ?? now) + windowMs - now))
    },

    async haveRoom({ counters, windowMs }, now) {
      const names = counters.map(({ name }) => name)
      const uses = await readUses(names, windowMs, now)
      return counters.every(({ name, max }) => (uses.get(name)?.length ?? 0) < max)
    },

    refund,

    async clear(name) {
      await query('delete from rate_limit_uses where name = $1', [name])
    },

    async exchange(sent, now) {
      const added = sent.flatMap(({ name, added: slots, keepMs }) =>
        [...slots].map(([slot, uses]) => ({ name, slot, uses, endsAt: now + keepMs })),
      )
      const { rows } = await query(EXCHANGE_SQL, [
        ...columnsOf(added, ['name', 'slot', 'uses', 'endsAt']),
        ...columnsOf(sent, ['name', 'oldestSlot']),
      ])
      return sumUp([
        ...rows.map((row) => [String(row['name']), Number(row['slot']), Number(row['uses'])] as const),
        ...added.map(({ name, slot, uses }) => [name, slot, uses] as const),
      ])
    },

    async sweep(now) {
      for (const table of ['rate_limit_uses', 'rate_limit_shares']) await query(sweepOf(table), [now])
    },
  }
}

/** The use that has to leave the window before another one fits. */
function usedAt({ name, max }: Counter, uses: ReadonlyMap<string, readonly number[]>): number | undefined {
  const times = uses.get(name) ?? []
  return times[Math.max(0, times.length - max)]
}

/** One array per column, as `unnest` takes them. */
const columnsOf = <Row>(rows: readonly Row[], names: readonly (keyof Row)[]): Row[keyof Row][][] =>
  names.map((name) => rows.map((row) => row[name]))

function sumUp(rows: readonly (readonly [name: string, slot: number, uses: number])[]): ReadonlyMap<string, Slots> {
  const totals = new Map<string, Map<number, number>>()
  for (const [name, slot, uses] of rows) {
    const slots = totals.get(name) ?? new Map<number, number>()
    totals.set(name, slots.set(slot, (slots.get(slot) ?? 0) + uses))
  }
  return totals
}

export interface RedisCounters extends SharedCounters {
  close(): Promise<void>
}

/** Called once per lost or made connection. */
export interface ConnectionWatch {
  onLost(error: Error): void
  onReady(): void
}

const PREFIX = 'membership:limit:'
const COMMAND_MAX_MS = 5_000
const RECONNECT_MAX_MS = 2_000
/** The client keeps trying afterwards. */
const START_MAX_MS = 3_000

/** A sorted set of uses by time. All counters are checked before one counts the use. */
const TAKE_SCRIPT = `local now, window, skew = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%d', now - window))
  redis.call('ZREMRANGEBYSCORE', key, string.format('(%d', now + skew), '+inf')
  local max = tonumber(ARGV[4 + i])
  local count = redis.call('ZCARD', key)
  if count >= max then
    local oldest = redis.call('ZRANGE', key, count - max, count - max, 'WITHSCORES')[2]
    return math.max(1, tonumber(oldest) + window - now)
  end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, ARGV[1], ARGV[4])
  redis.call('PEXPIRE', key, window + skew)
end
return 0`

/** A hash of uses by slot. ARGV: oldest valid slot, milliseconds to keep, then pairs of slot and uses. */
const EXCHANGE_SCRIPT = `for i = 3, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) end
local all, live = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  if tonumber(all[i]) < tonumber(ARGV[1]) then
    redis.call('HDEL', KEYS[1], all[i])
  else
    live[#live + 1] = tonumber(all[i])
    live[#live + 1] = tonumber(all[i + 1])
  end
end
if #ARGV > 2 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return live`

const scripts = {
  takeUse: defineScript({
    SCRIPT: TAKE_SCRIPT,
    parseCommand(parser, keys: string[], values: string[]) {
      parser.pushKeysLength(keys)
      parser.push(...values)
    },
    transformReply: Number,
  }),
  exchangeUses: defineScript({
    SCRIPT: EXCHANGE_SCRIPT,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, key: string, values: string[]) {
      parser.pushKey(key)
      parser.push(...values)
    },
    transformReply: (reply: number[]): number[] => reply.map(Number),
  }),
}

/**
 * Throws `service-unavailable` while the server is away; the client keeps reconnecting.
 * @param url `redis://` or `rediss://` with user, password and database, as for `redis-cli -u`
 */
export async function createRedisCounters(url: string, watch: ConnectionWatch): Promise<RedisCounters> {
  const client = await connect(url, watch)
  const range = (now: number, windowMs: number) => [`(${now - windowMs}`, String(now + CLOCK_SKEW_MAX_MS)] as const
  return {
    take: ({ counters, windowMs }, now) =>
      ask(() =>
        client.takeUse(
          counters.map(({ name }) => keyOf(name)),
          [now, windowMs, CLOCK_SKEW_MAX_MS, randomUUID(), ...counters.map(({ max }) => max)].map(String),
        ),
      ),

    haveRoom: ({ counters, windowMs }, now) =>
      ask(async () => {
        const counts = counters.map(({ name }) => client.zCount(keyOf(name), ...range(now, windowMs)))
        return (await Promise.all(counts)).every((count, index) => count < (counters[index]?.max ?? 0))
      }),

    refund: (names) => ask(async () => void (await Promise.all(names.map((name) => client.zPopMax(keyOf(name)))))),

    clear: (name) => ask(async () => void (await client.del(keyOf(name)))),

    exchange: (sent) =>
      ask(async () => {
        const answers = sent.map(async ({ name, added, oldestSlot, keepMs }) => {
          const values = [oldestSlot, keepMs, ...[...added].flat()].map(String)
          return [name, toSlots(await client.exchangeUses(`${keyOf(name)}:shared`, values))] as const
        })
        return new Map(await Promise.all(answers))
      }),

    close: async () => (client.isReady ? client.close() : client.destroy()),
  }
}

const keyOf = (name: string): string => `${PREFIX}${name}`

/** Waits up to `START_MAX_MS` for the first connection. */
async function connect(url: string, watch: ConnectionWatch) {
  const client = createClient({
    url,
    scripts,
    // A request must not hang until the connection returns.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MAX_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 6), RECONNECT_MAX_MS),
    },
  })
  let isLost = false
  client.on('error', (error: Error) => {
    if (!isLost) watch.onLost(error)
    isLost = true
  })
  client.on('ready', () => {
    isLost = false
    watch.onReady()
  })
  // Reported as an event and retried.
  const connected = client.connect().catch(() => {})
  await Promise.race([connected, pause(START_MAX_MS, undefined, { ref: false })])
  return client
}

/** @throws ApiError `service-unavailable` when the server fails, is away or takes longer than `COMMAND_MAX_MS` */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis timed out.')), COMMAND_MAX_MS)
  })
  try {
    return await Promise.race([work(), late])
  } catch (error) {
    throw new ApiError('service-unavailable', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function toSlots(pairs: readonly number[]): Slots {
  const slots = new Map<number, number>()
  for (let index = 0; index < pairs.length; index += 2) slots.set(pairs[index] ?? 0, pairs[index + 1] ?? 0)
  return slots
}
