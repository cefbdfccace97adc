// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boot } from '../../widget/boot'
import { $app, setReadiness } from '../../widget/stores/app'
import { $message } from '../../widget/stores/feedback'
import { $member, clearSession, setMember } from '../../widget/stores/identity'
import { $modalRequest, hideModal } from '../../widget/stores/modal'
import { eventually } from '../support/eventually'
import { aMemberAuth } from '../support/fake-client'
import { aMember } from '../support/a-member'
import { anApp } from '../support/an-app'

let calls: { body: unknown; at: string }[] = []

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })
const nothing = { login: null, request: null, code: null }
const request = { email: 'ada@example.com', agent: 'Firefox on macOS', network: '192.0.2.0/24' }

function start(hash: string, answer: () => Response): void {
  window.location.href = `https://shop.example/in?a=1${hash}`
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init = {}) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    const member = new Headers(init.headers).has('authorization') ? aMember() : null
    if (path !== '/auth/login-link') return json({ data: { app: anApp(), member, sessionData: {} } })
    calls.push({ body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined, at: location.href })
    return answer()
  })
  const given = { analytics: false, curtain: true, gatedPages: null, pageGate: true, inspector: false }
  boot(window, { appId: 'app_demo', publicKey: null, isMemberstack1: false, apiUrl: 'https://api.example', ...given })
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  $app.set(null)
  $message.set(null)
  hideModal()
  clearSession()
  setMember(undefined)
  setReadiness('waiting')
  calls = []
})
afterEach(() => {
  window.$memberstackDom?.destroy()
  vi.restoreAllMocks()
})

test('the browser that requested a link sends its token and is logged in; the link leaves the URL first', async () => {
  localStorage.setItem('_ms-link', 'requested here')
  start('#ms-auth=lnk_abc', () => json({ data: { ...nothing, login: aMemberAuth() }, message: 'Hello.' }))
  await eventually(() => expect($member.get()?.auth.email).toBe('ada@example.com'))
  const body = { token: 'lnk_abc', requestToken: 'requested here', device: null }
  expect(calls).toEqual([{ body, at: 'https://shop.example/in?a=1' }])
  await eventually(() => expect($message.get()?.text).toBe('Hello.'))
})

test('another browser is asked, with the email and the device that requested it', async () => {
  start('#ms-auth=lnk_abc', () => json({ data: { ...nothing, request } }))
  await eventually(() => expect($modalRequest.get()?.name).toBe('LOGIN_LINK'))
  expect($modalRequest.get()?.params).toEqual({
    token: 'lnk_abc',
    email: 'ada@example.com',
    device: 'Firefox on macOS, 192.0.2.0/24',
  })
  expect($member.get()).toBeNull()
})

test('a used link says so, and the visitor stays one', async () => {
  const message = 'This login link was used or has expired. Please request a new one.'
  start('#ms-auth=lnk_abc', () => json({ code: 'invalid-login-link', message }, 400))
  await eventually(() => expect($message.get()).toMatchObject({ text: message, isError: true }))
  expect($member.get()).toBeNull()
})

test('a pending provider flow of the tab is not spent by a link', async () => {
  sessionStorage.setItem('_ms-provider', JSON.stringify({ verifier: 'kept', fragment: '' }))
  start('#ms-auth=lnk_abc', () => json({ data: { ...nothing, request } }))
  await eventually(() => expect(calls).toHaveLength(1))
  expect(sessionStorage.getItem('_ms-provider')).toContain('kept')
})

const HERE = '#ms-auth=at_https%3A%2F%2Fother.example%2Fin'

test('a page of another domain gets a login here: the modal first, then a ticket for that page alone', async () => {
  sessionStorage.setItem('_ms-provider', JSON.stringify({ verifier: 'kept', fragment: '' }))
  start(HERE, () => json({}))
  await eventually(() => expect($modalRequest.get()?.name).toBe('LOGIN'))
  expect([location.href, sessionStorage.getItem('_ms-provider')]).toEqual([
    'https://shop.example/in?a=1',
    expect.stringContaining('kept'),
  ])
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const sent: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (_input, init = {}) => {
    sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : null)
    return json({ data: { ticket: 'tic', expires: 1 } })
  })
  $modalRequest.get()?.settle({ type: 'LOGIN', data: aMemberAuth() })
  await eventually(() => expect(assign).toHaveBeenCalled())
  expect(sent).toEqual([{ returnUrl: 'https://other.example/in' }])
  expect(String(assign.mock.calls[0]?.[0])).toBe('https://other.example/in?memberToken=tic')
})

test('who closes the modal stays here', async () => {
  start(HERE, () => json({}))
  await eventually(() => expect($modalRequest.get()?.name).toBe('LOGIN'))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  hideModal()
  await eventually(() => expect($modalRequest.get()).toBeNull())
  expect(assign).not.toHaveBeenCalled()
})

test('a ticket in the URL logs in only in the tab that began the login, once', async () => {
  const exchanged: unknown[] = []
  const open = (): void => {
    window.location.href = 'https://shop.example/in?memberToken=tic'
    vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
      const path = new URL(input instanceof Request ? input.url : input).pathname
      if (path === '/auth/member-ticket') {
        exchanged.push(path)
        return json({ data: aMemberAuth() })
      }
      return json({ data: { app: anApp(), member: null, sessionData: {} } })
    })
    const given = { analytics: false, curtain: true, gatedPages: null, pageGate: true, inspector: false }
    boot(window, { appId: 'app_demo', publicKey: null, isMemberstack1: false, apiUrl: 'https://api.example', ...given })
  }
  open()
  await eventually(() => expect(window.fetch).toHaveBeenCalled())
  expect([exchanged, location.search]).toEqual([[], '?memberToken=tic'])
  window.$memberstackDom?.destroy()
  sessionStorage.setItem('_ms-site', '?a=1')
  open()
  await eventually(() => expect(exchanged).toHaveLength(1))
  expect([location.search, sessionStorage.getItem('_ms-site')]).toEqual(['?a=1', null])
})
