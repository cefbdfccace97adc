import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Member } from '../../../widget/public'
import { $identity, $member, $visitSessionId, setVisitSessionId } from '../../../widget/stores/identity'
import { startTestApi, type TestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'
import { eventually } from '../../support/eventually'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await openClient(api).client.signupMemberEmailPassword(ada)
})
afterAll(() => api.close())

/** The events that the page's own script gets on its document. */
function listenFor(window: Window & typeof globalThis, name: string): (Member | null)[] {
  const heard: (Member | null)[] = []
  window.document.addEventListener(name, (event) => {
    if (!(event instanceof window.CustomEvent)) throw new Error('no CustomEvent')
    heard.push(event.detail.member)
  })
  return heard
}

test('a signup creates the member, starts the session and tells the page', async () => {
  const { client, window, requests } = openClient(api)
  const heard = listenFor(window, 'membership.signup')
  const told = vi.fn()
  client.onAuthChange(told)
  const { data } = await client.signupMemberEmailPassword(
    { email: 'new@example.com', password: 'correct horse', customFields: { 'first-name': 'New' } },
    { includeContentGroups: true },
  )
  expect(requests[0]).toMatchObject({
    path: '/auth/signup',
    body: { origin_domain: 'https://shop.example', options: { includeContentGroups: true } },
  })
  expect(data.member.customFields).toMatchObject({ 'first-name': 'New' })
  expect($member.get()).toEqual(data.member)
  expect($identity.get().session).toEqual({ accessToken: data.tokens.accessToken, expires: data.tokens.expires })
  expect(client.getMemberCookie()).toBe(data.tokens.accessToken)
  expect(told).toHaveBeenCalledOnce()
  expect(heard).toEqual([data.member])
})

test('a login starts the session and tells the page', async () => {
  const { client, window } = openClient(api)
  const heard = listenFor(window, 'membership.login')
  const told = vi.fn()
  client.onAuthChange(told)
  const { data } = await client.loginMemberEmailPassword(ada)
  expect($member.get()).toEqual(data.member)
  expect(told.mock.calls[0]![0]).toEqual(data.member)
  expect(heard).toEqual([data.member])
})

test('a refused login changes nothing and gives the server’s reason', async () => {
  const { client } = openClient(api)
  const told = vi.fn()
  client.onAuthChange(told)
  await expect(client.loginMemberEmailPassword({ ...ada, password: 'wrong' })).rejects.toMatchObject({
    code: 'invalid-credentials',
    statusCode: 401,
    message: 'Invalid email or password.',
  })
  expect([$member.get(), client.getMemberCookie(), told.mock.calls.length]).toEqual([null, undefined, 0])
})

test('a logout ends the session here and on the server', async () => {
  const { client, window, requests } = openClient(api)
  const heard = listenFor(window, 'membership.logout')
  const { data } = await client.loginMemberEmailPassword(ada)
  setVisitSessionId('01HVISIT')
  const told = vi.fn()
  client.onAuthChange(told)
  expect(await client.logout()).toEqual({ data: { redirect: null } })
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/member/logout' })
  expect([$member.get(), client.getMemberCookie(), $visitSessionId.get()]).toEqual([null, undefined, null])
  expect(told.mock.calls).toEqual([[null]])
  expect(heard).toEqual([null])
  const after = await api.call('getMember', {}, { token: data.tokens.accessToken })
  expect(after.data).toBeNull()
})

test('a logout without a connection ends the local session, and the console says that the server did not get it', async () => {
  const { client, window, unplug } = openClient(api)
  const heard = listenFor(window, 'membership.logout')
  await client.loginMemberEmailPassword(ada)
  unplug()
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  expect(await client.logout()).toEqual({ data: { redirect: null } })
  expect([$member.get(), client.getMemberCookie(), heard]).toEqual([null, undefined, [null]])
  expect(complaint.mock.calls.map(([text]) => text)).toEqual([
    '[membership] The logout could not be sent to the server.',
  ])
  complaint.mockRestore()
})

test('a logout that requires the server rejects without a connection, and the member stays logged in', async () => {
  const { client, window, unplug } = openClient(api)
  const heard = listenFor(window, 'membership.logout')
  const { data } = await client.loginMemberEmailPassword(ada)
  unplug()
  await expect(client.logout({ requireServer: true })).rejects.toMatchObject({ code: 'network-error', statusCode: 0 })
  expect([$member.get(), client.getMemberCookie(), heard]).toEqual([data.member, data.tokens.accessToken, []])
})

test('a logout that the server refuses rejects, and the member stays logged in', async () => {
  const answer = { code: 'service-unavailable', message: 'The service cannot answer right now.' }
  const { client, window, refuse } = openClient(api)
  const { data } = await client.loginMemberEmailPassword(ada)
  const heard = listenFor(window, 'membership.logout')
  refuse.with = Response.json(answer, { status: 503 })
  await expect(client.logout()).rejects.toMatchObject({ ...answer, statusCode: 503 })
  expect([$member.get(), client.getMemberCookie(), heard]).toEqual([data.member, data.tokens.accessToken, []])
})

test('a logout from a session that the server no longer knows succeeds', async () => {
  const { client, window } = openClient(api)
  const { data } = await client.loginMemberEmailPassword(ada)
  await api.call('logout', {}, { token: data.tokens.accessToken })
  const heard = listenFor(window, 'membership.logout')
  expect(await client.logout()).toEqual({ data: { redirect: null } })
  expect([$member.get(), client.getMemberCookie(), heard]).toEqual([null, undefined, [null]])
})

test('a member who logs in during a logout stays', async () => {
  const { client, hold } = openClient(api)
  await client.loginMemberEmailPassword(ada)
  let release = (): void => {}
  hold.until = new Promise((resolve) => (release = resolve))
  const logout = client.logout()
  await eventually(() => expect(hold.held).toBe(1))
  hold.until = undefined
  const { data } = await client.loginMemberEmailPassword(ada)
  release()
  await logout
  expect([$member.get(), client.getMemberCookie()]).toEqual([data.member, data.tokens.accessToken])
})

test('a forgotten password is reset by the mailed code, and the session that was open is found dead', async () => {
  const { client } = openClient(api)
  await client.signupMemberEmailPassword({ email: 'bea@example.com', password: 'first password' })
  const { data: sentence } = await client.sendMemberResetPasswordEmail({ email: 'bea@example.com' })
  expect(sentence).toEqual(expect.any(String))
  const mail = await api.mailTo('bea@example.com')
  const code = /^\d{6}$/m.exec(mail!.text)![0]
  const reset = { token: code, newPassword: 'second password', email: 'bea@example.com' }
  expect((await client.resetMemberPassword(reset)).data).toEqual({ success: true })
  await eventually(() => expect($member.get()).toBeNull())
  expect(client.getMemberCookie()).toBeUndefined()
  await client.loginMemberEmailPassword({ email: 'bea@example.com', password: 'second password' })
})

test('a verification mail names the page’s origin', async () => {
  const { client, requests } = openClient(api)
  await client.signupMemberEmailPassword({ email: 'cy@example.com', password: 'correct horse' })
  expect((await client.sendMemberVerificationEmail()).data).toEqual({ success: true })
  expect(requests.at(-1)!.body).toEqual({ origin_domain: 'https://shop.example' })
})

test.each([
  'signupMemberEmailPassword',
  'loginMemberEmailPassword',
  'sendMemberResetPasswordEmail',
  'resetMemberPassword',
  'updateMember',
  'getPlan',
] as const)('%s without arguments rejects with a code', async (method) => {
  const { client } = openClient(api)
  await client.loginMemberEmailPassword(ada)
  // @ts-expect-error what a page's script may do
  await expect(client[method]()).rejects.toMatchObject({
    name: 'MembershipError',
    code: method === 'getPlan' ? 'plan-not-found' : 'required-field-missing',
  })
})
