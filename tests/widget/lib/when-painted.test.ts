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
function open(readyState: DocumentReadyState, visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
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

test('work waits for the first paint, which may come after the load, and runs once', () => {
  open('loading', 'visible')
  window.dispatchEvent(new Event('load'))
  expect(run).not.toHaveBeenCalled()
  paint()
  vi.runAllTimers()
  expect([run.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1])
})

test('a page that is loaded and never painted does not wait for ever', () => {
  open('interactive', 'visible')
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  vi.runAllTimers()
  expect([run.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1])
})

test.each<[string, DocumentReadyState, DocumentVisibilityState]>([
  ['that is loaded', 'complete', 'visible'],
  ['in a tab that is not shown', 'loading', 'hidden'],
])('nothing is waited for in a page %s', (_, readyState, visibility) => {
  open(readyState, visibility)
  expect(run).toHaveBeenCalledOnce()
})
