import { createClient, defineScript } from '@redis/client'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../lib/errors'
import type { SharedCounters } from './shared-rate-limiter'
import type { Slots } from './shared-window'
import { CLOCK_SKEW_MAX_MS } from './sliding-window'

export interface RedisCounters extends SharedCounters {
  close(): Promise<void>
}

/** Called once for each time that the connection is lost or made. */
export interface ConnectionWatch {
  onLost(error: Error): void
  onReady(): void
}

const PREFIX = 'membership:limit:'
const CONNECT_MAX_MS = 5_000
const COMMAND_MAX_MS = 5_000
const RECONNECT_MAX_MS = 2_000
/** How long a start waits for the first connection; afterwards the client goes on trying. */
const START_MAX_MS = 3_000

/** Uses are members of a sorted set, by their times. All keys of a use are checked before one counts it. */
const TAKE = `local now, window, skew = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
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

/** A hash of uses by slot. ARGV: oldest slot that counts, milliseconds to keep, then slot and uses in turn. */
const EXCHANGE = `for i = 3, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) end
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
    SCRIPT: TAKE,
    parseCommand(parser, keys: string[], values: string[]) {
      parser.pushKeysLength(keys)
      parser.push(...values)
    },
    transformReply: Number,
  }),
  exchangeUses: defineScript({
    SCRIPT: EXCHANGE,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, key: string, values: string[]) {
      parser.pushKey(key)
      parser.push(...values)
    },
    transformReply: (reply: number[]): number[] => reply.map(Number),
  }),
}

/**
 * Counters that all processes on one Redis or Valkey server share. While it is away, they answer `service-unavailable`, and the
 * client goes on connecting.
 * @param url `redis://` or `rediss://`, with user, password and database as Redis's own programs know them
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

/** A client that goes on connecting; the first connection is waited for a moment. */
async function connect(url: string, watch: ConnectionWatch) {
  const client = createClient({
    url,
    scripts,
    // A command that waits for a connection would hold its request up.
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
  // A failed attempt is an event, and the next one follows.
  const connected = client.connect().catch(() => {})
  await Promise.race([connected, pause(START_MAX_MS, undefined, { ref: false })])
  return client
}

/** @throws ApiError `service-unavailable` when the server fails, is away or takes longer than `COMMAND_MAX_MS` */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time.')), COMMAND_MAX_MS)
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
