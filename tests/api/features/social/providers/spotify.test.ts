import { expect, it } from 'vitest'
import { logInAt, OURS, providerAt, refusalBy, visit } from './log-in-at'
import { CLIENT } from './fake-providers/serve-fake-provider'
import { startSpotify } from './fake-providers/spotify'

const person = { account_id: 'aB3dE5fG7h', id: 'wizzler', display_name: 'JM Wizzler', email: 'Email@Example.com' }

it('names the person by the permanent ID, and never verifies the address', async () => {
  expect(await logInAt(providerAt('spotify', await startSpotify({ person })))).toEqual({
    subject: 'aB3dE5fG7h',
    email: 'email@example.com',
    emailVerified: false,
    // Its display name is free text.
    firstName: null,
    lastName: null,
  })
})

it('uses the older ID if there is no other, and can lack an address', async () => {
  const spotify = await startSpotify({ person: { id: 'wizzler', display_name: null } })
  expect(await logInAt(providerAt('spotify', spotify))).toMatchObject({ subject: 'wizzler', email: null })
})

it('gets the credentials in a header, not in a form', async () => {
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

it('refuses people who are not on the list of an app in development, as plain text', async () => {
  const spotify = await startSpotify({ person })
  spotify.breakAt('/v1/me', (response) => {
    response.statusCode = 403
    response.end('Check settings on developer.spotify.com/dashboard, the user may not be registered.')
  })
  expect(await refusalBy(logInAt(providerAt('spotify', spotify)))).toEqual({
    code: 'account-connect-failed',
    log: 'The provider spotify rejected its own token with status 403.',
  })
})
