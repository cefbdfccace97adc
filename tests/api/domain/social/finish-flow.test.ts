import { expect, test } from 'vitest'
import { ApiError } from '../../../../api/lib/errors'
import { codeOf, loginOf, openSocial } from './open-social'
import type { Social } from './open-social'

const expired = { code: 'provider-session-expired' }

async function openWithReturn() {
  const social = await openSocial()
  const begun = await social.begin()
  return { social, begun, parameters: social.consent(begun) }
}

const memberCount = (social: Social) => social.dumpDatabase()['members']?.length

test('a state works once, and so does the whole address that a provider led back to', async () => {
  const { social, begun, parameters } = await openWithReturn()
  loginOf(await social.finish(begun, { parameters }))
  await expect(social.finish(begun, { parameters })).rejects.toMatchObject(expired)
  expect(social.dumpDatabase()['sessions']).toHaveLength(1)
})

test('login CSRF: the address that led an attacker back does nothing in another browser, and stays theirs', async () => {
  const { social, begun, parameters } = await openWithReturn()
  const victims = await social.begin()
  for (const secretOf of [() => null, () => victims.secret, () => '']) {
    await expect(social.finish(begun, { parameters, secretOf })).rejects.toMatchObject(expired)
  }
  expect(memberCount(social)).toBe(0)
  // Nor could a stranger end somebody's way for them.
  loginOf(await social.finish(begun, { parameters }))
})

test.for([
  ['no state', (parameters: URLSearchParams) => parameters.delete('state')],
  ['another state', (parameters: URLSearchParams) => parameters.set('state', 'x'.repeat(43))],
  ['an empty state', (parameters: URLSearchParams) => parameters.set('state', '')],
] as const)('%s leads nowhere', async ([, change]) => {
  const { social, begun, parameters } = await openWithReturn()
  change(parameters)
  await expect(social.finish(begun, { parameters, secretOf: () => begun.secret })).rejects.toMatchObject(expired)
})

test('a code that was given to another way is refused: verifier and nonce are this one’s', async () => {
  const { social, begun, parameters } = await openWithReturn()
  const attackers = await social.begin()
  parameters.set('code', social.consent(attackers, { identity: { subject: 'mallory' } }).get('code') ?? '')
  expect(codeOf(await social.finish(begun, { parameters }))).toBe('account-connect-failed')
  expect(memberCount(social)).toBe(0)
})

test('an answer at another provider’s address is refused without asking anybody', async () => {
  const { social, begun, parameters } = await openWithReturn()
  let asked = 0
  for (const provider of social.providers.values()) {
    provider.identify = () => Promise.reject(new Error(`asked ${(asked += 1)} times`))
  }
  expect(codeOf(await social.finish(begun, { parameters, provider: 'github' }))).toBe('account-connect-failed')
  expect(asked).toBe(0)
})

test('who cancels is told so; the window that asked, too', async () => {
  const { social, begun, parameters } = await openWithReturn()
  parameters.delete('code')
  parameters.set('error', 'access_denied')
  const end = await social.finish(begun, { parameters })
  expect(end).toEqual({
    openerOrigin: 'http://localhost:4002',
    returnUrl: null,
    answer: {
      state: 'mine',
      error: {
        code: 'provider-cancelled',
        message: 'You cancelled the login with the provider. Nothing was changed.',
      },
    },
  })
})

test('a published client, which sends no state, gets none', async () => {
  const social = await openSocial()
  expect(await social.go('signup', { openerState: null })).not.toHaveProperty('answer.state')
})

test('a way that took longer than its time is over', async () => {
  const { social, begun, parameters } = await openWithReturn()
  social.clock.advance(15 * 60_000)
  await expect(social.finish(begun, { parameters })).rejects.toMatchObject(expired)
})

test('an app that offers the provider no more, or a provider without an id for the account, lets nobody in', async () => {
  const social = await openSocial()
  expect(codeOf(await social.go('signup', { identity: { subject: '' } }))).toBe('account-connect-failed')
  const begun = await social.begin()
  const parameters = social.consent(begun)
  social.app.authProviders = []
  expect(codeOf(await social.finish(begun, { parameters }))).toBe('provider-not-found')
  expect(memberCount(social)).toBe(0)
})

test('the wishes of a form are read again when they are granted', async () => {
  const social = await openSocial()
  const begun = await social.begin({ wishes: { plans: [{ planId: 'pln_free' }] } })
  social.app.plans = []
  expect(codeOf(await social.finish(begun, { parameters: social.consent(begun) }))).toBe('plan-not-found')
})

test.for([
  ['what breaks', () => new Error('disk full'), 'unknown-error', 'disk full'],
  ['a provider that is away', () => new ApiError('provider-unavailable'), 'provider-unavailable', 'cannot be reached'],
] as const)('of %s the page hears a code, and the log the reason, without a secret', async ([, fail, code, reason]) => {
  const { social, begun, parameters } = await openWithReturn()
  social.providers.get('google')!.identify = () => Promise.reject(fail())
  expect(codeOf(await social.finish(begun, { parameters }))).toBe(code)
  const lines = social.logLines.filter((line) => line.includes('a social login failed'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(reason)
  for (const word of [begun.secret, parameters.get('state') ?? '', parameters.get('code') ?? '']) {
    expect(lines[0]).not.toContain(word)
  }
})

test('why an answer proved nobody is for the log alone', async () => {
  const { social, begun, parameters } = await openWithReturn()
  const failure = new ApiError('account-connect-failed', { cause: new Error('signed with an unknown key') })
  social.providers.get('google')!.identify = () => Promise.reject(failure)
  const end = await social.finish(begun, { parameters })
  expect(codeOf(end)).toBe('account-connect-failed')
  expect(JSON.stringify(end)).not.toContain('unknown key')
  const lines = social.logLines.filter((line) => line.includes('signed with an unknown key'))
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([30])
})

test('a person’s own mistakes are not logged', async () => {
  const social = await openSocial()
  expect(codeOf(await social.go('login'))).toBe('account-not-found')
  expect(social.logLines.filter((line) => line.includes('social'))).toEqual([])
})
