// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProviderPopup } from '../../../widget/client/provider-window'
import { fakePopups, type FakePopup } from '../../support/provider-popups'

let opened: FakePopup[] = []
const address = 'https://api.example/auth-provider/login?provider=google&state=mine'
const settings = { page: window, apiOrigin: 'https://api.example', name: 'login', state: 'mine' }

function open() {
  const popup = openProviderPopup<string>(settings, address)
  const answer = popup.result()
  const ended = vi.fn()
  answer.then(ended, ended)
  return { popup, answer, ended, window: opened[0]! }
}
/** Longer than any timer. */
const wait = () => vi.advanceTimersByTimeAsync(10_000)

beforeEach(() => {
  vi.useFakeTimers()
  opened = fakePopups(window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('it is 600 by 700 pixels, in the middle of the page’s own window, on whichever screen that is', () => {
  Object.assign(window, { screenX: 2_000, screenY: 100, outerWidth: 1_000, outerHeight: 900 })
  const { window: popup } = open()
  expect([popup.name, popup.address?.href]).toEqual(['login', address])
  expect(popup.features).toBe('popup,width=600,height=700,left=2200,top=200')
})

test('what it posts is the answer, with its sentence where it has one', async () => {
  const { answer, window: popup } = open()
  popup.post({ data: 'in', message: 'Welcome.' })
  expect(await answer).toEqual({ data: 'in', message: 'Welcome.' })
})

test('an error that it posts is thrown', async () => {
  const { answer, window: popup } = open()
  popup.post({ error: { code: 'use-email-login', message: 'Log in by email.' } })
  await expect(answer).rejects.toMatchObject({ code: 'use-email-login', message: 'Log in by email.' })
})

test.each([
  ['another origin', { data: 'x' }, { origin: 'https://evil.example' }],
  ['another window, of the right origin', { data: 'x' }, { source: window }],
  ['another opening', { data: 'x', state: 'other' }, {}],
  ['no opening', { data: 'x', state: undefined }, {}],
])('a message from %s is ignored, and the next one is used', async (_, data, from) => {
  const { answer, ended, window: popup } = open()
  popup.post(data, from)
  await wait()
  expect(ended).not.toHaveBeenCalled()
  popup.post({ data: 'in' })
  expect(await answer).toEqual({ data: 'in' })
})

test.each([null, 'text', 7, [], { data: null }])('any other message (%j) is ignored', async (data) => {
  const { ended, window: popup } = open()
  const event = Object.assign(new Event('message'), { data, origin: 'https://api.example', source: popup })
  window.dispatchEvent(event)
  await wait()
  expect(ended).not.toHaveBeenCalled()
})

test('a window that is closed ends the waiting', async () => {
  const { answer, window: popup } = open()
  popup.closed = true
  await Promise.all([expect(answer).rejects.toMatchObject({ code: 'popup-closed', statusCode: 0 }), wait()])
})

test('what it says as it closes is heard', async () => {
  const { answer, window: popup } = open()
  popup.closed = true
  // The page first notices that the window is closed.
  await vi.advanceTimersToNextTimerAsync()
  popup.post({ data: 'in' })
  expect(await answer).toEqual({ data: 'in' })
})

test.each([
  ['none', null],
  ['one that is closed at once', { closed: true }],
])('a browser that gives %s has blocked it', (_, given) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a window of which only this much matters
  vi.spyOn(window, 'open').mockReturnValue(given as Window | null)
  expect(open).toThrow(expect.objectContaining({ code: 'popup-blocked', statusCode: 0 }))
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['its answer', (popup: FakePopup) => popup.post({ data: 'in' })],
  ['an error', (popup: FakePopup) => popup.post({ error: { code: 'x', message: 'x' } })],
  ['its closing', (popup: FakePopup) => void (popup.closed = true)],
])('after %s there are no listeners', async (_, end) => {
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const { window: popup, popup: mine } = open()
  end(popup)
  await wait()
  const messages = (calls: readonly (readonly unknown[])[]) => calls.filter(([name]) => name === 'message')
  expect(messages(added.mock.calls)).toHaveLength(1)
  expect(messages(removed.mock.calls)).toEqual(messages(added.mock.calls))
  expect([vi.getTimerCount(), mine.isOver()]).toEqual([0, true])
})

test('given up, it closes, and says so; once more changes nothing', async () => {
  const { answer, popup, window: shown } = open()
  popup.end(true)
  await expect(answer).rejects.toMatchObject({ code: 'popup-closed' })
  shown.closed = false
  popup.end(true)
  expect(shown.closed).toBe(false)
})

test('who asks again takes the answer from who asked before', async () => {
  const { answer, popup, window: shown } = open()
  const second = popup.result()
  await expect(answer).rejects.toMatchObject({ code: 'popup-closed' })
  shown.post({ data: 'in' })
  expect(await second).toEqual({ data: 'in' })
})
