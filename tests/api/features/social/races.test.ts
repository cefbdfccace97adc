import { expect, test } from 'vitest'
import { codeOf, loginOf, openSocial } from './open-social'
import type { Social, Way } from './open-social'

const ann = { email: 'ann@example.com', password: 'correct horse' }

/** Brings every flow to its end, then finishes all in parallel. */
async function arriveTogether(social: Social, ways: readonly Way[]) {
  const begun = await Promise.all(ways.map((way) => social.begin(way)))
  return Promise.all(
    begun.map((one, index) => {
      const parameters = social.consent(one, ways[index])
      return social.finish(one, { parameters, provider: ways[index]?.provider ?? 'google' })
    }),
  )
}

/** Runs `meanwhile` right after a member was not found. */
function once(social: Social, meanwhile: () => Promise<unknown>): void {
  const transaction = social.store.transaction.bind(null)
  let first = true
  social.store.transaction = async (work) => {
    const result = await transaction(work)
    if (result === null && first) {
      first = false
      await meanwhile()
    }
    return result
  }
}

test('two parallel callbacks create one member, and both are logged in', async () => {
  const social = await openSocial()
  const ends = await arriveTogether(social, [{}, {}, { flow: 'login', wishes: { allowSignup: true } }])
  expect(new Set(ends.map((end) => loginOf(end).member.id)).size).toBe(1)
  const { members, provider_connections: connections, sessions } = social.dumpDatabase()
  expect([members?.length, connections?.length, sessions?.length]).toEqual([1, 1, 3])
})

test('two providers that verify one address create one member with both in parallel', async () => {
  const social = await openSocial()
  const ends = await arriveTogether(social, [{}, { provider: 'github' }])
  const [id, other] = ends.map((end) => loginOf(end).member.id)
  expect(other).toBe(id)
  expect((await social.store.members.findById(id ?? ''))?.providers.toSorted()).toEqual(['github', 'google'])
})

test('two parallel providers, one without verification, create one member; that one reports it unless it was first', async () => {
  const social = await openSocial()
  const unproven = { provider: 'spotify', identity: { emailVerified: false } }
  const [first, second] = await arriveTogether(social, [{}, unproven])
  expect(loginOf(first!).member.verified).toBe(true)
  const isLater = codeOf(second!) !== null
  expect(codeOf(second!)).toBe(isLater ? 'use-email-login' : null)
  expect(social.dumpDatabase()['members']).toHaveLength(1)
})

test('a sign-up by password in parallel is verified by the provider: its password ends', async () => {
  const social = await openSocial()
  once(social, () => social.call('signup', ann))
  const { member } = loginOf(await social.go('signup'))
  expect(member).toMatchObject({ verified: true, auth: { hasPassword: false, providers: [{ provider: 'google' }] } })
  expect(social.dumpDatabase()['members']).toHaveLength(1)
  expect((await social.call('login', ann)).body.code).toBe('use-social-login')
})

test('a sign-up in parallel with a provider that does not verify keeps everything', async () => {
  const social = await openSocial()
  once(social, () => social.call('signup', ann))
  const end = await social.go('signup', { provider: 'spotify', identity: { emailVerified: false } })
  expect(codeOf(end)).toBe('use-email-login')
  expect((await social.call('login', ann)).status).toBe(200)
})

test('an account that another window just connected is logged in', async () => {
  const social = await openSocial()
  const bob = (await social.call('signup', { ...ann, email: 'bob@example.com' })).data
  once(social, () => social.connectAs(bob.tokens.accessToken))
  expect(loginOf(await social.go('signup')).member.id).toBe(bob.member.id)
  expect(social.dumpDatabase()['members']).toHaveLength(1)
})

test('of a password and a provider in parallel the proof stays, whichever was first', async () => {
  const social = await openSocial()
  const [end] = await Promise.all([social.go('signup'), social.call('signup', ann)])
  expect(loginOf(end).member).toMatchObject({ verified: true, auth: { hasPassword: false } })
  expect((await social.call('login', ann)).body.code).toBe('use-social-login')
  expect(social.dumpDatabase()['members']).toHaveLength(1)
})

test('an account deleted during the provider’s request is gone', async () => {
  const social = await openSocial()
  const { tokens } = loginOf(await social.go('signup'))
  const google = social.providers.get('google')!
  const identify = google.identify.bind(google)
  google.identify = async (answer) => {
    await social.call('deleteMember', {}, { token: tokens.accessToken })
    return identify(answer)
  }
  expect(codeOf(await social.go('login'))).toBe('account-not-found')
  expect(social.dumpDatabase()['provider_connections']).toEqual([])
})

test('after the account is deleted, its provider account can create another', async () => {
  const social = await openSocial()
  const first = loginOf(await social.go('signup'))
  await social.call('deleteMember', {}, { token: first.tokens.accessToken })
  expect(loginOf(await social.go('signup')).member.id).not.toBe(first.member.id)
})
