import { describe, expect, onTestFinished, test } from 'vitest'
import { openApiWithPages } from '../support/open-hosted-page'
import { aSecretKey, callAdmin } from '../support/admin-calls'
import { startTestApi } from '../support/start-api'

const email = 'ann@acme.example'
const password = 'correct horse'
const live = { key: 'pk_demo', origin: 'https://demo.example' }
const codeIn = (text: string | undefined): string => /^\d{6}$/mu.exec(text ?? '')?.[0] ?? 'no code'
const REFUSED = { status: 400, body: { code: 'password-too-common' } }

async function openApi() {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  return api
}

describe('in live mode a password is refused', () => {
  test.for([
    ['of the ten most common', '1234567890'],
    ['that is common, whatever its letters’ case', 'PassWord1'],
    ['far down in the list', 'hunter22'],
    ['that is the app’s name twice, with digits', 'demo2026demo'],
    ['that is the app’s name with digits', 'demo-20261121'],
    ['that is our product’s name with signs', 'Trust.Tag!!'],
    ['that is the email address', email],
    ['that is the domain of the email address and a year', 'acme12345'],
  ])('%s', async ([, chosen]) => {
    const api = await openApi()
    const definition = await api.store.apps.findById('app_demo')
    expect(definition?.name.toLowerCase().replaceAll(/[^a-z]/gu, '')).toBe('demo')
    expect(await api.call('signup', { email, password: chosen! }, live)).toMatchObject(REFUSED)
    expect((await api.call('login', { email, password: chosen! }, live)).status).toBe(401)
  })
})

test('a password that only begins with such a name is accepted, also one without letters, or a long one', async () => {
  const api = await openApi()
  for (const [index, chosen] of [
    'acme and three hedgehogs',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    'x'.repeat(512),
    '  spaces around  ',
  ].entries()) {
    const { status } = await api.call('signup', { email: `a${index}@acme.example`, password: chosen }, live)
    expect([chosen, status]).toEqual([chosen, 200])
  }
})

test('Test Mode accepts any password', async () => {
  const api = await openApi()
  expect((await api.call('signup', { email, password: 'password1' })).status).toBe(200)
})

test('a change, a reset by code and a first password follow the same rules', async () => {
  const api = await openApi()
  const { data } = await api.call('signup', { email, password }, live)
  const how = { ...live, token: data.tokens.accessToken }
  const change = { oldPassword: password, newPassword: 'password123' }
  expect(await api.call('updateMemberAuth', change, how)).toMatchObject(REFUSED)
  await api.call('sendResetPasswordEmail', { email }, live)
  const token = codeIn((await api.mailTo(email))?.text)
  const reset = { email, token, newPassword: 'password123' }
  expect(await api.call('resetPassword', reset, live)).toMatchObject(REFUSED)
  expect((await api.call('resetPassword', { ...reset, newPassword: 'battery staple' }, live)).status).toBe(200)

  const other = 'bob@acme.example'
  await api.call('sendPasswordlessSignupEmail', { email: other }, live)
  const passwordlessToken = codeIn((await api.mailTo(other))?.text)
  const joined = await api.call('passwordlessSignup', { email: other, passwordlessToken }, live)
  const asBob = { ...live, token: joined.data.tokens.accessToken }
  expect(await api.call('setPassword', { password: 'password123' }, asBob)).toMatchObject(REFUSED)
})

test('the page of a reset mail shows its form again, and the link stays valid', async () => {
  const api = await openApiWithPages()
  await api.call('signup', { email, password }, live)
  await api.call('sendResetPasswordEmail', { email }, live)
  const link = await api.linkTo(email)
  const { status, html } = await api.submit(link, { newPassword: 'password123' })
  expect([status, html]).toEqual([400, expect.stringContaining('Please choose a password that is harder to guess.')])
  expect((await api.submit(link, { newPassword: 'battery staple' })).status).toBe(200)
})

test('an admin’s program can’t set such a password either', async () => {
  const api = await openApi()
  const key = await aSecretKey(api, { appId: 'app_demo', mode: 'live' })
  const made = await callAdmin(api, key, 'createMember', { email, password: 'password123' })
  expect(made).toMatchObject(REFUSED)
  await callAdmin(api, key, 'createMember', { email, password })
  const changed = await callAdmin(api, key, 'changeMember', { member: email, password: 'password123' })
  expect(changed).toMatchObject(REFUSED)
})

test('a member with such an old password can still log in', async () => {
  const api = await openApi()
  await api.call('signup', { email, password }, live)
  const member = await api.store.members.findByEmail('app_demo', 'live', email)
  const passwordHash = await api.services.hasher.hash('password123')
  await api.store.members.update(member?.id ?? 'none', { passwordHash })
  expect((await api.call('login', { email, password: 'password123' }, live)).status).toBe(200)
})
