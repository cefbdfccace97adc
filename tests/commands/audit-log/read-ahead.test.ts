import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readAhead } from '../../../commands/audit-log/tiles'

it('returns items in order, with at most eight open requests', async () => {
  let [open, most] = [0, 0]
  const load = async (item: number) => {
    most = Math.max(most, (open += 1))
    // Later items load faster.
    for (let turns = 10 + ((30 - item) % 7); turns > 0; turns -= 1) await nextTurn()
    open -= 1
    return item * 2
  }
  const given: [number, number][] = []
  for await (const one of readAhead(
    Array.from({ length: 30 }, (_, item) => item),
    load,
  ))
    given.push(one)
  expect(given).toEqual(Array.from({ length: 30 }, (_, item) => [item, item * 2]))
  expect(most).toBe(8)
})

it('fails with the failing request, and ignores later ones', async () => {
  const load = (item: number) => (item === 2 ? Promise.reject(new Error('no answer')) : Promise.resolve(item))
  const given: number[] = []
  const read = async (last: number) => {
    for await (const [item] of readAhead([0, 1, 2, 3], load)) {
      given.push(item)
      if (item === last) break
    }
  }
  await expect(read(3)).rejects.toThrow('no answer')
  expect(given).toEqual([0, 1])
  await expect(read(1)).resolves.toBeUndefined()
})
