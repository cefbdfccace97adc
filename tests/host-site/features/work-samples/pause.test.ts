// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLeaveGuard } from '../../../../host-site/features/work-samples/work-samples'
import { backOffSeconds, createPause } from '../../../../host-site/features/work-samples/send-file'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a pause. @returns whether it is over */
function begin(signal = new AbortController().signal) {
  let isOver = false
  void createPause(window)(10, signal).then(() => (isOver = true))
  return async () => {
    await Promise.resolve()
    return isOver
  }
}

test('a pause ends after its time', async () => {
  const isOver = begin()
  vi.advanceTimersByTime(9_999)
  expect(await isOver()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isOver()).toBe(true)
})

test('a returning network or the signal ends it', async () => {
  const isOver = begin()
  window.dispatchEvent(new Event('online'))
  expect(await isOver()).toBe(true)
  const stopping = new AbortController()
  const isStopped = begin(stopping.signal)
  stopping.abort()
  expect(await isStopped()).toBe(true)
  expect(await begin(stopping.signal)()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('pauses get longer, up to half a minute', () => {
  expect([1, 2, 3, 5, 6, 50].map(backOffSeconds)).toEqual([1, 2, 4, 16, 30, 30])
})

test('the browser asks before leaving only while files are unfinished', () => {
  const guard = createLeaveGuard(window)
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(true)
  guard(true)
  guard(true)
  expect(leave()).toBe(false)
  guard(false)
  expect(leave()).toBe(true)
})
