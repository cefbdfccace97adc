// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boot } from '../../widget/boot'
import { $app, setReadiness } from '../../widget/stores/app'
import { $message } from '../../widget/stores/feedback'
import { $member, clearSession, setMember } from '../../widget/stores/identity'
import { aMember } from '../support/a-member'
import { anApp } from '../support/an-app'
import { aMemberAuth } from '../support/fake-client'
import { eventually } from '../support/eventually'
import { demoApp } from './inspector/rules/demo-app'

const trip = { verifier: 'kept', fragment: '#part' }
const onLogin = vi.fn()
/** The requests in order, each with the page's URL and the session at that moment. */
let requests: { path: string; body: unknown; at: string; authorization: string | null }[] = []
let visited: string[] = []
let redeem: (response: Response) => void = () => {}

const json = (data: unknown, status = 200): Response => new Response(JSON.stringify(data), { status })
const loggedIn = (message?: string) =>
  json({ data: { flow: 'login', auth: aMemberAuth({ redirect: '/from-server' }) }, ...(message && { message }) })

function start(hash: string, kept: object | null = trip): void {
  window.location.href = `https://shop.example/in?a=1${hash}`
  if (kept) sessionStorage.setItem('_ms-provider', JSON.stringify(kept))
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void visited.push(String(url)))
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init = {}) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    const authorization = new Headers(init.headers).get('authorization')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ path, body, at: location.href, authorization })
    if (path === '/auth/provider-answer') return new Promise((resolve) => (redeem = resolve))
    if (path === '/member/plans/add') return json({ data: { member: aMember(), redirect: null } })
    const member = authorization === null ? null : aMember()
    return json({ data: { app: anApp({ plans: demoApp.plans }), member, sessionData: { sessionId: '01HVISIT' } } })
  })
  const given = { analytics: false, curtain: true, gatedPages: null, pageGate: true, inspector: false }
  boot(window, { appId: 'app_demo', publicKey: null, isMemberstack1: false, apiUrl: 'https://api.example', ...given })
}

const becomesReady = () => eventually(() => expect(window.$memberstackReady).toBe(true))
const isAsked = () => eventually(() => expect(requests).toHaveLength(1))
const paths = (): string[] => requests.map(({ path }) => path)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.body.innerHTML = '<p data-ms-content="members">In</p><p data-ms-content="!members">Out</p>'
  $app.set(null)
  $message.set(null)
  clearSession()
  setMember(undefined)
  setReadiness('waiting')
  requests = []
  visited = []
  onLogin.mockClear()
  document.addEventListener('membership.login', onLogin)
})
afterEach(() => {
  window.$memberstackDom?.destroy()
  document.removeEventListener('membership.login', onLogin)
  vi.restoreAllMocks()
})

test('the answer leaves the address at once, the page’s own fragment is back, and it logs in before anything else is asked', async () => {
  start('#ms-auth=a-token')
  expect(location.href).toBe('https://shop.example/in?a=1#part')
  expect($member.get()).toBeUndefined()
  await isAsked()
  expect(requests[0]).toMatchObject({ body: { answer: 'a-token', verifier: 'kept' }, at: location.href })
  redeem(loggedIn())
  await becomesReady()
  expect(paths()).toEqual(['/auth/provider-answer', '/app-member'])
  expect([localStorage.getItem('_ms-mid'), document.body.textContent]).toEqual(['token', 'In'])
  expect(onLogin.mock.calls[0]?.[0]).toMatchObject({ detail: { member: { id: aMember().id } } })
})

test('a tab that has not left for a provider makes no call, but the answer is still removed from its URL', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  start('#ms-auth=a-token', null)
  await becomesReady()
  expect([location.href, paths(), $member.get()]).toEqual(['https://shop.example/in?a=1', ['/app-member'], null])
  expect(warn.mock.calls.flat().join(' ')).toContain('not started in this tab')
  expect(warn.mock.calls.flat().join(' ')).not.toContain('a-token')
})

test('a stored flow works once', async () => {
  start('#ms-auth=a-token')
  await isAsked()
  expect(sessionStorage.getItem('_ms-provider')).toBeNull()
})

test('an answer that is refused leaves a visitor, and is said', async () => {
  start('#ms-auth=a-token')
  await isAsked()
  redeem(json({ code: 'provider-session-expired', message: 'Too late.' }, 400))
  await eventually(() => expect($message.get()).toMatchObject({ text: 'Too late.', isError: true }))
  expect([$member.get(), document.querySelector('p')?.textContent]).toEqual([null, 'Out'])
})

test.each([
  ['use-email-login', /An account with this email already exists/],
  ['provider-cancelled', /You canceled/],
  ['constructor', /Something went wrong/],
  ['<b>Call this number</b>', /Something went wrong/],
])('an error by its code (%s) is said in our own words, and asks nothing', async (code, text) => {
  start(`#ms-auth-error=${code}`)
  await eventually(() => expect($message.get()).toMatchObject({ text: expect.stringMatching(text), isError: true }))
  expect([location.href, paths()]).toEqual(['https://shop.example/in?a=1#part', ['/app-member']])
})

test('an error is shown in the page’s own words', async () => {
  window.memberstackTranslations = { 'error_provider-cancelled': 'Abgebrochen.' }
  start('#ms-auth-error=provider-cancelled')
  await eventually(() => expect($message.get()).toMatchObject({ text: 'Abgebrochen.', isError: true }))
  delete window.memberstackTranslations
})

test('a form’s login leads where its author said, and what was chosen is joined before', async () => {
  sessionStorage.setItem('ms_plan', 'pln_free')
  start('#ms-auth=a-token', { ...trip, redirect: '/welcome' })
  await isAsked()
  redeem(loggedIn())
  await eventually(() => expect(visited).toEqual(['https://shop.example/welcome']))
  expect(requests.at(-1)?.body).toMatchObject({ planId: 'pln_free' })
  expect(sessionStorage.getItem('ms_plan')).toBeNull()
})

test('without such a place it leads where the server says', async () => {
  start('#ms-auth=a-token', { ...trip, redirect: null })
  await isAsked()
  redeem(loggedIn())
  await eventually(() => expect(visited).toEqual(['https://shop.example/from-server']))
})

test('a login started by a script of the page has no redirect, and leaves the choice pending', async () => {
  sessionStorage.setItem('ms_plan', 'pln_free')
  start('#ms-auth=a-token')
  await isAsked()
  redeem(loggedIn('Welcome.'))
  await eventually(() => expect($message.get()).toMatchObject({ text: 'Welcome.', isError: false }))
  expect([visited, sessionStorage.getItem('ms_plan')]).toEqual([[], 'pln_free'])
})

test('a connection keeps the session; the member is read with it', async () => {
  localStorage.setItem('_ms-mid', 'mine')
  start('#ms-auth=a-token', { ...trip, redirect: '/nowhere' })
  await isAsked()
  expect(requests[0]?.authorization).toBe('Bearer mine')
  redeem(json({ data: { flow: 'connect', providers: [{ provider: 'google' }] }, message: 'Connected.' }))
  await eventually(() => expect($message.get()).toMatchObject({ text: 'Connected.' }))
  expect([requests[1]?.authorization, visited, onLogin.mock.calls.length]).toEqual(['Bearer mine', [], 0])
})

test('another fragment stays as it is, and what the tab kept too', async () => {
  start('#ms-authors=a')
  await becomesReady()
  expect([location.hash, paths()]).toEqual(['#ms-authors=a', ['/app-member']])
  expect(sessionStorage.getItem('_ms-provider')).not.toBeNull()
})
