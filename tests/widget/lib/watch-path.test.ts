// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { watchPath } from '../../../widget/lib/page-lifecycle'

/** The functions themselves, to compare: never called without their history. */
const functions = (): unknown[] => ['pushState', 'replaceState'].map((name) => Reflect.get(history, name))
const untouched = functions()
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
  expect(functions()).toEqual(untouched)
  history.pushState(null, '', '/later')
  expect(onChange).not.toHaveBeenCalled()
})

test('a later wrapper of another script survives the end', () => {
  const onChange = watch()
  const ours = history.pushState.bind(history)
  const theirs: History['pushState'] = function theirs(...args) {
    ours(...args)
  }
  history.pushState = theirs
  stop()
  expect(functions()[0]).toBe(theirs)
  history.pushState(null, '', '/later')
  expect(location.pathname).toBe('/later')
  expect(onChange).not.toHaveBeenCalled()
  Reflect.deleteProperty(history, 'pushState')
})
