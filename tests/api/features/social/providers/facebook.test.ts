import { expect, it } from 'vitest'
import { logInAt, providerAt, refusalBy, visit } from './log-in-at'
import { graphError, startFacebook } from './fake-providers/facebook'
import { CLIENT } from './fake-providers/serve-fake-provider'

const person = {
  id: '10158912345678901',
  name: 'Jane Roe',
  first_name: 'Jane',
  last_name: 'Roe',
  email: 'jane@example.com',
  picture: { data: { url: 'https://scontent.example/p.jpg' } },
}

it('names the person, and never verifies the address', async () => {
  expect(await logInAt(providerAt('facebook', await startFacebook({ person })))).toEqual({
    subject: '10158912345678901',
    email: 'jane@example.com',
    emailVerified: false,
    firstName: 'Jane',
    lastName: 'Roe',
  })
})

it('can have no address: for sign-ups by phone, or if it is not shared', async () => {
  const { email: _, ...rest } = person
  const facebook = await startFacebook({ person: rest })
  expect(await logInAt(providerAt('facebook', facebook))).toMatchObject({ subject: person.id, email: null })
})

it('gets proof of our secret, and the token in a header', async () => {
  const facebook = await startFacebook({ person })
  await logInAt(providerAt('facebook', facebook))
  const [me] = facebook.askedAt('/me')
  expect(me?.query.get('appsecret_proof')).toMatch(/^[\da-f]{64}$/u)
  expect(me?.query.has('access_token')).toBe(false)
})

it('can report a refusal in several ways', async () => {
  const provider = providerAt('facebook', await startFacebook({ person, cancels: true }))
  const answer = await visit(provider)
  expect(answer.parameters.get('error_reason')).toBe('user_denied')
  expect((await refusalBy(provider.identify(answer))).code).toBe('provider-cancelled')
})

it('reports errors as numbered objects: a repeated code, a wrong secret, a wrong ID', async () => {
  const facebook = await startFacebook({ person })
  const provider = providerAt('facebook', facebook)
  const answer = await visit(provider)
  await provider.identify(answer)
  expect(await refusalBy(provider.identify(answer))).toEqual({
    code: 'account-connect-failed',
    log: 'The provider facebook returned error 100.',
  })
  const settings = { code: 'provider-not-configured' }
  const mistyped = providerAt('facebook', facebook, { ...CLIENT, clientSecret: 'mistyped' })
  expect(await refusalBy(logInAt(mistyped))).toMatchObject(settings)
  const strange = providerAt('facebook', facebook, { ...CLIENT, clientId: '1' })
  expect(await refusalBy(strange.identify(await visit(provider)))).toMatchObject(settings)
})

it.each([2, 4])('reports with number %i that it is busy', async (number) => {
  const facebook = await startFacebook({ person })
  facebook.breakAt('/oauth/access_token', (response) => {
    response.statusCode = 400
    response.end(JSON.stringify(graphError(number, 'Please retry your request later.')))
  })
  expect((await refusalBy(logInAt(providerAt('facebook', facebook)))).code).toBe('provider-unavailable')
})
