// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { watchPath } from '../../../widget/client/page-views'

const untouched = { pushState: window.history.pushState, replaceState: window.history.replaceState }
let stop = (): void => {}
afterEach(() => stop())

function watch(): () => void {
  window.location.href = 'https://shop.example/start'
  const onChange = vi.fn()
  stop = watchPath(window, onChange)
  return onChange
}

test('a new path counts, by push, replace or going back', () => {
  const onChange = watch()
  history.pushState(null, '', '/one')
  history.replaceState(null, '', '/two')
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('the same path with another query or hash does not count', () => {
  const onChange = watch()
  history.pushState(null, '', '/start?tab=2#x')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(onChange).not.toHaveBeenCalled()
})

test('history does what it did before, its errors too', () => {
  watch()
  history.pushState({ page: 1 }, '', '/one')
  expect([history.state, location.pathname]).toEqual([{ page: 1 }, '/one'])
})

test('the end gives history back as it was', () => {
  const onChange = watch()
  stop()
  expect([history.pushState, history.replaceState]).toEqual([untouched.pushState, untouched.replaceState])
  history.pushState(null, '', '/later')
  expect(onChange).not.toHaveBeenCalled()
})

test('somebody else’s later wrapper survives the end', () => {
  const onChange = watch()
  const ours = history.pushState
  const theirs: History['pushState'] = function theirs(...args) {
    ours.apply(history, args)
  }
  history.pushState = theirs
  stop()
  expect(history.pushState).toBe(theirs)
  history.pushState(null, '', '/later')
  expect([location.pathname, onChange]).toEqual(['/later', expect.any(Function)])
  expect(onChange).not.toHaveBeenCalled()
  history.pushState = untouched.pushState
})
