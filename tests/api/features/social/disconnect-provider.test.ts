import { expect, test } from 'vitest'
import { codeOf } from './open-social'
import { openMember } from './open-member'

const lastWay = { code: 'account-set-password-before-disconnect', status: 409 }

test('disconnects the provider and lists the others', async () => {
  const { social, how } = await openMember(['google', 'github', 'spotify'])
  const { body, status } = await social.call('disconnectProvider', { provider: 'github' }, how)
  expect([status, body]).toEqual([
    200,
    {
      data: { providers: [{ provider: 'google' }, { provider: 'spotify' }] },
      message: 'GitHub is no longer connected to your account.',
    },
  ])
  const me = (await social.call('getMember', {}, how)).data
  expect(me?.auth.providers).toEqual([{ provider: 'google' }, { provider: 'spotify' }])
})

test('the account no longer logs in, not even with a flow that has just finished', async () => {
  const { social, how } = await openMember(['google'])
  const verifier = 'kept'
  const challenge = social.services.secrets.digest(verifier)
  const end = await social.go('login', { returnUrl: 'http://localhost:4002/', challenge })
  await social.call('disconnectProvider', { provider: 'google' }, how)
  expect(codeOf(await social.go('login', { identity: { email: null } }))).toBe('account-not-found')
  const answer = 'token' in end ? end.token : 'no token'
  expect((await social.call('redeemProviderAnswer', { answer, verifier })).body.code).toBe('provider-session-expired')
})

test.for(['google', 'nothing-we-know'])('refuses a provider that is not connected (%s)', async (provider) => {
  const { social, how } = await openMember(['github'])
  const { status, body } = await social.call('disconnectProvider', { provider }, how)
  expect([status, body.code]).toEqual([404, 'account-not-connected'])
})

test('refuses the last login method', async () => {
  const { social, how, id } = await openMember(['google'])
  await social.store.members.update(id, { passwordHash: null })
  const { status, body } = await social.call('disconnectProvider', { provider: 'google' }, how)
  expect({ status, code: body.code }).toEqual(lastWay)
  expect((await social.store.members.findById(id))?.providers).toEqual(['google'])
})

test('accepts a new password as a login method', async () => {
  const { social, how, id } = await openMember(['google'])
  await social.store.members.update(id, { passwordHash: null })
  await social.call('setPassword', { password: 'a new password' }, how)
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).status).toBe(200)
})

test('accepts another configured provider as a login method', async () => {
  const { social, how, id } = await openMember(['google', 'github'])
  await social.store.members.update(id, { passwordHash: null })
  const github = social.providers.get('github')!
  social.providers.delete('github')
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).body).toMatchObject({
    code: lastWay.code,
  })
  social.providers.set('github', github)
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).status).toBe(200)
  expect((await social.call('disconnectProvider', { provider: 'github' }, how)).status).toBe(lastWay.status)
})

test.for([
  [true, true, 200],
  [true, false, 409],
  [false, true, 409],
] as const)('accepts mailed codes for a verified address if the app sends them (%s, %s: %s)', async (of) => {
  const [enabled, verified, expected] = of
  const { social, how, id } = await openMember(['google'], {
    passwordless: { enabled, isDefault: false },
    signIn: { preset: 'compatible' },
  })
  await social.store.members.update(id, { passwordHash: null, verified })
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).status).toBe(expected)
})

test('of two providers removed in parallel, one stays', async () => {
  const { social, how, id } = await openMember(['google', 'github'])
  await social.store.members.update(id, { passwordHash: null })
  const answers = await Promise.all(
    ['google', 'github'].map((provider) => social.call('disconnectProvider', { provider }, how)),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect((await social.store.members.findById(id))?.providers).toHaveLength(1)
})

test('requires the member’s own login', async () => {
  const { social } = await openMember(['google'])
  const other = (await social.call('signup', { email: 'bob@example.com', password: 'correct horse' })).data.tokens
  const asBob = await social.call('disconnectProvider', { provider: 'google' }, { token: other.accessToken })
  expect(asBob.body.code).toBe('account-not-connected')
  expect((await social.call('disconnectProvider', { provider: 'google' })).body.code).toBe('login-required')
})

test('a passkey is a login method, and a password is none where the app has switched passwords off', async () => {
  const { social, how, id } = await openMember(['google'])
  const signIn = { preset: 'compatible', methods: { password: false, link: false } } as const
  await social.change({ signIn })
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).body).toMatchObject({
    code: lastWay.code,
  })
  const row = {
    memberId: id,
    appId: 'app_demo',
    mode: 'test' as const,
    rpId: 'localhost',
    publicKey: '',
    algorithm: -7,
  }
  const more = { id: 'psk_1', credentialId: 'one', signCount: 0, transports: '[]', deviceType: 'singleDevice' as const }
  const rest = { isBackedUp: 0 as const, aaguid: '', name: 'Key', createdAt: 1, lastUsedAt: null, deviceId: null }
  await social.store.kysely
    .insertInto('passkeys')
    .values({ ...row, ...more, ...rest })
    .execute()
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).status).toBe(200)
})
