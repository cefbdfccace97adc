import { expect, it } from 'vitest'
import { logInAt, providerAt, refusalBy, visit } from './log-in-at'
import { startLinkedin } from './fake-providers/linkedin'

const person = {
  sub: '782bbtaQ',
  name: 'John Doe',
  given_name: 'John',
  family_name: 'Doe',
  locale: { country: 'US', language: 'en' },
  email: 'doe@example.com',
  email_verified: true,
}

it.each([true, 'true'])('names the person, and verifies the address with %j', async (verified) => {
  const linkedin = await startLinkedin({ person: { ...person, email_verified: verified } })
  expect(await logInAt(providerAt('linkedin', linkedin))).toEqual({
    subject: '782bbtaQ',
    email: 'doe@example.com',
    emailVerified: true,
    firstName: 'John',
    lastName: 'Doe',
  })
})

it.each([false, 'false', undefined])('does not verify the address with %j', async (verified) => {
  const linkedin = await startLinkedin({ person: { ...person, email_verified: verified } })
  expect((await logInAt(providerAt('linkedin', linkedin))).emailVerified).toBe(false)
})

it('gets the secret in the form, and no PKCE, which it would refuse', async () => {
  const linkedin = await startLinkedin({ person })
  await logInAt(providerAt('linkedin', linkedin))
  const [exchange] = linkedin.askedAt('/oauth/v2/accessToken')
  expect(exchange?.headers.authorization).toBeUndefined()
  expect(exchange?.form.has('client_secret')).toBe(true)
  expect(exchange?.form.has('code_verifier')).toBe(false)
})

it.each(['login', 'authorize'] as const)('has its own error for a refusal: %s', async (cancelsAt) => {
  const provider = providerAt('linkedin', await startLinkedin({ person, cancels: true, cancelsAt }))
  expect((await refusalBy(logInAt(provider))).code).toBe('provider-cancelled')
})

it('accepts a code once', async () => {
  const provider = providerAt('linkedin', await startLinkedin({ person }))
  const answer = await visit(provider)
  await provider.identify(answer)
  expect(await refusalBy(provider.identify(answer))).toEqual({
    code: 'account-connect-failed',
    log: 'The provider linkedin returned the error invalid_request.',
  })
})
