import { expect, it } from 'vitest'
import { logInAt, OURS, providerAt, refusalBy, visit } from './log-in-at'
import { startGoogle } from './stand-ins/google'

const person = {
  sub: '110169484474386276334',
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  picture: 'https://lh3.googleusercontent.com/a/photo',
  email: 'Ada@Example.com',
  email_verified: true,
}

it('says who somebody is, with an address that it has verified', async () => {
  expect(await logInAt(providerAt('google', await startGoogle({ person })))).toEqual({
    subject: '110169484474386276334',
    email: 'ada@example.com',
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
  })
})

it.each([false, undefined, 'false', 1])('does not vouch for an address where it says %j', async (verified) => {
  const google = await startGoogle({ person: { ...person, email_verified: verified } })
  const identity = await logInAt(providerAt('google', google))
  expect(identity).toMatchObject({ email: 'ada@example.com', emailVerified: false })
})

it('lets people choose which of their accounts they come with', async () => {
  const google = await startGoogle({ person })
  await visit(providerAt('google', google))
  expect(google.askedAt('/o/oauth2/v2/auth')[0]?.query.get('prompt')).toBe('select_account')
  expect(google.askedAt('/o/oauth2/v2/auth')[0]?.query.get('scope')).toBe('openid email profile')
})

it('accepts a code from nobody without the verifier of this way', async () => {
  const provider = providerAt('google', await startGoogle({ person }))
  const answer = await visit(provider)
  const stolen = provider.identify({ ...answer, verifier: OURS.verifier.replace('v', 'w') })
  expect(await refusalBy(stolen)).toEqual({
    code: 'account-connect-failed',
    log: 'The provider google refused with invalid_grant.',
  })
})

it('takes another redirect address at the exchange for a mistake in the settings', async () => {
  const provider = providerAt('google', await startGoogle({ person }))
  const answer = await visit(provider)
  const refusal = await refusalBy(provider.identify({ ...answer, redirectUri: `${answer.redirectUri}/` }))
  expect(refusal.code).toBe('provider-not-configured')
})
