import { expect, test } from 'vitest'
import { UseTimes } from '../../../../api/adapters/rate-limiter/use-times'

function usedAt(times: readonly number[]): UseTimes {
  const uses = new UseTimes()
  for (const time of times) uses.add(time)
  return uses
}

test('what is over is forgotten, what is not still counts', () => {
  const uses = usedAt([1, 2, 3, 4])
  uses.forget(2, 100)
  expect(uses.count).toBe(2)
  expect([uses.oldestOfLast(1), uses.oldestOfLast(2), uses.oldestOfLast(3)]).toEqual([4, 3, undefined])
  uses.forget(4, 100)
  expect(uses.count).toBe(0)
})

test('what lies ahead is forgotten, whatever is over', () => {
  const uses = usedAt([1, 2, 3, 500])
  uses.forget(1, 100)
  expect([uses.count, uses.oldestOfLast(2)]).toEqual([2, 2])
})

test('the last one can be taken back, and nothing beyond what is there', () => {
  const uses = usedAt([1, 2])
  uses.forget(1, 100)
  uses.removeLast()
  uses.removeLast()
  expect(uses.count).toBe(0)
  uses.add(3)
  expect(uses.oldestOfLast(1)).toBe(3)
})

test('after a hundred thousand uses it counts as exactly as after ten', () => {
  const [window, uses] = [60_000, new UseTimes()]
  for (let now = 0; now < 200_000; now += 1) {
    uses.forget(now - window, now)
    uses.add(now)
    if (now % 9_973 === 0) expect(uses.count).toBe(Math.min(now + 1, window))
  }
  expect(uses.oldestOfLast(window)).toBe(140_000)
  uses.forget(199_998, 200_000)
  expect([uses.count, uses.oldestOfLast(1)]).toEqual([1, 199_999])
})
