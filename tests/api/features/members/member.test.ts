import { expect, onTestFinished, test } from 'vitest'
import { sampleImage } from '../../../support/sample-images'
import { openTestServices } from '../../../support/open-test-services'
import { callHeaders, startTestApi } from '../../../support/start-api'
import type { TestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function openAsAnn(changes: Parameters<typeof openTestServices>[0] = {}) {
  const services = await openTestServices(changes)
  const { data } = await services.call('signup', { ...ann, plans: [{ planId: 'pln_free' }] })
  return { services, token: data.tokens.accessToken, id: data.member.id }
}

const annIn = (services: TestServices) => services.store.members.findByEmail('app_demo', 'test', ann.email)

test('getMember answers the member, and null without a session', async () => {
  const { services, token, id } = await openAsAnn()
  const { data } = await services.call('getMember', {}, await services.as(token))
  expect(data).toMatchObject({ id, planConnections: [{ planId: 'pln_free' }], teams: { ownedTeams: [] } })
  expect(await services.call('getMember', {})).toEqual({ data: null })
})

test.each(['Basic', 'Token', ''])('a session in a header of another scheme is none: "%s"', async (scheme) => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { data } = await api.call('signup', ann)
  const { accessToken } = data.tokens
  const read = async (authorization: string) =>
    (await api.call('getMember', {}, { headers: { authorization } })).data?.id ?? null
  expect(await read(`bearer  ${accessToken}`)).toBe(data.member.id)
  expect(await read(`${scheme} ${accessToken}`)).toBeNull()
})

test('admin-only data is left out of every member response', async () => {
  const { services, token, id } = await openAsAnn()
  await services.store.members.update(id, { customFields: { 'first-name': 'Ann', 'internal-note': 'difficult' } })
  const context = await services.as(token)
  const answers = [
    (await services.call('getMember', {}, context)).data,
    (await services.call('updateMember', { customFields: {} }, context)).data,
    (await services.call('login', ann)).data.member,
    (await services.call('getAppAndMember', {}, context)).data.member,
  ]
  for (const member of answers) expect(member?.customFields).toEqual({ 'first-name': 'Ann' })
})

test('updateMember merges, empties with null, and keeps what an admin wrote', async () => {
  const { services, token, id } = await openAsAnn()
  await services.store.members.update(id, { customFields: { company: 'Acme', 'internal-note': 'x' } })
  const { data } = await services.call(
    'updateMember',
    { customFields: { 'first-name': 'Ann', company: null, 'internal-note': 'mine', unknown: 'y' } },
    await services.as(token),
  )
  expect(data.customFields).toEqual({ 'first-name': 'Ann', company: null })
  expect((await annIn(services))?.customFields).toEqual({ 'first-name': 'Ann', company: null, 'internal-note': 'x' })
})

test('a member writes nothing but custom fields, whatever else a request has, and with no other method', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { data } = await api.call('signup', ann)
  const other = await api.call('signup', { ...ann, email: 'bea@example.com' })
  const rows = () =>
    Promise.all([ann.email, 'bea@example.com'].map((email) => api.store.members.findByEmail('app_demo', 'test', email)))
  const headers = { ...callHeaders({ token: data.tokens.accessToken }, true), 'content-type': 'application/json' }
  const before = await rows()
  const body = JSON.stringify({
    customFields: {},
    id: other.data.member.id,
    memberId: other.data.member.id,
    email: 'mallory@example.com',
    auth: { email: 'mallory@example.com' },
    verified: true,
    planConnections: [{ planId: 'pln_pro', status: 'ACTIVE' }],
    permissions: ['admin'],
    metaData: { role: 'admin' },
    json: { a: 1 },
    loginRedirect: '/admin',
    stripeCustomerId: 'cus_1',
    appId: 'app_trusttag',
    mode: 'live',
    ['__proto__']: { verified: true },
  })
  const saved = await api.request('/member', { method: 'POST', headers, body })
  expect([saved.status, (await saved.json()).data.id]).toEqual([200, data.member.id])
  for (const method of ['PATCH', 'PUT'])
    expect((await api.request('/member', { method, headers, body })).status).toBe(405)
  expect(await rows()).toEqual(before)
})

test('two saves at once both count', async () => {
  const { services, token } = await openAsAnn()
  const context = await services.as(token)
  await Promise.all([
    services.call('updateMember', { customFields: { 'first-name': 'Ann' } }, context),
    services.call('updateMember', { customFields: { 'last-name': 'Lee' } }, context),
  ])
  expect((await annIn(services))?.customFields).toEqual({ 'first-name': 'Ann', 'last-name': 'Lee' })
})

test('a value that does not fit changes nothing', async () => {
  const { services, token } = await openAsAnn()
  const attempt = services.call(
    'updateMember',
    { customFields: { 'first-name': 'Ann', newsletter: 'perhaps' } },
    await services.as(token),
  )
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-field-value' })
  expect((await annIn(services))?.customFields).toEqual({})
})

test.for([
  ['was deleted', (services: TestServices, id: string) => services.store.members.delete(id)],
  ['was logged out everywhere', (services: TestServices, id: string) => services.store.sessions.deleteByMember(id)],
] as const)('a request in progress for a member who %s changes nothing', async ([, end]) => {
  const { services, token, id } = await openAsAnn()
  const context = await services.as(token)
  await end(services, id)
  const before = await annIn(services)
  const dead = { code: 'client/invalid-token' }
  const save = services.call('updateMember', { customFields: { 'first-name': 'Mal' } }, context)
  await expect(save).rejects.toMatchObject(dead)
  const profileImage = new File([await sampleImage('png')], 'me.png')
  await expect(services.call('updateProfileImage', { profileImage }, context)).rejects.toMatchObject(dead)
  await expect(services.call('deleteProfileImage', {}, context)).rejects.toMatchObject(dead)
  await expect(services.call('deleteMember', {}, context)).rejects.toMatchObject(dead)
  expect(await annIn(services)).toEqual(before)
})

test('deleteMember deletes all data of the member and frees the email', async () => {
  const { services, token, id } = await openAsAnn()
  await services.call('sendResetPasswordEmail', { email: ann.email })
  const { data } = await services.call('deleteMember', {}, await services.as(token))
  expect(data).toEqual({ id })
  expect((await services.as(token)).member).toBeNull()
  expect(await services.store.planConnections.listByMember(id)).toEqual([])
  expect(await services.store.codes.findOpen(id, 'reset-password', services.clock.now())).toBeNull()
  await services.call('signup', ann)
})

test('an app may keep its members from deleting themselves', async () => {
  const { services, token } = await openAsAnn({ allowMemberSelfDelete: false })
  const attempt = services.call('deleteMember', {}, await services.as(token))
  await expect(attempt).rejects.toMatchObject({ code: 'access-denied' })
  expect(await annIn(services)).not.toBeNull()
})

test('logout ends this session and no other', async () => {
  const { services, token } = await openAsAnn({ redirects: { afterLogout: '/bye' } })
  const { data } = await services.call('login', ann)
  expect(await services.call('logout', {}, await services.as(token))).toEqual({ data: { redirect: '/bye' } })
  expect((await services.as(token)).member).toBeNull()
  expect((await services.as(data.tokens.accessToken)).member).not.toBeNull()
})

test('logout without a session is fine', async () => {
  const { services } = await openAsAnn()
  expect(await services.call('logout', {})).toEqual({ data: { redirect: null } })
})

test('the member’s own page after login is not where a logout leads', async () => {
  const { services, token } = await openAsAnn()
  const context = await services.as(token)
  const member = { ...context.member!, loginRedirect: '/mine' }
  expect((await services.call('logout', {}, { ...context, member })).data.redirect).toBeNull()
})
