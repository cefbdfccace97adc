import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPausableTimer } from '../../../widget/directives/messages'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('calls back once, after its time without the pauses', () => {
  const callback = vi.fn()
  const timer = startPausableTimer(1000, callback)
  vi.advanceTimersByTime(400)
  timer.pause()
  timer.pause()
  vi.advanceTimersByTime(10_000)
  timer.resume()
  timer.resume()
  vi.advanceTimersByTime(599)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(callback).toHaveBeenCalledTimes(1)
})

test('a stopped timer never calls', () => {
  const callback = vi.fn()
  startPausableTimer(1000, callback).stop()
  vi.advanceTimersByTime(10_000)
  expect(callback).not.toHaveBeenCalled()
})
