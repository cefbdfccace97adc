// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boot } from '../../widget/boot'
import type { MembershipConfig } from '../../widget/public'
import { $app, setReadiness } from '../../widget/stores/app'
import { $member, clearSession, setMember } from '../../widget/stores/identity'
import { aMember } from '../support/a-member'
import { anApp } from '../support/an-app'
import { aMemberAuth } from '../support/fake-client'
import { eventually } from '../support/eventually'

const page = 'https://shop.example/in?a=%20+&memberToken=a%2Dticket&b#part'
const onLogin = vi.fn()
/** The requests in order, each with the page's URL and the session at that moment. */
let requests: { path: string; body: unknown; at: string; authorization: string | null }[] = []
let answerTicket: (response: Response) => void = () => {}

const json = (data: unknown, status = 200): Response => new Response(JSON.stringify(data), { status })
const accept = (): void => answerTicket(json({ data: aMemberAuth() }))

function start(config: MembershipConfig = { useMemberToken: true }, address = page): void {
  window.location.href = address
  window.memberstackConfig = config
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init = {}) => {
    const authorization = new Headers(init.headers).get('authorization')
    const path = new URL(input instanceof Request ? input.url : input).pathname
    requests.push({
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      at: location.href,
      authorization,
    })
    if (path === '/auth/member-ticket') return new Promise((resolve) => (answerTicket = resolve))
    const member = authorization === null ? null : aMember()
    return json({ data: { app: anApp(), member, sessionData: { sessionId: '01HVISIT' } } })
  })
  const tag = {
    appId: 'app_demo',
    publicKey: null,
    isMemberstack1: false,
    apiUrl: 'https://api.example',
    analytics: false,
    curtain: true,
    gatedPages: null,
    pageGate: true,
    inspector: false,
  }
  boot(window, tag)
}

const becomesReady = () => eventually(() => expect(window.$memberstackReady).toBe(true))
const paths = (): string[] => requests.map(({ path }) => path)

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = '<p data-ms-content="members">In</p><p data-ms-content="!members">Out</p>'
  $app.set(null)
  clearSession()
  setMember(undefined)
  setReadiness('waiting')
  requests = []
  onLogin.mockClear()
  document.addEventListener('membership.login', onLogin)
})
afterEach(() => {
  window.$memberstackDom?.destroy()
  delete window.memberstackConfig
  document.removeEventListener('membership.login', onLogin)
})

test('a ticket leaves the address at once, and logs in before anything else is asked', async () => {
  start()
  expect(location.href).toBe('https://shop.example/in?a=%20+&b#part')
  expect($member.get()).toBeUndefined()
  await eventually(() => expect(requests).toHaveLength(1))
  expect(requests[0]).toMatchObject({ body: { ticket: 'a-ticket' }, at: location.href, authorization: null })
  accept()
  await becomesReady()
  expect(paths()).toEqual(['/auth/member-ticket', '/app-member'])
  expect(requests[1]?.authorization).toBe('Bearer token')
  expect([localStorage.getItem('_ms-mid'), document.body.textContent]).toEqual(['token', 'In'])
  expect(onLogin.mock.calls[0]?.[0]).toMatchObject({ detail: { member: { id: aMember().id } } })
})

test('a ticket that is refused leaves a visitor, and is not written to the console', async () => {
  const lines: unknown[] = []
  const warn = vi.spyOn(console, 'warn').mockImplementation((...parts) => void lines.push(...parts))
  start()
  await eventually(() => expect(requests).toHaveLength(1))
  answerTicket(json({ code: 'invalid-member-ticket', message: 'No.' }, 400))
  await becomesReady()
  expect([$member.get(), document.body.textContent, onLogin.mock.calls.length]).toEqual([null, 'Out', 0])
  expect(lines.map(String).join(' ')).toMatch(/login ticket in this page’s URL was rejected/)
  expect(lines.map((line) => JSON.stringify(line) + String(line)).join()).not.toContain('a-ticket')
  warn.mockRestore()
})

test('a logged-in member stays, and the ticket is still removed from the URL', async () => {
  localStorage.setItem('_ms-mid', 'mine')
  start()
  await becomesReady()
  expect(paths()).toEqual(['/app-member'])
  expect(location.search).toBe('?a=%20+&b')
})

test.each([{}, { useMemberToken: false }])(
  'without the page’s wish (%o) the address stays as it is',
  async (config) => {
    start(config)
    await becomesReady()
    expect([location.href, paths()]).toEqual([page, ['/app-member']])
  },
)

test('an empty one is taken away and not asked about', async () => {
  start(undefined, 'https://shop.example/in?memberToken=')
  await becomesReady()
  expect([location.href, paths()]).toEqual(['https://shop.example/in', ['/app-member']])
})

test('a page that may not change its address logs in too', async () => {
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('sandboxed', 'SecurityError')
  })
  start()
  await eventually(() => expect(requests).toHaveLength(1))
  accept()
  await becomesReady()
  expect(localStorage.getItem('_ms-mid')).toBe('token')
})
