import { expect, test } from 'vitest'
import { findConnectCaller } from '../../../../api/features/social/begin-flow'
import { codeOf, loginOf, openSocial } from './open-social'
import type { Social } from './open-social'

const requiresLogin = { code: 'account-connect-requires-login' }

async function join(social: Social, name = 'ann') {
  const { data } = await social.call('signup', { email: `${name}@example.com`, password: 'correct horse' })
  return { id: data.member.id, token: data.tokens.accessToken }
}

const ticketOf = async (social: Social, token: string) =>
  (await social.call('createConnectTicket', {}, { token })).data.ticket

/** As the hosted page finds its opener. */
const callerOf = (social: Social, proof: { ticket?: string; sessionToken?: string }, changes: object = {}) =>
  findConnectCaller(
    social.services,
    { app: social.app, mode: 'test', ...changes },
    { ticket: null, sessionToken: null, ...proof },
  )

const providersOf = async (social: Social, id: string) => (await social.store.members.findById(id))?.providers

test('connects the account whatever its address, and lists the providers in order', async () => {
  const social = await openSocial()
  const { id, token } = await join(social)
  expect(await social.connectAs(token, { provider: 'spotify', identity: { email: null } })).toEqual({
    openerOrigin: 'http://localhost:4002',
    returnUrl: null,
    answer: {
      state: 'mine',
      data: { providers: [{ provider: 'spotify' }] },
      message: 'Your account is connected with Spotify.',
    },
    done: { came: 'connect', isOver: true, memberId: id },
  })
  social.clock.advance(1)
  const second = await social.connectAs(token, { identity: { email: 'other@example.com' } })
  expect(second).toMatchObject({ answer: { data: { providers: [{ provider: 'spotify' }, { provider: 'google' }] } } })
  expect(await providersOf(social, id)).toEqual(['spotify', 'google'])
  expect(await social.store.members.findById(id)).toMatchObject({ email: 'ann@example.com', verified: false })
  expect(loginOf(await social.go('login', { provider: 'spotify' })).member.id).toBe(id)
})

test('ignores the same account and refuses another one of that provider', async () => {
  const social = await openSocial()
  const { id, token } = await join(social)
  await social.connectAs(token)
  expect(codeOf(await social.connectAs(token))).toBeNull()
  expect(codeOf(await social.connectAs(token, { identity: { subject: 'second' } }))).toBe('account-already-connected')
  expect(await providersOf(social, id)).toEqual(['google'])
  expect(codeOf(await social.go('login', { identity: { subject: 'second', email: null } }))).toBe('account-not-found')
})

test('a provider’s account stays with the member who has it', async () => {
  const social = await openSocial()
  const first = loginOf(await social.go('signup')).member
  const other = await join(social, 'bob')
  expect(codeOf(await social.connectAs(other.token))).toBe('account-already-connected')
  expect(await providersOf(social, other.id)).toEqual([])
  expect(loginOf(await social.go('login')).member.id).toBe(first.id)
})

test('a ticket is valid once, within a minute, in its app and mode', async () => {
  const social = await openSocial()
  const { id, token } = await join(social)
  const ticket = await ticketOf(social, token)
  const trusttag = (await social.store.apps.findById('app_trusttag'))!
  await expect(callerOf(social, { ticket }, { app: trusttag })).rejects.toMatchObject(requiresLogin)
  await expect(callerOf(social, { ticket }, { mode: 'live' })).rejects.toMatchObject(requiresLogin)
  expect(await callerOf(social, { ticket })).toEqual({
    memberId: id,
    sessionDigest: social.services.secrets.digest(token),
  })
  await expect(callerOf(social, { ticket })).rejects.toMatchObject(requiresLogin)
  const late = await ticketOf(social, token)
  social.clock.advance(60_000)
  await expect(callerOf(social, { ticket: late })).rejects.toMatchObject(requiresLogin)
})

test('a ticket is invalid after the logout, and a wrong one has no fallback', async () => {
  const social = await openSocial()
  const { token } = await join(social)
  const ticket = await ticketOf(social, token)
  await social.call('logout', {}, { token })
  await expect(callerOf(social, { ticket })).rejects.toMatchObject(requiresLogin)
  const again = (await social.call('login', { email: 'ann@example.com', password: 'correct horse' })).data.tokens
  await expect(callerOf(social, { ticket, sessionToken: again.accessToken })).rejects.toMatchObject(requiresLogin)
  await expect(callerOf(social, {})).rejects.toMatchObject(requiresLogin)
})

test('a published client names the member by the session, in its app and mode', async () => {
  const social = await openSocial()
  const { id, token } = await join(social)
  expect(await callerOf(social, { sessionToken: token })).toMatchObject({ memberId: id })
  for (const place of [{ mode: 'live' }, { app: (await social.store.apps.findById('app_trusttag'))! }]) {
    await expect(callerOf(social, { sessionToken: token }, place)).rejects.toMatchObject(requiresLogin)
  }
  await expect(callerOf(social, { sessionToken: `${token}x` })).rejects.toMatchObject(requiresLogin)
})

test('a logout during the visit to the provider connects nothing', async () => {
  const social = await openSocial()
  const { id, token } = await join(social)
  const begun = await social.begin({ flow: 'connect', caller: await callerOf(social, { sessionToken: token }) })
  const parameters = social.consent(begun)
  await social.call('logout', {}, { token })
  await expect(social.finish(begun, { parameters })).rejects.toMatchObject({ code: 'provider-session-expired' })
  expect(await providersOf(social, id)).toEqual([])
})

test.for([
  ['logs out', (social: Social, token: string) => social.call('logout', {}, { token })],
  ['deletes the account', (social: Social, token: string) => social.call('deleteMember', {}, { token })],
] as const)('nor does a member who %s during the provider’s request', async ([, leave]) => {
  const social = await openSocial()
  const { token } = await join(social)
  const google = social.providers.get('google')!
  const identify = google.identify.bind(google)
  google.identify = async (answer) => {
    await leave(social, token)
    return identify(answer)
  }
  expect(codeOf(await social.connectAs(token))).toBe('account-connect-requires-login')
  expect(social.dumpDatabase()['provider_connections']).toEqual([])
})

test('of two members who connect one account in parallel, one gets it', async () => {
  const social = await openSocial()
  const [ann, bob] = [await join(social), await join(social, 'bob')]
  const codes = await Promise.all([ann, bob].map(async ({ token }) => codeOf(await social.connectAs(token))))
  expect(codes.filter((code) => code !== null)).toEqual(['account-already-connected'])
  expect(social.dumpDatabase()['provider_connections']).toHaveLength(1)
})

test('limits tickets separately', async () => {
  const social = await openSocial({}, { rateLimitFactor: 1 })
  const { token } = await join(social)
  for (let count = 0; count < 30; count += 1) await ticketOf(social, token)
  expect((await social.call('createConnectTicket', {}, { token })).status).toBe(429)
})
