import { expect, it } from 'vitest'
import { logInAt, providerAt, refusalBy, visit } from './log-in-at'
import { graphError, startFacebook } from './stand-ins/facebook'
import { CLIENT } from './stand-ins/serve-stand-in'

const person = {
  id: '10158912345678901',
  name: 'Jane Roe',
  first_name: 'Jane',
  last_name: 'Roe',
  email: 'jane@example.com',
  picture: { data: { url: 'https://scontent.example/p.jpg' } },
}

it('says who somebody is, and never vouches for the address', async () => {
  expect(await logInAt(providerAt('facebook', await startFacebook({ person })))).toEqual({
    subject: '10158912345678901',
    email: 'jane@example.com',
    emailVerified: false,
    firstName: 'Jane',
    lastName: 'Roe',
  })
})

it('may know no address: of somebody who came by telephone, or keeps it back', async () => {
  const { email: _, ...rest } = person
  const facebook = await startFacebook({ person: rest })
  expect(await logInAt(providerAt('facebook', facebook))).toMatchObject({ subject: person.id, email: null })
})

it('is shown that we hold the secret, and given the token where no log keeps it', async () => {
  const facebook = await startFacebook({ person })
  await logInAt(providerAt('facebook', facebook))
  const [me] = facebook.askedAt('/me')
  expect(me?.query.get('appsecret_proof')).toMatch(/^[\da-f]{64}$/u)
  expect(me?.query.has('access_token')).toBe(false)
})

it('says in several words that somebody refused', async () => {
  const provider = providerAt('facebook', await startFacebook({ person, cancels: true }))
  const answer = await visit(provider)
  expect(answer.parameters.get('error_reason')).toBe('user_denied')
  expect((await refusalBy(provider.identify(answer))).code).toBe('provider-cancelled')
})

it('refuses in objects with a number: a code twice, a wrong secret, a wrong id', async () => {
  const facebook = await startFacebook({ person })
  const provider = providerAt('facebook', facebook)
  const answer = await visit(provider)
  await provider.identify(answer)
  expect(await refusalBy(provider.identify(answer))).toEqual({
    code: 'account-connect-failed',
    log: 'The provider facebook refused with error 100.',
  })
  const settings = { code: 'provider-not-configured' }
  const mistyped = providerAt('facebook', facebook, { ...CLIENT, clientSecret: 'mistyped' })
  expect(await refusalBy(logInAt(mistyped))).toMatchObject(settings)
  const strange = providerAt('facebook', facebook, { ...CLIENT, clientId: '1' })
  expect(await refusalBy(strange.identify(await visit(provider)))).toMatchObject(settings)
})

it.each([2, 4])('says with number %i that it is busy', async (number) => {
  const facebook = await startFacebook({ person })
  facebook.breakAt('/oauth/access_token', (response) => {
    response.statusCode = 400
    response.end(JSON.stringify(graphError(number, 'Please retry your request later.')))
  })
  expect((await refusalBy(logInAt(providerAt('facebook', facebook)))).code).toBe('provider-unavailable')
})
