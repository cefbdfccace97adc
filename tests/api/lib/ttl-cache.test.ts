import { expect, test, vi } from 'vitest'
import { ttlCache } from '../../../api/lib/cache'

/** Looks up in a table that the test changes, and counts how often. */
function lookUpIn(table: Map<string, { value: number }>) {
  return vi.fn((key: string) => Promise.resolve(table.get(key) ?? null))
}

test('what was found is not looked up again before its time is over', async () => {
  const time = vi.spyOn(performance, 'now').mockReturnValue(0)
  const table = new Map([['a', { value: 1 }]])
  const lookUp = lookUpIn(table)
  const find = ttlCache(1_000, lookUp)
  await find('a')
  table.set('a', { value: 2 })
  time.mockReturnValue(999)
  expect(await find('a')).toEqual({ value: 1 })
  expect(lookUp).toHaveBeenCalledTimes(1)
  time.mockReturnValue(1_000)
  expect(await find('a')).toEqual({ value: 2 })
})

test('what was not there is found as soon as it is', async () => {
  const table = new Map<string, { value: number }>()
  const find = ttlCache(1_000, lookUpIn(table))
  expect(await find('a')).toBeNull()
  table.set('a', { value: 1 })
  expect(await find('a')).toEqual({ value: 1 })
})

test('keys that nobody counts do not fill the memory', async () => {
  const lookUp = vi.fn((key: string) => Promise.resolve({ key }))
  const find = ttlCache(1_000, lookUp)
  await find('first')
  for (let key = 0; key < 200; key += 1) await find(String(key))
  await find('first')
  expect(lookUp).toHaveBeenCalledTimes(202)
})
