import { describe, expect, it, test, vi } from 'vitest'
import { memoize, ttlCache } from '../../../api/lib/cache'

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

describe('memoize', () => {
  it('calls the function once per key, also when the result is null', () => {
    const find = vi.fn((key: string) => (key === '' ? null : key.length))
    const lengthOf = memoize(find)
    expect([lengthOf('ab'), lengthOf('ab'), lengthOf(''), lengthOf('')]).toEqual([2, 2, null, null])
    expect(find).toHaveBeenCalledTimes(2)
  })

  it('shares one promise, but forgets it when it rejects', async () => {
    let fails = true
    const read = memoize(async (key: string) => {
      if (fails) throw new Error(`${key} cannot be read`)
      return key
    })
    const first = read('a')
    expect(read('a')).toBe(first)
    await expect(first).rejects.toThrow('a cannot be read')
    fails = false
    const second = read('a')
    expect(await second).toBe('a')
    expect(read('a')).toBe(second)
  })

  it('drops the oldest result when there are too many', () => {
    const find = vi.fn((key: number) => key)
    const same = memoize(find, 2)
    for (const key of [1, 2, 3, 3, 2, 1]) same(key)
    expect(find.mock.calls).toEqual([[1], [2], [3], [1]])
  })
})
