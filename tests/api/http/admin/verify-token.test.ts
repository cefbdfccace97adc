import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSecretKey, callAdmin } from '../../../support/admin-calls'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

let api: TestApi
let key: string

beforeAll(async () => {
  api = await startTestApi()
  key = await aSecretKey(api)
})

afterAll(() => api.close())

const join = async (email: string) => (await api.call('signup', { email, password: 'analytical' })).data

test('a token returns its member, start and end', async () => {
  const { member, tokens } = await join('ada@example.com')
  const { status, body } = await callAdmin(api, key, 'verifyToken', { token: tokens.accessToken })
  expect(status).toBe(200)
  expect(body).toEqual({
    data: {
      id: member.id,
      type: 'member',
      iat: api.clock.now() / 1000,
      exp: Math.floor(tokens.expires / 1000),
      aud: 'app_demo',
      iss: api.services.urls.api,
    },
  })
  expect((await callAdmin(api, key, 'verifyMemberToken', { token: tokens.accessToken })).body).toEqual(body)
})

test('the path of Memberstack is not taken for a member, and has its status for a wrong token', async () => {
  const send = (path: string, secret: string) =>
    api.request(path, {
      method: 'POST',
      headers: { 'x-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'wrong' }),
    })
  expect((await send('/admin/members/verify-token', key)).status).toBe(400)
  expect((await send('/admin/members/verify-token', 'sk_sb_unknown')).status).toBe(401)
  expect((await send('/admin/verify-token', key)).status).toBe(401)
})

test('tokens of another app and expired tokens are invalid', async () => {
  const { tokens } = await join('bea@example.com')
  const foreign = await aSecretKey(api, { appId: 'app_trusttag', mode: 'test' })
  const refused = { status: 401, body: { code: 'client/invalid-token' } }
  expect(await callAdmin(api, foreign, 'verifyToken', { token: tokens.accessToken })).toMatchObject(refused)
  await api.call('logout', {}, { token: tokens.accessToken })
  expect(await callAdmin(api, key, 'verifyToken', { token: tokens.accessToken })).toMatchObject(refused)
})

test('calls without a key, with an unknown or revoked one, or from a page are refused', async () => {
  const token = 'some-token'
  const refused = { status: 401, body: { code: 'invalid-secret-key' } }
  expect(await callAdmin(api, '', 'verifyToken', { token })).toMatchObject(refused)
  expect(await callAdmin(api, 'sk_sb_unknown', 'verifyToken', { token })).toMatchObject(refused)
  const revoked = await aSecretKey(api)
  const row = (await api.store.secretKeys.list('app_demo', 'test')).find(({ ending }) => revoked.endsWith(ending))
  expect(await api.store.secretKeys.revoke('app_demo', 'test', row?.id ?? '', api.clock.now())).toBe(true)
  expect(await callAdmin(api, revoked, 'verifyToken', { token })).toMatchObject(refused)
  const fromPage = await api.request('/admin/verify-token', {
    method: 'POST',
    headers: { 'x-api-key': key, origin: 'http://localhost:4003' },
    body: '{}',
  })
  expect(fromPage.status).toBe(403)
  expect(fromPage.headers.get('access-control-allow-origin')).toBeNull()
})

test('a stored digest does not work as a key', async () => {
  const made = await aSecretKey(api)
  expect(api.dumpDatabase()).not.toContain(made)
})
