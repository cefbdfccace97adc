import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createTestConsentProvider } from '../../../../../api/features/social/test-consent'
import type { AuthorizationAnswer } from '../../../../../api/features/apps/social-providers'
import { startTestApi } from '../../../../support/start-api'
import type { TestApi } from '../../../../support/start-api'
import type { TestConsentRow } from '../../../../../api/features/social/repository'

let api: TestApi
beforeEach(async () => {
  api = await startTestApi()
  onTestFinished(() => api.close())
})

const redirectUri = 'http://localhost:4001/auth-provider/callback/google'
const request = { state: 'a-state', verifier: 'a-verifier', nonce: 'a-nonce', redirectUri, appName: 'Demo' }
const challenge = createHash('sha256').update('a-verifier').digest('base64url')

const provider = (key = 'google') => createTestConsentProvider(key, api.services)

/** Stores a code, like the page. */
async function consent(changes: Partial<TestConsentRow> = {}): Promise<void> {
  await api.store.testConsents.insert({
    codeDigest: api.services.secrets.digest('a-code'),
    provider: 'google',
    email: 'ann@example.com',
    emailVerified: true,
    challenge,
    redirectUri,
    nonce: 'a-nonce',
    expiresAt: api.clock.now() + 60_000,
    ...changes,
  })
}

const identify = (changes: Partial<AuthorizationAnswer> = {}, key = 'google') => {
  const { appName: _, ...asked } = request
  return provider(key).identify({ ...asked, parameters: new URLSearchParams('code=a-code'), ...changes })
}

const refused = { code: 'account-connect-failed' }

it('redirects to our page, with the challenge but not the verifier', async () => {
  const url = await provider().authorize(request)
  expect(url.origin + url.pathname).toBe('http://localhost:4001/test/consent')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    state: 'a-state',
    nonce: 'a-nonce',
    redirect_uri: redirectUri,
    code_challenge: challenge,
  })
})

it('a code names the person; the account’s ID is not the address', async () => {
  await consent()
  const identity = await identify()
  expect(identity).toMatchObject({ email: 'ann@example.com', emailVerified: true, firstName: null, lastName: null })
  expect(identity.subject).toMatch(/^[0-9a-f]{64}$/u)
})

describe('a code is refused', () => {
  it('the second time', async () => {
    await consent()
    await identify()
    await expect(identify()).rejects.toMatchObject(refused)
  })

  it('after its time', async () => {
    await consent()
    api.clock.advance(60_000)
    await expect(identify()).rejects.toMatchObject(refused)
  })

  it.each<[string, Partial<AuthorizationAnswer>]>([
    ['another verifier', { verifier: 'another' }],
    ['another nonce', { nonce: 'another' }],
    ['another redirect address', { redirectUri: 'http://localhost:4001/auth-provider/callback/github' }],
    ['another code', { parameters: new URLSearchParams('code=another') }],
    ['no code', { parameters: new URLSearchParams() }],
    ['an error', { parameters: new URLSearchParams('error=server_error') }],
  ])('with %s', async (_, changes) => {
    await consent()
    await expect(identify(changes)).rejects.toMatchObject(refused)
  })

  it('at another provider', async () => {
    await consent()
    await expect(identify({}, 'github')).rejects.toMatchObject(refused)
  })

  it('after a failed check, permanently: guesses cannot be repeated', async () => {
    await consent()
    await expect(identify({ verifier: 'another' })).rejects.toMatchObject(refused)
    await expect(identify()).rejects.toMatchObject(refused)
  })
})

it('a cancellation is reported as such', async () => {
  const parameters = new URLSearchParams('error=access_denied')
  await expect(identify({ parameters })).rejects.toMatchObject({ code: 'provider-cancelled' })
})

it.each(['facebook', 'spotify', 'dribbble'])('at %s no address is verified', async (key) => {
  await consent({ provider: key })
  expect(await identify({}, key)).toMatchObject({ email: 'ann@example.com', emailVerified: false })
})
