import { expect, test } from 'vitest'
import { email, openMember, password } from './open-member'

test('names the provider to a member without a password, after one hash', async () => {
  const { social, id } = await openMember(['spotify', 'google'])
  await social.store.members.update(id, { passwordHash: null })
  const { status, body } = await social.call('login', { email, password })
  expect([status, body]).toEqual([
    400,
    {
      code: 'use-social-login',
      message: 'Please log in with the account you signed up with.',
      provider: 'spotify',
    },
  ])
})

test('a password of one’s own always works', async () => {
  const { social } = await openMember(['google'])
  expect((await social.call('login', { email, password })).status).toBe(200)
  const { body } = await social.call('login', { email, password: 'wrong horse' })
  expect(body).toEqual({ code: 'invalid-credentials', message: 'Invalid email or password.' })
})

test('does not name an unconfigured provider', async () => {
  const { social, id } = await openMember(['spotify', 'google'])
  await social.store.members.update(id, { passwordHash: null })
  social.providers.delete('spotify')
  expect((await social.call('login', { email, password })).body).toMatchObject({ provider: 'google' })
  await social.change({ authProviders: [] })
  const { body } = await social.call('login', { email, password })
  expect([body.code, body.provider]).toEqual(['no-password-set', undefined])
})

test('the address of a sign-up by mail keeps its code', async () => {
  const { social, id } = await openMember()
  await social.store.members.update(id, { passwordHash: null })
  expect((await social.call('login', { email, password })).body.code).toBe('no-password-set')
})

test('a question about the login method is a failed login', async () => {
  const { social, id } = await openMember(['google'], {}, { rateLimitFactor: 1 })
  await social.store.members.update(id, { passwordHash: null })
  const codes: unknown[] = []
  for (let count = 0; count < 11; count += 1) codes.push((await social.call('login', { email, password })).body.code)
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 'use-social-login'), 'too-many-requests'])
})
