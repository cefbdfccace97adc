import { expect, it } from 'vitest'
import { logInAt, OURS, providerAt, refusalBy, visit } from './log-in-at'
import { startGoogle } from './fake-providers/google'

const person = {
  sub: '110169484474386276334',
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  picture: 'https://lh3.googleusercontent.com/a/photo',
  email: 'Ada@Example.com',
  email_verified: true,
}

it('names the person, with a verified address', async () => {
  expect(await logInAt(providerAt('google', await startGoogle({ person })))).toEqual({
    subject: '110169484474386276334',
    email: 'ada@example.com',
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
  })
})

it.each([false, undefined, 'false', 1])('does not verify the address if it sends %j', async (verified) => {
  const google = await startGoogle({ person: { ...person, email_verified: verified } })
  const identity = await logInAt(providerAt('google', google))
  expect(identity).toMatchObject({ email: 'ada@example.com', emailVerified: false })
})

it('asks people for their account', async () => {
  const google = await startGoogle({ person })
  await visit(providerAt('google', google))
  expect(google.askedAt('/o/oauth2/v2/auth')[0]?.query.get('prompt')).toBe('select_account')
  expect(google.askedAt('/o/oauth2/v2/auth')[0]?.query.get('scope')).toBe('openid email profile')
})

it('refuses a code without the verifier of this flow', async () => {
  const provider = providerAt('google', await startGoogle({ person }))
  const answer = await visit(provider)
  const stolen = provider.identify({ ...answer, verifier: OURS.verifier.replace('v', 'w') })
  expect(await refusalBy(stolen)).toEqual({
    code: 'account-connect-failed',
    log: 'The provider google returned the error invalid_grant.',
  })
})

it('reports another redirect URL at the exchange as a wrong setting', async () => {
  const provider = providerAt('google', await startGoogle({ person }))
  const answer = await visit(provider)
  const refusal = await refusalBy(provider.identify({ ...answer, redirectUri: `${answer.redirectUri}/` }))
  expect(refusal.code).toBe('provider-not-configured')
})
