// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RELOAD_AFTER_LOGIN_MS } from '../../contract/limits'
import { redirectOf, redirectOverrideOf, reloadSoon } from '../../widget/redirects'
import { setMember } from '../../widget/stores/identity'
import { hideModal, requestModal } from '../../widget/stores/modal'
import { aMember } from '../support/a-member'
import { fakeClient } from '../support/fake-client'

const reloaded = vi.fn()
const announced = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(window.location, 'reload').mockImplementation(reloaded)
  document.addEventListener('memberstack.reload', announced)
  window.$memberstackDom = fakeClient()
  setMember(aMember())
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  reloaded.mockReset()
  announced.mockReset()
  document.removeEventListener('memberstack.reload', announced)
  delete window.$memberstackDom
  setMember(null)
})

test('current-url is the path of the page, in each attribute', () => {
  window.history.pushState(null, '', '/course/one?lesson=2#top')
  const link = document.createElement('a')
  for (const name of ['redirect', 'data-redirect', 'data-ms-redirect']) {
    link.setAttribute(name, 'current-url')
    expect(name === 'data-ms-redirect' ? redirectOverrideOf(link) : redirectOf(link)).toBe('/course/one')
    link.removeAttribute(name)
  }
  expect([redirectOf(link), redirectOverrideOf(link), redirectOverrideOf(null)]).toEqual([null, null, null])
})

test('the page reloads after the message had its time', () => {
  reloadSoon(window)
  vi.advanceTimersByTime(RELOAD_AFTER_LOGIN_MS - 1)
  expect(reloaded).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reloaded).toHaveBeenCalledOnce()
  expect(announced).toHaveBeenCalledOnce()
})

test('a page prevents the reload with the event', () => {
  document.addEventListener('memberstack.reload', (event) => event.preventDefault(), { once: true })
  reloadSoon(window)
  vi.advanceTimersByTime(RELOAD_AFTER_LOGIN_MS)
  expect(announced).toHaveBeenCalledOnce()
  expect(reloaded).not.toHaveBeenCalled()
})

test.each<[string, () => void]>([
  ['is being left', () => window.dispatchEvent(new Event('beforeunload'))],
  ['has been left', () => window.dispatchEvent(new Event('pagehide'))],
  ['shows another address', () => window.history.pushState(null, '', `/elsewhere-${Date.now()}`)],
  ['shows a modal', () => void requestModal('PROFILE', {}, 'PROFILE').catch(() => {})],
  ['has nobody logged in any more', () => setMember(null)],
  ['has no widget any more', () => delete window.$memberstackDom],
])('a page that %s does not reload', (_, happens) => {
  reloadSoon(window)
  happens()
  vi.advanceTimersByTime(RELOAD_AFTER_LOGIN_MS)
  hideModal()
  expect(reloaded).not.toHaveBeenCalled()
  expect(announced).not.toHaveBeenCalled()
})

test('events of a script are not typing', () => {
  reloadSoon(window)
  window.dispatchEvent(new Event('input'))
  vi.advanceTimersByTime(RELOAD_AFTER_LOGIN_MS)
  expect(reloaded).toHaveBeenCalledOnce()
})
