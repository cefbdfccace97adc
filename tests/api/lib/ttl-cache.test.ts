import { expect, test, vi } from 'vitest'
import { ttlCache } from '../../../api/lib/cache'

/** A lookup in a changeable table, with the number of calls. */
function lookUpIn(table: Map<string, { value: number }>) {
  return vi.fn((key: string) => Promise.resolve(table.get(key) ?? null))
}

test('a found value is not looked up again before it expires', async () => {
  let now = 0
  const table = new Map([['a', { value: 1 }]])
  const lookUp = lookUpIn(table)
  const find = ttlCache(1_000, lookUp, () => now)
  await find('a')
  table.set('a', { value: 2 })
  now = 999
  expect(await find('a')).toEqual({ value: 1 })
  expect(lookUp).toHaveBeenCalledTimes(1)
  now = 1_000
  expect(await find('a')).toEqual({ value: 2 })
})

test('a missing value is looked up again each time', async () => {
  const table = new Map<string, { value: number }>()
  const find = ttlCache(1_000, lookUpIn(table))
  expect(await find('a')).toBeNull()
  table.set('a', { value: 1 })
  expect(await find('a')).toEqual({ value: 1 })
})

test('many different keys do not fill the memory', async () => {
  const lookUp = vi.fn((key: string) => Promise.resolve({ key }))
  const find = ttlCache(1_000, lookUp)
  await find('first')
  for (let key = 0; key < 200; key += 1) await find(String(key))
  await find('first')
  expect(lookUp).toHaveBeenCalledTimes(202)
})
