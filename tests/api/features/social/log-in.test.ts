import { expect, test } from 'vitest'
import { codeOf, loginOf, openSocial } from './open-social'
import type { Social, Way } from './open-social'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function signUpByPassword(social: Social, verified: boolean) {
  const { tokens, member } = (await social.call('signup', ann)).data
  await social.store.members.update(member.id, { verified })
  return { token: tokens.accessToken, id: member.id }
}

const providersOf = async (social: Social, id: string) => (await social.store.members.findById(id))?.providers

test.for(['login', 'signup'] as const)(
  'logs in a connected member, by %s, whatever the provider’s address',
  async (flow) => {
    const social = await openSocial({ redirects: { afterLogin: '/in', afterSignup: '/new' } })
    const first = loginOf(await social.go('signup'))
    expect(first.redirect).toBe('/new')
    const changed = { identity: { email: 'other@example.com', emailVerified: false } }
    const end = await social.go(flow, changed)
    expect(end).toMatchObject({ answer: { came: 'login' } })
    const again = loginOf(end)
    expect(again.member.id).toBe(first.member.id)
    expect(again.redirect).toBe('/in')
    expect(again.tokens.accessToken).not.toBe(first.tokens.accessToken)
    const me = await social.call('getMember', {}, { token: again.tokens.accessToken })
    expect(me.data).toMatchObject({ auth: { email: ann.email, providers: [{ provider: 'google' }] } })
  },
)

test('never mixes accounts of two providers, modes or members', async () => {
  const social = await openSocial()
  const first = loginOf(await social.go('signup'))
  const others: Way[] = [
    { provider: 'github', identity: { email: 'b@example.com' } },
    { mode: 'live', identity: { email: 'b@example.com' } },
    { identity: { subject: 'subject-bob', email: 'b@example.com' } },
  ]
  for (const way of others) expect(codeOf(await social.go('login', way))).toBe('account-not-found')
  expect(loginOf(await social.go('login')).member.id).toBe(first.member.id)
})

test('an address that both sides verified connects the account and keeps the password', async () => {
  const social = await openSocial()
  const { id, token } = await signUpByPassword(social, true)
  const login = loginOf(await social.go('login'))
  expect(login.member).toMatchObject({ id, auth: { hasPassword: true, providers: [{ provider: 'google' }] } })
  expect(await providersOf(social, id)).toEqual(['google'])
  expect((await social.call('getMember', {}, { token })).data?.id).toBe(id)
  expect((await social.call('login', ann)).status).toBe(200)
})

test.for(['google', 'spotify'])(
  'an unverified address of %s never connects, whether ours is verified or not',
  async (provider) => {
    for (const verified of [true, false]) {
      const social = await openSocial()
      const { id, token } = await signUpByPassword(social, verified)
      for (const flow of ['login', 'signup'] as const) {
        const end = await social.go(flow, {
          provider,
          identity: { emailVerified: false },
          wishes: { allowSignup: true },
        })
        expect(codeOf(end)).toBe('use-email-login')
      }
      expect(await providersOf(social, id)).toEqual([])
      expect((await social.call('getMember', {}, { token })).data?.id).toBe(id)
    }
  },
)

test('ignores the case of an email address', async () => {
  const social = await openSocial()
  const { id } = await signUpByPassword(social, true)
  expect(loginOf(await social.go('login', { identity: { email: ' Ann@Example.COM ' } })).member.id).toBe(id)
})

test('a new owner of an email address does not replace the connected account', async () => {
  const social = await openSocial()
  const { member } = loginOf(await social.go('signup'))
  const successor = { identity: { subject: 'subject-successor' } }
  expect(codeOf(await social.go('login', successor))).toBe('use-email-login')
  expect(loginOf(await social.go('login')).member.id).toBe(member.id)
})

test('a login without an account reports that, and signs up if the page allows it', async () => {
  const social = await openSocial()
  expect(codeOf(await social.go('login'))).toBe('account-not-found')
  expect(await social.store.members.findByEmail('app_demo', 'test', ann.email)).toBeNull()
  const { member } = loginOf(await social.go('login', { wishes: { allowSignup: true } }))
  expect(member).toMatchObject({ verified: true, auth: { email: ann.email, hasPassword: false } })
})

test('limits logins per IP address of the caller', async () => {
  const social = await openSocial({}, { rateLimitFactor: 1 })
  await social.go('signup')
  const codes: (string | null)[] = []
  for (let count = 0; count < 60; count += 1) {
    // Windows have their own limit.
    const begun = await social.begin({ flow: 'login', ipAddress: `192.0.2.${count}` })
    codes.push(codeOf(await social.finish(begun, { parameters: social.consent(begun) })))
  }
  expect(codes).toEqual([...Array.from({ length: 59 }, () => null), 'too-many-requests'])
})
