import { expect, it } from 'vitest'
import { logInAt, OURS, providerAt, refusalBy, visit } from './log-in-at'
import { CLIENT } from './stand-ins/serve-stand-in'
import { startSpotify } from './stand-ins/spotify'

const person = { account_id: 'aB3dE5fG7h', id: 'wizzler', display_name: 'JM Wizzler', email: 'Email@Example.com' }

it('says who somebody is by the id that never changes, and never vouches for the address', async () => {
  expect(await logInAt(providerAt('spotify', await startSpotify({ person })))).toEqual({
    subject: 'aB3dE5fG7h',
    email: 'email@example.com',
    emailVerified: false,
    // What it shows as a name is whatever somebody likes to be called.
    firstName: null,
    lastName: null,
  })
})

it('still knows the older id where there is no other, and no address for some apps', async () => {
  const spotify = await startSpotify({ person: { id: 'wizzler', display_name: null } })
  expect(await logInAt(providerAt('spotify', spotify))).toMatchObject({ subject: 'wizzler', email: null })
})

it('gets the credentials in a header, and in no form', async () => {
  const spotify = await startSpotify({ person })
  await logInAt(providerAt('spotify', spotify))
  const [exchange] = spotify.askedAt('/api/token')
  expect(exchange?.headers.authorization).toMatch(/^Basic /u)
  expect([...(exchange?.form.keys() ?? [])]).toEqual(['grant_type', 'code', 'redirect_uri', 'code_verifier'])
})

it('refuses a code without its verifier, and a wrong secret', async () => {
  const spotify = await startSpotify({ person })
  const provider = providerAt('spotify', spotify)
  const stolen = await visit(provider)
  const theft = provider.identify({ ...stolen, verifier: `${OURS.verifier}x` })
  expect((await refusalBy(theft)).code).toBe('account-connect-failed')
  const mistyped = providerAt('spotify', spotify, { ...CLIENT, clientSecret: 'mistyped' })
  expect((await refusalBy(logInAt(mistyped))).code).toBe('provider-not-configured')
})

it('lets nobody in who is not on the list of an app in development, and says so in plain text', async () => {
  const spotify = await startSpotify({ person })
  spotify.breakAt('/v1/me', (response) => {
    response.statusCode = 403
    response.end('Check settings on developer.spotify.com/dashboard, the user may not be registered.')
  })
  expect(await refusalBy(logInAt(providerAt('spotify', spotify)))).toEqual({
    code: 'account-connect-failed',
    log: 'The provider spotify refused its own token with status 403.',
  })
})
