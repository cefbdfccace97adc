import { describe, expect, test } from 'vitest'
import { PROVIDER_ANSWER_LIFETIME_SECONDS } from '../../../../contract/limits'
import { codeOf, loginOf, openSocial } from './open-social'
import type { Social } from './open-social'
import { moveEmail } from '../../../support/move-email'

const email = 'ann@example.com'
const mallory = { email, password: 'mallory waits' }
const malloryAtSpotify = { provider: 'spotify', identity: { subject: 'mallory', emailVerified: false } } as const
const malloryAtGithub = { provider: 'github', identity: { subject: 'mallory', email: 'mallory@example.com' } } as const
const verifier = 'what Mallory’s page keeps'

/** How an attacker takes an address before its owner arrives. Each returns the attacker's session. */
const attacks = {
  'a password': async (social: Social) => (await social.call('signup', mallory)).data.tokens.accessToken,
  'a provider that does not vouch for addresses': async (social: Social) =>
    loginOf(await social.go('signup', malloryAtSpotify)).tokens.accessToken,
  'a password and a provider account of their own': async (social: Social) => {
    const token = (await social.call('signup', mallory)).data.tokens.accessToken
    expect(codeOf(await social.connectAs(token, malloryAtGithub))).toBeNull()
    return token
  },
}

/** How the owner later proves the address. */
const proofs = {
  'a provider that vouches for it': async (social: Social) => void loginOf(await social.go('login')),
  'a mailed code': async (social: Social) => {
    await social.call('sendPasswordlessLoginEmail', { email })
    const passwordlessToken = await codeTo(social)
    expect((await social.call('passwordlessLogin', { email, passwordlessToken })).status).toBe(200)
  },
  'a reset': async (social: Social) => {
    await social.call('sendResetPasswordEmail', { email })
    const input = { email, token: await codeTo(social), newPassword: 'the owner’s own' }
    expect((await social.call('resetPassword', input)).status).toBe(200)
  },
  'the word that this was not them': async (social: Social, token: string) => {
    await social.call('sendEmailVerification', {}, { token })
    await answerLink(social, 'not-me')
  },
}

const codeTo = async (social: Social) => /^(\d{6})$/mu.exec((await social.mailTo(email))?.text ?? '')?.[1] ?? ''

async function answerLink(social: Social, action: string): Promise<void> {
  const token = /\?token=([\w-]+)$/mu.exec((await social.mailTo(email))?.text ?? '')?.[1] ?? ''
  const response = await social.request('/account/verify-email', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:4001' },
    body: new URLSearchParams({ token, action }).toString(),
  })
  expect(response.status).toBe(200)
}

/** All remaining login methods of an attacker. */
async function waysIn(social: Social, token: string): Promise<string[]> {
  const found: string[] = []
  if ((await social.call('getMember', {}, { token })).data !== null) found.push('session')
  if ((await social.call('login', mallory)).status === 200) found.push('password')
  for (const way of [malloryAtSpotify, malloryAtGithub]) {
    if (codeOf(await social.go('login', way)) === null) found.push(way.provider)
  }
  return found
}

describe.for(Object.entries(attacks))('an address that an attacker took with %s', ([, attack]) => {
  test.for(Object.entries(proofs))('belongs only to the owner after %s', async ([, prove]) => {
    const social = await openSocial()
    const token = await attack(social)
    expect(await waysIn(social, token)).not.toEqual([])
    await prove(social, token)
    expect(await waysIn(social, token)).toEqual([])
  })
})

test('keeps only the provider of the first proof', async () => {
  const social = await openSocial()
  await attacks['a password and a provider account of their own'](social)
  const { member } = loginOf(await social.go('login'))
  expect(member).toMatchObject({ verified: true, auth: { hasPassword: false, providers: [{ provider: 'google' }] } })
})

test('is proven by a password link, even without a new password', async () => {
  const social = await openSocial({ verificationMailOnSignup: true })
  const token = await attacks['a provider that does not vouch for addresses'](social)
  await answerLink(social, 'verify')
  expect(await waysIn(social, token)).toEqual([])
})

test('loses open tickets, flows and unfetched results', async () => {
  const social = await openSocial()
  const { tokens, member } = (await social.call('signup', mallory)).data
  const connect = { token: tokens.accessToken }
  expect((await social.call('createConnectTicket', {}, connect)).status).toBe(200)
  const caller = { memberId: member.id, sessionDigest: social.services.secrets.digest(tokens.accessToken) }
  const begun = await social.begin({ flow: 'connect', caller, provider: 'github' })
  await social.connectAs(tokens.accessToken, malloryAtGithub)
  const full = { returnUrl: 'http://localhost:4002/', challenge: social.services.secrets.digest(verifier) }
  const end = await social.go('login', { ...malloryAtGithub, ...full })
  const answer = 'token' in end ? end.token : 'no token'

  await proofs['a provider that vouches for it'](social)
  const tables = social.dumpDatabase()
  expect(tables['connect_tickets']).toEqual([])
  expect(tables['provider_flows']).toEqual([])
  expect(tables['provider_answers']).toEqual([])
  const parameters = social.consent(begun, malloryAtGithub)
  const expired = { code: 'provider-session-expired' }
  await expect(social.finish(begun, { parameters, provider: 'github' })).rejects.toMatchObject(expired)
  expect((await social.call('redeemProviderAnswer', { answer, verifier })).body).toMatchObject(expired)
})

test.for([
  ['another password', 'updateMemberAuth'],
  ['a reset', 'resetPassword'],
] as const)('loses an unfetched result with %s', async ([, way]) => {
  const social = await openSocial()
  const first = (await social.call('signup', mallory)).data
  await social.store.members.update(first.member.id, { verified: true })
  await social.connectAs(first.tokens.accessToken)
  const full = { returnUrl: 'http://localhost:4002/', challenge: social.services.secrets.digest(verifier) }
  const end = await social.go('login', full)
  const answer = 'token' in end ? end.token : 'no token'
  if (way === 'resetPassword') await proofs['a reset'](social)
  else {
    const input = { oldPassword: mallory.password, newPassword: 'quite another' }
    expect((await social.call('updateMemberAuth', input, { token: first.tokens.accessToken })).status).toBe(200)
  }
  social.clock.advance((PROVIDER_ANSWER_LIFETIME_SECONDS - 1) * 1000)
  expect((await social.call('redeemProviderAnswer', { answer, verifier })).status).toBe(400)
})

test('reverting a change of address removes the attacker’s provider', async () => {
  const social = await openSocial()
  const first = (await social.call('signup', { email, password: 'the owner’s own' })).data
  await social.store.members.update(first.member.id, { verified: true })
  const { accessToken: token } = first.tokens
  await social.connectAs(token, malloryAtGithub)
  await moveEmail(social, 'mallory@example.com', { token })
  const undo = /\?token=([\w-]+)$/mu.exec((await social.mailTo(email))?.text ?? '')?.[1] ?? ''
  await social.request('/account/email-changed', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:4001' },
    body: new URLSearchParams({ token: undo }).toString(),
  })
  expect(await social.store.members.findById(first.member.id)).toMatchObject({ email, verified: true, providers: [] })
  expect(codeOf(await social.go('login', malloryAtGithub))).toBe('account-not-found')
})
