import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { $member } from '../../../widget/stores/identity'
import { setReadiness } from '../../../widget/stores/app'
import { $proofRequest, hideProof } from '../../../widget/stores/modal'
import { setInspector, type InspectorMessage } from '../../../widget/stores/inspection'
import { aMember } from '../../support/a-member'
import { aMemberAuth } from '../../support/fake-client'
import { eventually } from '../../support/eventually'
import { type FakePopup, fakePopups } from '../../support/provider-popups'
import { startTestApi, type TestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await openClient(api).client.signupMemberEmailPassword(ada)
})
afterAll(() => api.close())
afterEach(() => {
  setInspector(null)
  hideProof()
})

function openPage(changes: Parameters<typeof openClient>[1] = {}) {
  const page = openClient(api, changes)
  return { ...page, opened: fakePopups(page.window) }
}
/** A window’s URL, without random values. */
function parametersOf(popup: FakePopup | undefined): Record<string, string> {
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
  window.document.addEventListener('membership.login', heard)
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

test('a sign-up sends custom fields, plans and the invitation, and is reported as a sign-up', async () => {
  const { client, window, opened } = openPage({ inviteToken: () => 'inv', mayTrack: false })
  const heard = vi.fn()
  window.document.addEventListener('membership.signup', heard)
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
] as const)('a %s that became a %s is reported as the latter', async (asked, came) => {
  const { client, window, opened } = openPage({ inviteToken: () => null, mayTrack: false })
  const heard = { signup: vi.fn(), login: vi.fn() }
  for (const [event, listener] of Object.entries(heard))
    window.document.addEventListener(`membership.${event}`, listener)
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

/** The member proved themselves too long ago. */
async function logInLongAgo() {
  const opened = openPage()
  await opened.client.loginMemberEmailPassword(ada)
  const outdated = new Response(JSON.stringify({ code: 'reauthentication-required', message: 'Again.' }), {
    status: 403,
  })
  opened.refuse.with = outdated
  return opened
}

test('a connection without a proof closes its window, asks over the page and opens the window again', async () => {
  const { client, opened, refuse } = await logInLongAgo()
  const answer = client.connectProvider({ provider: 'google' })
  await eventually(() => expect($proofRequest.get()?.params).toEqual({ act: 'createConnectTicket' }))
  expect([opened.length, opened[0]?.closed]).toEqual([1, true])
  refuse.with = undefined
  $proofRequest.get()?.settle({ type: 'CONTINUE', data: null })
  await eventually(() => expect(opened[1]?.led).toHaveLength(1))
  expect(opened[1]?.parameters().get('ticket')).toBeTruthy()
  opened[1]?.post({ data: { providers: [{ provider: 'google' }] } })
  expect((await answer).data).toEqual({ providers: [{ provider: 'google' }] })
})

test('who closes the question gets the refusal, and no second window', async () => {
  const { client, opened } = await logInLongAgo()
  const answer = client.connectProvider({ provider: 'google' })
  await eventually(() => expect($proofRequest.get()).not.toBeNull())
  hideProof()
  await expect(answer).rejects.toMatchObject({ code: 'reauthentication-required' })
  expect(opened).toHaveLength(1)
})

test('a proof by a provider opens its window within the call, never a full page, and renews the session', async () => {
  const { client, opened, requests } = openPage()
  await client.loginMemberEmailPassword(ada)
  const answer = client.reauthenticateMember({ provider: 'google' })
  expect(opened).toHaveLength(1)
  await eventually(() => expect(opened[0]?.led[0]).toContain('/auth-provider/prove?'))
  expect(requests.at(-1)).toMatchObject({ path: '/member/connect-ticket', body: { purpose: 'prove' } })
  const { ticket, device } = parametersOf(opened[0])
  expect([Boolean(ticket), device]).toEqual([true, undefined])
  opened[0]?.post({ data: { tokens: { accessToken: 'renewed', expires: 4_102_444_800_000, type: 'bearer' } } })
  expect((await answer).data).toEqual({ success: true })
  expect(client.getMemberCookie()).toBe('renewed')
})

test('a connection completed after a logout changes no member', async () => {
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

test('an error of the window is thrown and changes no member', async () => {
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

test('the inspector gets the result and the input of each flow', async () => {
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
