// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { painted } from '../../../widget/lib/page-lifecycle'

const run = vi.fn()
let paint = (): void => {}

class FakeObserver {
  constructor(notify: () => void) {
    paint = notify
  }
  observe = vi.fn()
}

function open(readyState: DocumentReadyState = 'interactive'): Promise<void> {
  vi.stubGlobal('PerformanceObserver', FakeObserver)
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState)
  return painted(window)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  run.mockClear()
})

test('work waits for the first paint', async () => {
  const wait = open().then(run)
  await Promise.resolve()
  expect(run).not.toHaveBeenCalled()
  paint()
  await wait
  expect(run).toHaveBeenCalledOnce()
})

test('on a page that is complete, work waits for the end of the task', async () => {
  const wait = open('complete').then(run)
  await Promise.resolve()
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(0)
  await wait
  expect(run).toHaveBeenCalledOnce()
})

test('a page that is not painted within a second does not wait longer', async () => {
  const wait = open().then(run)
  await vi.advanceTimersByTimeAsync(999)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await wait
  expect(run).toHaveBeenCalledOnce()
})
