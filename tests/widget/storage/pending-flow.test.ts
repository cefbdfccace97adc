// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPending, saveFlow, takeFlow } from '../../../widget/storage/pending'

const KEY = '_ms-provider'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

test.each([
  { verifier: 'v', fragment: '#part', redirect: '/in' },
  { verifier: 'v', fragment: '', redirect: null },
  { verifier: 'v', fragment: '' },
])('what is kept (%j) is read once', (trip) => {
  expect(saveFlow(window, trip)).toBe(true)
  expect([takeFlow(window), takeFlow(window)]).toEqual([trip, null])
})

test.each(['', 'null', '{', '7', '{"verifier":1,"fragment":""}', '{"verifier":"v"}'])(
  'what another script has left there (%s) is nothing, and goes',
  (text) => {
    sessionStorage.setItem(KEY, text)
    expect(takeFlow(window)).toBeNull()
    expect(sessionStorage.getItem(KEY)).toBeNull()
  },
)

test('an invalid redirect is omitted', () => {
  sessionStorage.setItem(KEY, '{"verifier":"v","fragment":"","redirect":7,"more":1}')
  expect(takeFlow(window)).toEqual({ verifier: 'v', fragment: '' })
})

test('a browser that keeps nothing says so', () => {
  const blocked = new Proxy(window, {
    get(target, name) {
      if (name === 'sessionStorage') throw new DOMException('blocked', 'SecurityError')
      return Reflect.get(target, name)
    },
  })
  expect([saveFlow(blocked, { verifier: 'v', fragment: '' }), takeFlow(blocked)]).toEqual([false, null])
})

test('a logout forgets it', () => {
  saveFlow(window, { verifier: 'v', fragment: '' })
  forgetPending(window)
  expect(takeFlow(window)).toBeNull()
})
