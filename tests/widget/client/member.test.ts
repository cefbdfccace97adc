import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { $identity, $member, setMember, setSession } from '../../../widget/stores/identity'
import { $readiness, setReadiness } from '../../../widget/stores/app'
import { aMember } from '../../support/a-member'
import { startTestApi, type TestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'
import { eventually } from '../../support/eventually'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await openClient(api).client.signupMemberEmailPassword(ada)
})
afterAll(() => api.close())

test('without a session there is no member, and no request', async () => {
  const { client, requests } = openClient(api)
  expect(await client.getCurrentMember()).toEqual({ data: null })
  expect(await client.getCurrentMember({ useCache: true })).toEqual({ data: null })
  expect(requests).toEqual([])
})

test('the current member comes from the server', async () => {
  const { client, requests } = openClient(api)
  const { data } = await client.loginMemberEmailPassword(ada)
  expect((await client.getCurrentMember()).data).toEqual(data.member)
  expect(requests.at(-1)).toMatchObject({ method: 'GET', path: '/member' })
})

test('useCache gives the stored member without a request', async () => {
  const { client, requests } = openClient(api)
  const { data } = await client.loginMemberEmailPassword(ada)
  const before = requests.length
  expect((await client.getCurrentMember({ useCache: true })).data).toEqual(data.member)
  expect(requests).toHaveLength(before)
})

test('a session that the server does not know ends, and subscribers hear of it', async () => {
  const { client } = openClient(api)
  setSession({ accessToken: 'dead', expires: null }, aMember())
  setMember(aMember())
  const told = vi.fn()
  client.onAuthChange(told)
  expect((await client.getCurrentMember()).data).toBeNull()
  expect([$member.get(), client.getMemberCookie(), told.mock.calls]).toEqual([null, undefined, [[null]]])
})

test('any call that finds the session dead ends it', async () => {
  const { client } = openClient(api)
  setSession({ accessToken: 'dead', expires: null }, aMember())
  await expect(client.updateMember({ customFields: {} })).rejects.toMatchObject({ code: 'client/invalid-token' })
  expect(client.getMemberCookie()).toBeUndefined()
})

test('a session survives a server that cannot be reached', async () => {
  const { client, unplug } = openClient(api)
  await client.loginMemberEmailPassword(ada)
  unplug()
  await expect(client.getCurrentMember()).rejects.toMatchObject({ code: 'network-error' })
  expect($identity.get().member).not.toBeNull()
  expect(client.getMemberCookie()).toBeDefined()
})

test('an update stores the answer and is no login', async () => {
  const { client } = openClient(api)
  await client.loginMemberEmailPassword(ada)
  const told = vi.fn()
  client.onAuthChange(told)
  const { data } = await client.updateMember({ customFields: { 'first-name': 'Augusta' } })
  expect(data.customFields['first-name']).toBe('Augusta')
  expect([$member.get(), $identity.get().member]).toEqual([data, data])
  expect(told).not.toHaveBeenCalled()
})

test('a call with another session’s token leaves the stored session alone', async () => {
  // In another browser: here, the login would end that session.
  const elsewhere = openClient(api).client
  const other = await elsewhere.signupMemberEmailPassword({ email: 'other@example.com', password: 'correct horse' })
  const { client } = openClient(api)
  const mine = await client.loginMemberEmailPassword(ada)
  const token = other.data.tokens.accessToken
  await client.updateMember({ customFields: { 'first-name': 'Other' } }, { token })
  await client.deleteMember({ token })
  await expect(client.updateMember({ customFields: {} }, { token })).rejects.toMatchObject({
    code: 'client/invalid-token',
  })
  expect($member.get()).toEqual(mine.data.member)
  expect(client.getMemberCookie()).toBe(mine.data.tokens.accessToken)
})

test('deleting the account ends the session', async () => {
  const { client } = openClient(api)
  const { data } = await client.signupMemberEmailPassword({ email: 'gone@example.com', password: 'correct horse' })
  const told = vi.fn()
  client.onAuthChange(told)
  expect((await client.deleteMember()).data).toEqual({ id: data.member.id })
  expect([$member.get(), client.getMemberCookie(), told.mock.calls]).toEqual([null, undefined, [[null]]])
})

test('a response after someone else logged in changes nothing', async () => {
  const { client, hold, requests } = openClient(api)
  await client.loginMemberEmailPassword(ada)
  let release = (): void => {}
  hold.until = new Promise((resolve) => (release = resolve))
  const late = client.getCurrentMember()
  await eventually(() => expect(requests.at(-1)?.path).toBe('/member'))
  setSession({ accessToken: 'newer', expires: null }, aMember({ id: 'mem_newer' }))
  setMember(aMember({ id: 'mem_newer' }))
  release()
  await late
  expect($member.get()?.id).toBe('mem_newer')
  expect(client.getMemberCookie()).toBe('newer')
})

test('a member confirmed after the deadline makes the page ready after all', async () => {
  const { client } = openClient(api)
  await client.loginMemberEmailPassword(ada)
  setReadiness('timed-out')
  await client.getCurrentMember()
  expect($readiness.get()).toBe('known')
})
