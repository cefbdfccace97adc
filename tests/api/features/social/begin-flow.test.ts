import { expect, test } from 'vitest'
import { openSocial } from './open-social'
import type { Social, Way } from './open-social'
import { s256 } from './fake-provider'

const rows = (social: Social) => social.dumpDatabase()['provider_flows'] ?? []
const challenge = 'a'.repeat(64)
const nobody = { memberId: 'mem_sb_gone', sessionDigest: 'gone' }

test('redirects to the provider with the parameters that must come back', async () => {
  const social = await openSocial()
  const { authorizeUrl, id } = await social.begin({ provider: 'github' })
  const sent = Object.fromEntries(authorizeUrl.searchParams)
  expect(authorizeUrl.origin).toBe('https://github.example')
  expect(sent['redirect_uri']).toBe('http://localhost:4001/auth-provider/callback/github')
  expect(sent['app']).toBe('Demo')
  expect(id).toBe(social.services.secrets.digest(sent['state'] ?? '').slice(0, 16))
})

test('the database has nothing to finish the flow: neither state, secret, verifier nor nonce', async () => {
  const social = await openSocial()
  const { authorizeUrl, secret } = await social.begin()
  const { state = '', nonce = '', code_challenge: sent } = Object.fromEntries(authorizeUrl.searchParams)
  const kept = JSON.stringify(social.dumpDatabase())
  for (const word of [state, secret, nonce, sent ?? '']) {
    expect(word.length).toBeGreaterThan(40)
    expect(kept).not.toContain(word)
  }
  expect(s256(secret)).not.toBe(sent)
})

test('each flow has its own state, secret, nonce and verifier', async () => {
  const social = await openSocial()
  const ways = [await social.begin(), await social.begin()]
  const words = ways.flatMap(({ authorizeUrl, secret, id }) => {
    const { state, nonce, code_challenge: challenged } = Object.fromEntries(authorizeUrl.searchParams)
    return [secret, id, state, nonce, challenged]
  })
  expect(new Set(words).size).toBe(10)
})

test.for<[string, Way, string]>([
  ['a provider that the app does not offer', { provider: 'acme' }, 'provider-not-found'],
  ['one that nobody has set up', { provider: 'facebook' }, 'provider-not-configured'],
  ['connecting without a login', { flow: 'connect' }, 'account-connect-requires-login'],
  ['connecting for who has left', { flow: 'connect', caller: nobody }, 'account-connect-requires-login'],
  ['a full page without a challenge', { returnUrl: 'http://localhost:4002/in.html' }, 'required-field-missing'],
  ['a challenge that is no digest', { returnUrl: 'http://localhost:4002/', challenge: 'abc' }, 'invalid-field-value'],
  ['a plan that is not there', { wishes: { plans: [{ planId: 'pln_gone' }] } }, 'plan-not-found'],
  ['a field of the wrong kind', { wishes: { customFields: { years: 'many' } } }, 'invalid-field-value'],
  [
    'a plan that is not there, for a login that may sign up',
    { flow: 'login', wishes: { plans: [{ planId: 'pln_gone' }], allowSignup: true } },
    'plan-not-found',
  ],
])('refuses %s before the redirect', async ([, way, code]) => {
  const social = await openSocial()
  await expect(social.begin(way)).rejects.toMatchObject({ code })
  expect(rows(social)).toEqual([])
})

test('a login without sign-up skips fields and plans', async () => {
  const social = await openSocial()
  await social.begin({ flow: 'login', wishes: { plans: [{ planId: 'pln_gone' }], customFields: { years: 'many' } } })
  expect(rows(social)).toHaveLength(1)
})

test('stores the request with its expiry, and a caller only for connect', async () => {
  const social = await openSocial()
  const { data } = await social.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  const caller = { memberId: data.member.id, sessionDigest: social.services.secrets.digest(data.tokens.accessToken) }
  await social.begin({ flow: 'login', caller, returnUrl: 'http://localhost:4002/in.html', challenge })
  await social.begin({ flow: 'connect', caller, openerState: null })
  const now = social.clock.now()
  expect(rows(social)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        flow: 'login',
        member_id: null,
        session_digest: null,
        challenge,
        opener_state: 'mine',
      }),
      expect.objectContaining({ flow: 'connect', member_id: caller.memberId, session_digest: caller.sessionDigest }),
    ]),
  )
  for (const row of rows(social)) expect(row).toMatchObject({ created_at: now, expires_at: now + 15 * 60_000 })
})

test('an IP address can open sixty windows in ten minutes', async () => {
  const social = await openSocial({}, { rateLimitFactor: 1 })
  for (let count = 0; count < 60; count += 1) await social.begin()
  await expect(social.begin()).rejects.toMatchObject({ code: 'too-many-requests' })
  await social.begin({ ipAddress: '192.0.2.2' })
})

test('stores no flow if the provider cannot be reached', async () => {
  const social = await openSocial()
  social.providers.get('google')!.authorize = () => Promise.reject(new Error('no route'))
  await expect(social.begin()).rejects.toThrow('no route')
  expect(rows(social)).toEqual([])
})
