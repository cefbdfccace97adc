import { expect, test } from 'vitest'
import { CLOCK_SKEW_MAX_MS, SlidingWindow } from '../../../../api/http/rate-limits/memory'

function usedAt(times: readonly number[], windowMs = 100): SlidingWindow {
  const window = new SlidingWindow(windowMs)
  for (const time of times) window.add(time)
  return window
}

test('only expired uses are dropped', () => {
  const window = usedAt([1, 2, 3, 4])
  window.expire(102)
  expect(window.count).toBe(2)
  expect([window.waitMs(1, 102), window.waitMs(2, 102), window.waitMs(3, 102)]).toEqual([2, 1, 0])
  window.expire(104)
  expect(window.count).toBe(0)
})

test('uses in the future are dropped, expired or not', () => {
  const window = usedAt([1, 2, 3, CLOCK_SKEW_MAX_MS + 500])
  window.expire(101)
  expect([window.count, window.waitMs(2, 101)]).toEqual([2, 1])
})

test('only the last use can be removed', () => {
  const window = usedAt([1, 2])
  window.expire(101)
  window.removeLast()
  window.removeLast()
  expect(window.count).toBe(0)
  window.add(103)
  expect(window.waitMs(1, 103)).toBe(100)
})

test('the count is exact after a hundred thousand uses', () => {
  const [windowMs, window] = [60_000, new SlidingWindow(60_000)]
  for (let now = 0; now < 200_000; now += 1) {
    window.expire(now)
    window.add(now)
    if (now % 9_973 === 0) expect(window.count).toBe(Math.min(now + 1, windowMs))
  }
  expect(window.waitMs(windowMs, 199_999)).toBe(1)
  window.expire(199_998 + windowMs)
  expect([window.count, window.waitMs(1, 199_998 + windowMs)]).toEqual([1, 1])
})
