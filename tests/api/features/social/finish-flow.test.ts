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

test('a state is valid once, and so is the whole callback URL', async () => {
  const { social, begun, parameters } = await openWithReturn()
  loginOf(await social.finish(begun, { parameters }))
  await expect(social.finish(begun, { parameters })).rejects.toMatchObject(expired)
  expect(social.dumpDatabase()['sessions']).toHaveLength(1)
})

test('login CSRF: an attacker’s callback URL has no effect in another browser, and stays theirs', async () => {
  const { social, begun, parameters } = await openWithReturn()
  const victims = await social.begin()
  for (const secretOf of [() => null, () => victims.secret, () => '']) {
    await expect(social.finish(begun, { parameters, secretOf })).rejects.toMatchObject(expired)
  }
  expect(memberCount(social)).toBe(0)
  // Nor can a stranger end another person's flow.
  loginOf(await social.finish(begun, { parameters }))
})

test.for([
  ['no state', (parameters: URLSearchParams) => parameters.delete('state')],
  ['another state', (parameters: URLSearchParams) => parameters.set('state', 'x'.repeat(43))],
  ['an empty state', (parameters: URLSearchParams) => parameters.set('state', '')],
] as const)('%s has no target', async ([, change]) => {
  const { social, begun, parameters } = await openWithReturn()
  change(parameters)
  await expect(social.finish(begun, { parameters, secretOf: () => begun.secret })).rejects.toMatchObject(expired)
})

test('refuses a code of another flow: verifier and nonce belong to one flow', async () => {
  const { social, begun, parameters } = await openWithReturn()
  const attackers = await social.begin()
  parameters.set('code', social.consent(attackers, { identity: { subject: 'mallory' } }).get('code') ?? '')
  expect(codeOf(await social.finish(begun, { parameters }))).toBe('account-connect-failed')
  expect(memberCount(social)).toBe(0)
})

test('refuses a callback at another provider’s URL without a request to a provider', async () => {
  const { social, begun, parameters } = await openWithReturn()
  let asked = 0
  for (const provider of social.providers.values()) {
    provider.identify = () => Promise.reject(new Error(`asked ${(asked += 1)} times`))
  }
  expect(codeOf(await social.finish(begun, { parameters, provider: 'github' }))).toBe('account-connect-failed')
  expect(asked).toBe(0)
})

test('reports a cancellation to the person and to the window’s opener', async () => {
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
        message: 'You canceled the login. Nothing was changed.',
      },
    },
  })
})

test('a published client without state gets none', async () => {
  const social = await openSocial()
  expect(await social.go('signup', { openerState: null })).not.toHaveProperty('answer.state')
})

test('refuses a flow after its time limit', async () => {
  const { social, begun, parameters } = await openWithReturn()
  social.clock.advance(15 * 60_000)
  await expect(social.finish(begun, { parameters })).rejects.toMatchObject(expired)
})

test('refuses a provider that the app no longer offers, and one without an account ID', async () => {
  const social = await openSocial()
  expect(codeOf(await social.go('signup', { identity: { subject: '' } }))).toBe('account-connect-failed')
  const begun = await social.begin()
  const parameters = social.consent(begun)
  await social.change({ authProviders: [] })
  expect(codeOf(await social.finish(begun, { parameters }))).toBe('provider-not-found')
  expect(memberCount(social)).toBe(0)
})

test('checks the fields of a form again when they are used', async () => {
  const social = await openSocial()
  const begun = await social.begin({ wishes: { plans: [{ planId: 'pln_free' }] } })
  await social.change({ plans: [] })
  expect(codeOf(await social.finish(begun, { parameters: social.consent(begun) }))).toBe('plan-not-found')
})

test.for([
  ['a failure', () => new Error('disk full'), 'unknown-error', 'disk full'],
  ['an unavailable provider', () => new ApiError('provider-unavailable'), 'provider-unavailable', 'can’t be reached'],
] as const)(
  'for %s, the page gets a code, and the log the reason, without a secret',
  async ([, fail, code, reason]) => {
    const { social, begun, parameters } = await openWithReturn()
    social.providers.get('google')!.identify = () => Promise.reject(fail())
    expect(codeOf(await social.finish(begun, { parameters }))).toBe(code)
    const lines = social.logLines.filter((line) => line.includes('a social login failed'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(reason)
    for (const word of [begun.secret, parameters.get('state') ?? '', parameters.get('code') ?? '']) {
      expect(lines[0]).not.toContain(word)
    }
  },
)

test('the reason why an identity was not proven is only in the log', async () => {
  const { social, begun, parameters } = await openWithReturn()
  const failure = new ApiError('account-connect-failed', { cause: new Error('signed with an unknown key') })
  social.providers.get('google')!.identify = () => Promise.reject(failure)
  const end = await social.finish(begun, { parameters })
  expect(codeOf(end)).toBe('account-connect-failed')
  expect(JSON.stringify(end)).not.toContain('unknown key')
  const lines = social.logLines.filter((line) => line.includes('signed with an unknown key'))
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([30])
})

test('does not log a person’s own mistakes', async () => {
  const social = await openSocial()
  expect(codeOf(await social.go('login'))).toBe('account-not-found')
  expect(social.logLines.filter((line) => line.includes('social'))).toEqual([])
})
