// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boot } from '../../widget/boot'
import type { MembershipClient } from '../../widget/public'
import { $app, $readiness, setReadiness } from '../../widget/stores/app'
import { $member, clearSession, setMember, setVisitSessionId } from '../../widget/stores/identity'
import { aMember } from '../support/a-member'
import { anApp } from '../support/an-app'
import { expectConsole } from '../setup/console-watch'
import { eventually } from '../support/eventually'

const tag = {
  appId: 'app_demo',
  publicKey: null,
  isMemberstack1: false,
  apiUrl: 'https://api.example',
  analytics: true,
  curtain: true,
  gatedPages: null,
  pageGate: true,
  inspector: false,
}

type Answer = (path: string, init: RequestInit) => Response | Promise<Response>

let client: MembershipClient | undefined
let requests: { path: string; init: RequestInit }[] = []
const ready = vi.fn()

const json = (data: unknown, status = 200): Response =>
  new Response(JSON.stringify(status === 200 ? { data } : data), { status })

const appAndMember = (member = null as ReturnType<typeof aMember> | null) =>
  json({ app: anApp(), member, sessionData: { sessionId: '01HVISIT' } })

function start(answer: Answer, changes: Partial<typeof tag> = {}): MembershipClient {
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init = {}) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    requests.push({ path, init })
    return answer(path, init)
  })
  client = boot(window, { ...tag, ...changes })
  return client
}

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = '<p data-ms-content="members">In</p><p data-ms-content="!members">Out</p>'
  $app.set(null)
  clearSession()
  setMember(undefined)
  setVisitSessionId(null)
  setReadiness('waiting')
  requests = []
  ready.mockClear()
  document.addEventListener('memberstack.ready', ready)
})
afterEach(() => {
  vi.useRealTimers()
  client?.destroy()
  client = undefined
  document.removeEventListener('memberstack.ready', ready)
})

const becomesReady = () => eventually(() => expect(window.$memberstackReady).toBe(true))

test('a visitor’s page is ready after one call', async () => {
  start(() => appAndMember())
  expect([window.$memberstackDom, window.$memberstackReady, $member.get()]).toEqual([client, false, null])
  await becomesReady()
  expect(ready).toHaveBeenCalledOnce()
  expect(requests.map(({ path }) => path)).toEqual(['/app-member'])
  expect(document.body.textContent).toBe('Out')
})

test.each([true, false])(
  'addresses are gated by what the app says of them, unless the tag says otherwise (%s)',
  async (pageGate) => {
    start(() => appAndMember(), { pageGate })
    await becomesReady()
    expect(localStorage.getItem('_ms-pages') !== null).toBe(pageGate)
  },
)

test('a page that puts a wrapper in the client’s place hears that it is ready; an ended one does not', async () => {
  const created = start(() => appAndMember())
  window.$memberstackDom = new Proxy(created, {})
  await becomesReady()
  expect(ready).toHaveBeenCalledOnce()
  created.destroy()
  start(() => appAndMember()).destroy()
  start(() => appAndMember())
  await becomesReady()
  expect(ready).toHaveBeenCalledTimes(2)
})

test('a member’s page is ready once the member is confirmed', async () => {
  localStorage.setItem('_ms-mid', 'token')
  let answer: (response: Response) => void = () => {}
  start(() => new Promise((resolve) => (answer = resolve)))
  await eventually(() => expect(requests).toHaveLength(1))
  expect([$member.get(), window.$memberstackReady]).toEqual([undefined, false])
  answer(appAndMember(aMember()))
  await becomesReady()
  expect($member.get()).toEqual(aMember())
  expect(document.body.textContent).toBe('In')
  expect(new Headers(requests[0]!.init.headers).get('authorization')).toBe('Bearer token')
})

test('a stored session that the server does not know ends', async () => {
  localStorage.setItem('_ms-mid', 'dead')
  start(() => appAndMember(null))
  await becomesReady()
  expect([$member.get(), localStorage.getItem('_ms-mid')]).toEqual([null, null])
})

test('an app that fails says once what to check, shows the visitor’s side, and recovers', async () => {
  expectConsole('error', /"app_demo" could not be loaded from https:\/\/api\.example.*connect-src/)
  localStorage.setItem('_ms-mid', 'token')
  const started = start((path) =>
    path === '/member' ? json(aMember()) : json({ code: 'service-unavailable', message: 'Later.' }, 503),
  )
  await becomesReady()
  expect([$readiness.get(), $member.get()]).toEqual(['timed-out', undefined])
  await started.getCurrentMember()
  expect([$readiness.get(), $member.get()]).toEqual(['known', aMember()])
})

test.each([
  ['app-not-found', 404, /The app "app_demo" does not exist at https:\/\/api\.example.*data-memberstack-app/],
  ['invalid-public-key', 401, /public key does not belong to the app "app_demo".*data-memberstack-key/],
])('an app that answers %s names the mistake in the tag', async (code, status, sentence) => {
  expectConsole('error', sentence)
  start(() => json({ code, message: 'No.' }, status))
  await becomesReady()
})

test('a server without a response delays the page by at most 3 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  start(() => new Promise(() => {}))
  // The call is sent after the task of the script.
  await vi.advanceTimersByTimeAsync(0)
  vi.advanceTimersByTime(2_999)
  expect($readiness.get()).toBe('waiting')
  vi.advanceTimersByTime(1)
  expect($readiness.get()).toBe('timed-out')
  vi.useRealTimers()
  await becomesReady()
})

test('calls made at once are answered once the page is ready', async () => {
  const started = start((path) => (path === '/app' ? json(anApp()) : appAndMember()))
  expect((await started.getApp()).data).toEqual(anApp())
  expect(requests.map(({ path }) => path)).toEqual(['/app-member', '/app'])
})

test('page views of a single-page site are counted', async () => {
  start((path) => (path === '/page-view' ? json({ sessionData: { sessionId: '01HVISIT' } }) : appAndMember()))
  await becomesReady()
  history.pushState(null, '', '/next')
  await eventually(() => expect(requests.map(({ path }) => path)).toEqual(['/app-member', '/page-view']))
})

test.each([
  ['the tag opts out', { analytics: false }, false],
  ['the browser asks not to be tracked', {}, true],
])('nothing is counted and no visit kept where %s', async (_, changes, globalPrivacyControl) => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: globalPrivacyControl, configurable: true })
  const started = start((path) => (path === '/app' ? json(anApp()) : appAndMember()), changes)
  await becomesReady()
  history.pushState(null, '', `/elsewhere-${String(globalPrivacyControl)}`)
  await started.getApp()
  expect(requests.map(({ path }) => path)).toEqual(['/app-member', '/app'])
  const body = requests[0]?.init.body
  expect(Object(JSON.parse(typeof body === 'string' ? body : '')).data).toEqual({ trackPageView: false })
  expect(localStorage.getItem('ms_session_id')).toBeNull()
  Reflect.deleteProperty(navigator, 'globalPrivacyControl')
})

test('destroy ends everything, leaves what is stored, and makes room for another start', async () => {
  localStorage.setItem('_ms-mid', 'token')
  const started = start(() => appAndMember(aMember()))
  await becomesReady()
  const opened = started.openModal('LOGIN')
  started.destroy()
  expect(await opened).toEqual({ type: 'CLOSED' })
  expect([window.$memberstackDom, window.$memberstackReady]).toEqual([undefined, false])
  expect(localStorage.getItem('_ms-mid')).toBe('token')
  expect(start(() => appAndMember(aMember()))).toBe(window.$memberstackDom)
})
