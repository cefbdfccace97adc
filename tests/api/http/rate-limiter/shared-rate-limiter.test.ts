import * as fc from '../../../support/fast-check'
import { Pool } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPostgresCounters, createRedisCounters } from '../../../../api/http/rate-limits/open'
import { createSharedRateLimiter } from '../../../../api/http/rate-limits/shared'
import type { SharedCounters } from '../../../../api/http/rate-limits/shared'
import { rateLimits } from '../../../../contract/rate-limits'
import type { RateLimitName } from '../../../../contract/rate-limits'
import { eventually } from '../../../support/eventually'
import { hasPostgres } from '../../../support/postgres/find-postgres'
import { sharedPostgres } from '../../../support/postgres/shared-postgres'
import { hasRedis, startRedis } from '../../../support/redis/start-redis'

/** A store, and how another process opens it. */
type Open = () => Promise<SharedCounters>

const stores: { store: string; isHere: boolean; start: () => Promise<Open> }[] = [
  {
    store: 'PostgreSQL',
    isHere: hasPostgres,
    start: async () => {
      const connectionString = `${await sharedPostgres()}/postgres`
      return async () => {
        const pool = new Pool({ connectionString, max: 4 })
        onTestFinished(() => pool.end())
        return createPostgresCounters(pool)
      }
    },
  },
  {
    store: 'Redis',
    isHere: hasRedis,
    start: async () => {
      const server = await startRedis()
      onTestFinished(() => server.stop())
      return async () => {
        const counters = await createRedisCounters(server.url, { onLost() {}, onReady() {} })
        onTestFinished(() => counters.close())
        return counters
      }
    },
  },
]

/** One process's limiter; all share the test's clock. */
function process(counters: SharedCounters, clock: { now: () => number }, factor = 1) {
  const limiter = createSharedRateLimiter({ counters, clock, factor })
  onTestFinished(() => limiter.close())
  const take = async (limit: RateLimitName, key: string): Promise<boolean> => {
    try {
      await limiter.take(limit, key)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-many-requests' })
      return false
    }
  }
  return { limiter, take }
}

const key = () => `k${Math.random()}`
const { max, windowSeconds } = rateLimits.failedLoginsPerAccount

describe.each(stores.filter(({ isHere }) => isHere))('limits in $store', ({ start }) => {
  async function open() {
    let now = 1_000_000_000_000
    const clock = { now: () => now }
    const store = await start()
    const [one, other] = [process(await store(), clock), process(await store(), clock)]
    const takeOrThrow = async (k: string) => one.limiter.take('failedLoginsPerAccount', k)
    return { one, other, takeOrThrow, wait: (seconds: number) => void (now += seconds * 1000) }
  }

  test('never more than an exact limit within any window', async () => {
    const { takeOrThrow, wait } = await open()
    const k = key()
    for (let use = 0; use < max; use += 1) {
      await takeOrThrow(k)
      wait(10)
    }
    const early = windowSeconds - max * 10
    await expect(takeOrThrow(k)).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: early })
    wait(early - 1)
    await expect(takeOrThrow(k)).rejects.toMatchObject({ retryAfterSeconds: 1 })
    wait(1)
    await takeOrThrow(k)
    await expect(takeOrThrow(k)).rejects.toMatchObject({ retryAfterSeconds: 10 })
  })

  test('two processes at once share one exact window', async () => {
    const { one, other } = await open()
    const k = key()
    const all = await Promise.all(
      Array.from({ length: max * 4 }, (_, use) => (use % 2 ? one : other).take('failedLoginsPerAccount', k)),
    )
    expect(all.filter(Boolean)).toHaveLength(max)
    expect(await one.limiter.allows('failedLoginsPerAccount', k)).toBe(false)
    await other.limiter.refund('failedLoginsPerAccount', k)
    expect(await one.limiter.allows('failedLoginsPerAccount', k)).toBe(true)
    expect(await one.take('failedLoginsPerAccount', k)).toBe(true)
    await other.limiter.clear('failedLoginsPerAccount', k)
    for (let use = 0; use < max; use += 1) expect(await one.take('failedLoginsPerAccount', k)).toBe(true)
  })

  test('exact limits of IPv6 networks apply across two processes, and refusals are not counted', async () => {
    const { one, other } = await open()
    const limit = 'signupsPerAddress'
    const net = `2001:${Math.floor(Math.random() * 65_535).toString(16)}:1`
    const address = (subnet: number) => `${net}:${subnet.toString(16)}::/64`
    const among = rateLimits[limit].max
    const at = async (subnets: readonly number[]) =>
      (await Promise.all(subnets.map((subnet, use) => (use % 2 ? one : other).take(limit, address(subnet))))).filter(
        Boolean,
      )
    // The first /56 is full after four times the limit, the /48 after eight.
    expect(await at(Array.from({ length: 160 }, (_, use) => use))).toHaveLength(among * 4)
    expect(await at(Array.from({ length: 40 }, () => 7))).toEqual([])
    expect(await at(Array.from({ length: 200 }, (_, use) => 256 + use * 7))).toHaveLength(among * 4)
    // A refusal by the /48 is not counted in an unused /56.
    await one.limiter.refund(limit, address(1))
    expect(await at([0x4000])).toHaveLength(1)
    expect(await at([0x4000])).toHaveLength(0)
  })

  test('a clock that is set back blocks a caller for a window and a minute at most', async () => {
    for (const back of [30, 3_600, 3 * 86_400]) {
      const { takeOrThrow, wait } = await open()
      const k = key()
      wait(4 * 86_400)
      for (let use = 0; use < max; use += 1) await takeOrThrow(k)
      await expect(takeOrThrow(k)).rejects.toMatchObject({ code: 'too-many-requests' })
      wait(-back)
      const refused: unknown = await takeOrThrow(k).catch((error: unknown) => error)
      if (back < 60) expect(refused).toMatchObject({ retryAfterSeconds: windowSeconds + back })
      else expect(refused).toBeUndefined()
      wait(windowSeconds + 60)
      await takeOrThrow(k)
    }
  })

  test('the other process soon learns of uses of an approximate limit', async () => {
    const { one, other, wait } = await open()
    const [k, limit, { max: calls, windowSeconds: seconds }] = [
      key(),
      'callsPerAddress',
      rateLimits.callsPerAddress,
    ] as const
    expect(await other.take(limit, k)).toBe(true)
    for (let use = 0; use < calls - 1; use += 1) await one.limiter.take(limit, k)
    await eventually(async () => expect(await other.limiter.allows(limit, k)).toBe(false))
    await eventually(async () => expect(await one.limiter.allows(limit, k)).toBe(false))
    expect([await one.take(limit, k), await other.take(limit, k)]).toEqual([false, false])
    wait(seconds + seconds / 10)
    expect(await one.take(limit, k)).toBe(true)
    expect(await other.take(limit, k)).toBe(true)
  })

  test('alternating uses exceed the limit only by those between two exchanges', async () => {
    const { one, other } = await open()
    const [k, limit] = [key(), 'recordReadsPerAddress'] as const
    let taken = 0
    for (let round = 0; round < 40; round += 1) {
      for (const at of [one, other]) for (let use = 0; use < 10; use += 1) taken += Number(await at.take(limit, k))
      // Closing exchanges once; a closed limiter continues without the background exchange.
      if (round % 2 === 1) for (const { limiter } of [one, other]) await limiter.close()
    }
    expect(taken).toBeGreaterThanOrEqual(rateLimits[limit].max)
    expect(taken).toBeLessThanOrEqual(rateLimits[limit].max + 80)
  })
})

/** In memory, with exchanges that may fail: the bound depends on the limiter alone. */
function memoryStore() {
  const totals = new Map<string, Map<number, number>>()
  const store = { isAway: false, refused: 0 }
  const never = async (): Promise<never> => Promise.reject(new Error('not asked here'))
  const counters: SharedCounters = {
    take: never,
    haveRoom: never,
    refund: never,
    clear: never,
    async exchange(sent) {
      if (store.isAway) {
        store.refused += 1
        throw new Error('away')
      }
      for (const { name, added } of sent) {
        const slots = totals.get(name) ?? new Map<number, number>()
        for (const [slot, uses] of added) slots.set(slot, (slots.get(slot) ?? 0) + uses)
        totals.set(name, slots)
      }
      return new Map(sent.map(({ name }) => [name, new Map(totals.get(name))]))
    },
  }
  return { store, counters }
}

test('an approximate limit never exceeds its bound, in any order of uses, pauses and outages', async () => {
  const { max: calls, windowSeconds: seconds } = rateLimits.callsPerAddress
  const step = fc.oneof(
    fc.record({ at: fc.nat(2), uses: fc.nat(120) }),
    fc.record({ wait: fc.nat(seconds) }),
    fc.record({ exchange: fc.nat(2), away: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (steps) => {
      let now = 1_000_000_000_000
      const { counters, store } = memoryStore()
      const limiters = [0, 1, 2].map(() => createSharedRateLimiter({ counters, clock: { now: () => now }, factor: 1 }))
      const taken: { at: number; by: number }[] = []
      const within = (by?: number) =>
        taken.filter((use) => use.at > now - seconds * 1000 && (by === undefined || use.by === by)).length
      for (const one of steps) {
        if ('wait' in one) now += one.wait * 1000
        else if ('exchange' in one) {
          store.isAway = one.away
          // Closing exchanges once; a closed limiter continues without the background exchange.
          await limiters[one.exchange]?.close()
        } else
          for (let use = 0; use < one.uses; use += 1) {
            try {
              await limiters[one.at]?.take('callsPerAddress', 'key')
              taken.push({ at: now, by: one.at })
            } catch {
              break
            }
          }
        for (const by of [0, 1, 2]) expect(within(by)).toBeLessThanOrEqual(calls)
        expect(within()).toBeLessThanOrEqual(calls * 3)
      }
      await Promise.all(limiters.map((limiter) => limiter.close()))
    }),
    { numRuns: 100 },
  )
})

test('while the store is away each process counts alone, and sends its counts when it is back', async () => {
  const { counters, store } = memoryStore()
  const clock = { now: () => 1_000_000_000_000 }
  const [one, other] = [process(counters, clock), process(counters, clock)]
  store.isAway = true
  const { max: calls } = rateLimits.callsPerAddress
  for (let use = 0; use < calls; use += 1) expect(await one.take('callsPerAddress', 'key')).toBe(true)
  expect(await one.take('callsPerAddress', 'key')).toBe(false)
  await eventually(() => expect(store.refused).toBeGreaterThan(0))
  store.isAway = false
  expect(await other.take('callsPerAddress', 'key')).toBe(true)
  await eventually(async () => expect(await other.limiter.allows('callsPerAddress', 'key')).toBe(false))
})

test.runIf(hasRedis)('without Redis exact limits answer 503, and count again when it is back', async () => {
  const server = await startRedis()
  onTestFinished(() => server.stop())
  const seen: string[] = []
  const watch = { onLost: () => void seen.push('lost'), onReady: () => void seen.push('ready') }
  const counters = await createRedisCounters(server.url, watch)
  onTestFinished(() => counters.close())
  const { limiter } = process(counters, { now: Date.now })
  await limiter.take('failedLoginsPerAccount', 'key')
  await server.stop()
  await expect(limiter.take('failedLoginsPerAccount', 'key')).rejects.toMatchObject({ code: 'service-unavailable' })
  await limiter.take('callsPerAddress', 'key')
  await server.start()
  await eventually(() => limiter.take('failedLoginsPerAccount', 'key'))
  expect(seen).toEqual(['ready', 'lost', 'ready'])
})
