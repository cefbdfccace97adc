import { expect, test } from 'vitest'
import { CounterTable, createMemoryRateLimiter, SlidingWindow } from '../../../../api/http/rate-limits/memory'
import { rateLimits } from '../../../../contract/rate-limits'

const { max, windowSeconds } = rateLimits.failedLoginsPerAccount

function open(keysMax: number) {
  let now = 1_000_000
  const limiter = createMemoryRateLimiter({ clock: { now: () => now }, factor: 1, keysMax })
  const take = async (key: string): Promise<boolean> => {
    try {
      await limiter.take('failedLoginsPerAccount', key)
      return true
    } catch {
      return false
    }
  }
  return { limiter, take, wait: (seconds: number) => void (now += seconds * 1000) }
}
const fill = async (take: (key: string) => Promise<boolean>, key: string) => {
  for (let use = 0; use < max; use += 1) await take(key)
}

test('a flood of keys evicts no counter, not even its own', async () => {
  const { take } = open(100)
  await fill(take, 'victim')
  for (let key = 0; key < 5_000; key += 1) await take(`flood ${key}`)
  expect(await take('victim')).toBe(false)
  // A key of a full table is limited too, although it may share its counter.
  await fill(take, 'late')
  expect(await take('late')).toBe(false)
})

test('a key with a shared counter does not start over when the table has room again', async () => {
  const { take, wait } = open(100)
  for (let key = 0; key < 100; key += 1) await take(`early ${key}`)
  wait(windowSeconds - 10)
  await fill(take, 'late')
  expect(await take('late')).toBe(false)
  // The early keys expire; any new key clears them.
  wait(20)
  for (let key = 0; key < 50; key += 1) await take(`new ${key}`)
  expect(await take('late')).toBe(false)
  wait(windowSeconds)
  expect(await take('late')).toBe(true)
})

test('a success for one account does not clear a shared counter', async () => {
  const { take, limiter } = open(0)
  await fill(take, 'own')
  await limiter.clear('failedLoginsPerAccount', 'own')
  expect(await take('own')).toBe(true)
  expect(await take('own')).toBe(false)
})

test('memory is bounded, and expired counters are cleared away', async () => {
  const table = new CounterTable(1_000, () => new SlidingWindow(100))
  for (let key = 0; key < 20_000; key += 1) table.findOrOpen(`limit ${key}`, 0).add(0)
  expect(table.size).toBeGreaterThan(1_000)
  expect(table.size).toBeLessThanOrEqual(1_000 + 4_096)
  for (let key = 0; key < 2_000; key += 1) table.findOrOpen(`later ${key}`, 1_000).add(1_000)
  expect(table.find('limit 5', 1_000)).toBeUndefined()
  expect(table.find('later 1999', 1_000)?.count).toBeGreaterThan(0)
})

test('a new key costs the same in a full table', async () => {
  let looks = 0
  const openCounted = () => ({ count: 1, expire: () => (looks += 1) })
  const table = new CounterTable(200_000, openCounted)
  for (let key = 0; key < 200_000; key += 1) table.findOrOpen(`limit ${key}`, 0)
  for (let key = 0; key < 2_000; key += 1) {
    looks = 0
    table.findOrOpen(`limit late ${key}`, 1)
    expect(looks).toBeLessThan(8)
  }
})
