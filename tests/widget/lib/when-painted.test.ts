// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenPainted } from '../../../widget/lib/page-lifecycle'

const run = vi.fn()
const disconnect = vi.fn()
let paint = (): void => {}

class FakeObserver {
  constructor(notify: () => void) {
    paint = notify
  }
  observe = vi.fn()
  disconnect = disconnect
}

/** A page in the state that a script in head finds. */
function open(readyState: DocumentReadyState, hidden: boolean): void {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  vi.stubGlobal('PerformanceObserver', FakeObserver)
  whenPainted(window, run)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  run.mockClear()
  disconnect.mockClear()
})

test('work waits for the first paint, and runs once', () => {
  open('loading', false)
  expect(run).not.toHaveBeenCalled()
  paint()
  vi.runAllTimers()
  expect([run.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1])
})

test('a page that is not painted within a second does not wait longer', () => {
  open('interactive', false)
  vi.advanceTimersByTime(999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([run.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1])
})

test.each<[string, DocumentReadyState, boolean]>([
  ['that is loaded', 'complete', false],
  ['in a tab that is not shown', 'loading', true],
])('nothing is waited for in a page %s', (_, readyState, hidden) => {
  open(readyState, hidden)
  expect(run).toHaveBeenCalledOnce()
})
