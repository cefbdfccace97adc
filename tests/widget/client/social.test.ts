import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { $member } from '../../../widget/stores/identity'
import { setReadiness } from '../../../widget/stores/app'
import { setInspector, type InspectorMessage } from '../../../widget/stores/inspection'
import { aMember } from '../../support/a-member'
import { aMemberAuth } from '../../support/fake-client'
import { eventually } from '../../support/eventually'
import { type PopupStandIn, standInForPopups } from '../../support/provider-popups'
import { startTestApi, type TestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await openClient(api).client.signupMemberEmailPassword(ada)
})
afterAll(() => api.close())
afterEach(() => setInspector(null))

function openPage(changes: Parameters<typeof openClient>[1] = {}) {
  const page = openClient(api, changes)
  return { ...page, opened: standInForPopups(page.window) }
}
/** Of a window’s address, without what is drawn for it. */
function parametersOf(popup: PopupStandIn | undefined): Record<string, string> {
  const { state, ...rest } = Object.fromEntries(popup?.parameters() ?? [])
  expect(state).toMatch(/^[0-9a-f]{32}$/)
  return rest
}
const page = { appId: 'app_demo', publicKey: 'pk_sb_demo', url: '/members/page.html', origin: 'shop.example' }
const opener = { ...page, opener_origin: 'https://shop.example' }
const visit = { browser: 'OTHER', os: 'LINUX', screenSize: 'TABLET' }

test('a login opens its window within the call, and its answer starts the session and tells the page', async () => {
  const { client, window, opened } = openPage()
  const heard = vi.fn()
  window.document.addEventListener('memberstack.login', heard)
  const told = vi.fn()
  client.onAuthChange(told)
  const answer = client.loginWithProvider({ provider: 'google', allowSignup: true })
  expect(opened).toHaveLength(1)
  const [popup] = opened
  expect(popup?.address?.origin).toBe('https://api.example')
  expect([popup?.name, popup?.address?.pathname]).toEqual(['login', '/auth-provider/login'])
  expect(parametersOf(popup)).toMatchObject({ ...opener, ...visit, provider: 'google', allowSignup: 'true' })
  const data = aMemberAuth()
  popup?.post({ data, message: 'Welcome.' })
  expect(await answer).toEqual({ data, message: 'Welcome.' })
  expect([$member.get(), client.getMemberCookie()]).toEqual([data.member, data.tokens.accessToken])
  expect([heard.mock.calls.length, told.mock.calls]).toEqual([1, [[data.member]]])
})

test('a sign-up takes custom fields, plans and the invitation along, and is told as one', async () => {
  const { client, window, opened } = openPage({ inviteToken: () => 'inv', mayTrack: false })
  const heard = vi.fn()
  window.document.addEventListener('memberstack.signup', heard)
  const answer = client.signupWithProvider({
    provider: 'github',
    customFields: { 'first-name': 'Zoë & 100 %', age: 7 },
    plans: [{ planId: 'pln_free' }],
  })
  expect([opened[0]?.name, opened[0]?.address?.pathname]).toEqual(['signup', '/auth-provider/signup'])
  expect(parametersOf(opened[0])).toEqual({
    ...opener,
    provider: 'github',
    customFields: '{"first-name":"Zoë & 100 %","age":7}',
    plans: '[{"planId":"pln_free"}]',
    inviteToken: 'inv',
    device: '',
  })
  opened[0]?.post({ data: aMemberAuth() })
  await answer
  expect(heard).toHaveBeenCalledOnce()
})

test.each([
  ['signup', 'login'],
  ['login', 'signup'],
] as const)('a %s that came to be a %s is told as what it came to be', async (asked, came) => {
  const { client, window, opened } = openPage({ inviteToken: () => null, mayTrack: false })
  const heard = { signup: vi.fn(), login: vi.fn() }
  for (const [event, listener] of Object.entries(heard))
    window.document.addEventListener(`memberstack.${event}`, listener)
  const params = { provider: 'google', allowSignup: true }
  const answer = asked === 'signup' ? client.signupWithProvider(params) : client.loginWithProvider(params)
  const data = aMemberAuth()
  opened[0]?.post({ data, came })
  expect(await answer).toEqual({ data })
  expect([heard[came].mock.calls.length, heard[asked].mock.calls.length]).toEqual([1, 0])
})

test('a connection opens its window at once, fetches a ticket for it, and shows in the member', async () => {
  const { client, opened, requests } = openPage({ inviteToken: () => 'inv', mayTrack: false })
  const { data } = await client.loginMemberEmailPassword(ada)
  const answer = client.connectProvider({ provider: 'spotify' })
  expect([opened[0]?.name, opened[0]?.address]).toEqual(['connect', null])
  await eventually(() => expect(opened[0]?.led).toHaveLength(1))
  expect(requests.at(-1)?.path).toBe('/member/connect-ticket')
  const { ticket, ...parameters } = parametersOf(opened[0])
  expect(parameters).toEqual({ ...opener, provider: 'spotify' })
  expect(ticket).toMatch(/./)
  expect(opened[0]?.led[0]).not.toContain(data.tokens.accessToken)
  opened[0]?.post({ data: { providers: [{ provider: 'spotify' }] }, message: 'Connected.' })
  expect(await answer).toEqual({ data: { providers: [{ provider: 'spotify' }] }, message: 'Connected.' })
  expect($member.get()?.auth).toEqual({ ...data.member.auth, providers: [{ provider: 'spotify' }] })
})

test('a connection that the server refuses closes its window and says why', async () => {
  const { client, opened } = openPage()
  await expect(client.connectProvider({ provider: 'google' })).rejects.toMatchObject({ code: 'login-required' })
  expect(opened[0]?.closed).toBe(true)
})

test('a connection that is answered after a logout changes nobody', async () => {
  const { client, opened } = openPage()
  await client.loginMemberEmailPassword(ada)
  const answer = client.connectProvider({ provider: 'google' })
  await eventually(() => expect(opened[0]?.led).toHaveLength(1))
  await client.logout()
  opened[0]?.post({ data: { providers: [{ provider: 'google' }] } })
  await answer
  expect($member.get()).toBeNull()
})

test('a disconnection shows in the member; what the server refuses changes nothing', async () => {
  const { client, refuse } = openPage()
  const { data } = await client.loginMemberEmailPassword(ada)
  await expect(client.disconnectProvider({ provider: 'google' })).rejects.toMatchObject({
    code: 'account-not-connected',
  })
  expect($member.get()).toEqual(data.member)
  refuse.with = Response.json({ data: { providers: [{ provider: 'github' }] }, message: 'Gone.' })
  expect(await client.disconnectProvider({ provider: 'google' })).toMatchObject({ message: 'Gone.' })
  expect($member.get()?.auth.providers).toEqual([{ provider: 'github' }])
})

test('an error of the window is thrown and changes nobody', async () => {
  const { client, opened } = openPage()
  const answer = client.loginWithProvider({ provider: 'google' })
  opened[0]?.post({ error: { code: 'account-not-found', message: 'There is none.' } })
  await expect(answer).rejects.toMatchObject({ code: 'account-not-found', message: 'There is none.' })
  expect($member.get()).toBeNull()
})

test('a page that does not know the app’s key yet opens an empty window, and leads it on', async () => {
  const { client, opened, requests } = openPage({ publicKey: null })
  setReadiness('waiting')
  const answer = client.loginWithProvider({ provider: 'google' })
  expect(opened[0]?.address).toBeNull()
  expect(requests).toEqual([])
  setReadiness('timed-out')
  await eventually(() => expect(opened[0]?.led).toHaveLength(1))
  expect(parametersOf(opened[0])).toMatchObject({ appId: 'app_demo', publicKey: 'pk_sb_demo' })
  opened[0]?.post({ data: aMemberAuth() })
  expect((await answer).data.member).toEqual(aMember())
})

test('the inspector is told how each way ended, and with what it was asked', async () => {
  const { client, opened } = openPage()
  const told: InspectorMessage[] = []
  setInspector((event) => told.push(event))
  const answer = client.loginWithProvider({ provider: 'google' })
  opened[0]?.post({ data: aMemberAuth() })
  await answer
  const refused = client.signupWithProvider({ provider: 'google', customFields: {} })
  opened[1]?.post({ error: { code: 'use-email-login', message: 'x' } })
  await expect(refused).rejects.toThrow('x')
  expect(told).toMatchObject([
    { kind: 'provider', flow: 'login', input: { provider: 'google' }, code: null },
    { kind: 'provider', flow: 'signup', input: { provider: 'google', customFields: {} }, code: 'use-email-login' },
  ])
})
