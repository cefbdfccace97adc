import { expect, test } from 'vitest'
import { codeOf } from '../../domain/social/open-social'
import { openMember } from './open-member'

const lastWay = { code: 'account-set-password-before-disconnect', status: 409 }

test('takes the provider off, says so and lists the others', async () => {
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

test('whoever has its account logs in with it no more, not even on a way that ended a moment ago', async () => {
  const { social, how } = await openMember(['google'])
  const verifier = 'kept'
  const challenge = social.services.secrets.digest(verifier)
  const end = await social.go('login', { returnUrl: 'http://localhost:4002/', challenge })
  await social.call('disconnectProvider', { provider: 'google' }, how)
  expect(codeOf(await social.go('login', { identity: { email: null } }))).toBe('account-not-found')
  const answer = 'token' in end ? end.token : 'no token'
  expect((await social.call('redeemProviderAnswer', { answer, verifier })).body.code).toBe('provider-session-expired')
})

test.for(['google', 'nothing-we-know'])('what is not connected cannot be taken off (%s)', async (provider) => {
  const { social, how } = await openMember(['github'])
  const { status, body } = await social.call('disconnectProvider', { provider }, how)
  expect([status, body.code]).toEqual([404, 'account-not-connected'])
})

test('the last way in stays', async () => {
  const { social, how, id } = await openMember(['google'])
  await social.store.members.update(id, { passwordHash: null })
  const { status, body } = await social.call('disconnectProvider', { provider: 'google' }, how)
  expect({ status, code: body.code }).toEqual(lastWay)
  expect((await social.store.members.findById(id))?.providers).toEqual(['google'])
})

test('a password, set by then, is a way in', async () => {
  const { social, how, id } = await openMember(['google'])
  await social.store.members.update(id, { passwordHash: null })
  await social.call('setPassword', { password: 'a new password' }, how)
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).status).toBe(200)
})

test('another provider is a way in while it works', async () => {
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
] as const)('mailed codes are one for a proven address where the app sends them (%s, %s: %s)', async (of) => {
  const [enabled, verified, expected] = of
  const { social, how, id } = await openMember(['google'], { passwordless: { enabled, isDefault: false } })
  await social.store.members.update(id, { passwordHash: null, verified })
  expect((await social.call('disconnectProvider', { provider: 'google' }, how)).status).toBe(expected)
})

test('two providers taken off at once: one of them stays', async () => {
  const { social, how, id } = await openMember(['google', 'github'])
  await social.store.members.update(id, { passwordHash: null })
  const answers = await Promise.all(
    ['google', 'github'].map((provider) => social.call('disconnectProvider', { provider }, how)),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect((await social.store.members.findById(id))?.providers).toHaveLength(1)
})

test('nobody does it for somebody else, or without a login', async () => {
  const { social } = await openMember(['google'])
  const other = (await social.call('signup', { email: 'bob@example.com', password: 'correct horse' })).data.tokens
  const asBob = await social.call('disconnectProvider', { provider: 'google' }, { token: other.accessToken })
  expect(asBob.body.code).toBe('account-not-connected')
  expect((await social.call('disconnectProvider', { provider: 'google' })).body.code).toBe('login-required')
})
