import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { createOpenIdProvider } from '../../../../../../api/features/social/choose-providers'
import { logInAt, refusalBy } from '../log-in-at'
import { serveFakeProvider } from '../fake-providers/serve-fake-provider'
import { openAcme } from './open-acme'

const unavailable = { code: 'provider-unavailable' }
const HOUR_MS = 60 * 60 * 1000

describe('an issuer’s metadata', () => {
  it('is fetched once an hour for all logins', async () => {
    let later = 0
    const { acme, logIn } = await openAcme({ now: () => Date.now() + later })
    await logIn()
    await logIn()
    expect(acme.callsOf('discovery')).toBe(1)
    expect(acme.callsOf('jwks')).toBe(1)
    later = HOUR_MS
    // Tokens have the provider's time, which has not moved.
    await refusalBy(logIn())
    expect(acme.callsOf('discovery')).toBe(2)
  })

  it('is fetched again after a failure', async () => {
    const { acme, provider, visit, logIn } = await openAcme()
    const answer = await visit()
    acme.alter('token', () => '<html>')
    expect(await refusalBy(provider.identify(answer))).toMatchObject(unavailable)
    acme.alter('token', null)
    await logIn()
    expect(acme.callsOf('discovery')).toBe(2)
  })

  it('is not cached if it is invalid', async () => {
    const { acme, logIn } = await openAcme()
    acme.alter('discovery', () => ({ error: 'Please come back later.' }))
    expect(await refusalBy(logIn())).toMatchObject(unavailable)
    acme.alter('discovery', null)
    expect(await logIn()).toMatchObject({ firstName: 'Ada' })
  })

  it('must name exactly the configured issuer', async () => {
    const { acme, logIn } = await openAcme()
    for (const issuer of ['https://stranger.example', `${acme.issuer}/`]) {
      acme.alter('discovery', (body) => ({ ...body, issuer }))
      expect(await refusalBy(logIn())).toEqual({
        ...unavailable,
        log: 'The provider acme has a discovery document of another issuer.',
      })
    }
  })

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'must not have a URL without https: %s',
    async (name) => {
      const { acme, logIn } = await openAcme()
      for (const url of ['http://stranger.example/', 'javascript:alert(1)', 'ftp://127.0.0.1/', 'nowhere']) {
        acme.alter('discovery', (body) => ({ ...body, [name]: url }))
        expect(await refusalBy(logIn())).toMatchObject(unavailable)
      }
    },
  )

  it('can omit the profile: then the ID token is enough', async () => {
    const { acme, logIn, forge, sign } = await openAcme()
    acme.alter('discovery', (body) => ({ ...body, userinfo_endpoint: undefined }))
    forge((claims) => sign({ ...claims, email: 'ada@example.com', email_verified: true, given_name: 'Ada' }))
    expect(await logIn()).toMatchObject({ email: 'ada@example.com', emailVerified: true, firstName: 'Ada' })
    expect(acme.callsOf('userinfo')).toBe(0)
  })

  it.each([
    [['client_secret_post'], false],
    [['client_secret_post', 'client_secret_basic'], true],
    [undefined, true],
  ])('selects the client authentication: %j', async (methods, inHeader) => {
    const server = await serveFakeProvider({})
    const { acme, logIn } = await openAcme()
    const changes = { token_endpoint: `${server.url}/token`, token_endpoint_auth_methods_supported: methods }
    acme.alter('discovery', (body) => ({ ...body, ...changes }))
    await refusalBy(logIn())
    const [exchange] = server.askedAt('/token')
    expect(exchange?.headers.authorization?.startsWith('Basic ') ?? false).toBe(inHeader)
    expect(exchange?.form.get('client_secret')).toBe(inHeader ? null : acme.clientSecret)
  })

  it('is limited in time and size, without redirects', async () => {
    const path = '/.well-known/openid-configuration'
    const server = await serveFakeProvider({})
    const settings = { key: 'acme', issuer: server.url, clientId: 'a', clientSecret: 'b', scopes: ['openid'] }
    const provider = createOpenIdProvider({ settings, timeoutMs: 100 })
    server.breakAt(path, () => {})
    expect((await refusalBy(logInAt(provider))).log).toBe('The provider acme could not be reached: timed out.')
    const patient = createOpenIdProvider({ settings })
    server.breakAt(path, (response) => response.end('x'.repeat(2_000_000)))
    expect((await refusalBy(logInAt(patient))).log).toBe('The provider acme sent a response that is too long.')
    server.breakAt(path, (response) => response.writeHead(301, { location: '/elsewhere' }).end())
    expect(await refusalBy(logInAt(patient))).toMatchObject(unavailable)
    expect(server.askedAt('/elsewhere')).toEqual([])
  })
})

describe('the issuer’s keys', () => {
  it('are fetched again for a new key ID', async () => {
    const { acme, logIn, forge, sign } = await openAcme()
    await logIn()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const key = await exportJWK(privateKey)
    const served = { ...(await exportJWK(publicKey)), kid: 'second', alg: 'ES256', use: 'sig' }
    acme.alter('jwks', () => ({ keys: [served] }))
    forge((claims) => sign(claims, { key, kid: 'second' }))
    expect(await logIn()).toMatchObject({ firstName: 'Ada' })
  })

  it.each([{ keys: 'none' }, {}, { keys: [{ kty: 'EC' }] }])('can be missing: %j', async (body) => {
    const { acme, logIn } = await openAcme()
    acme.alter('jwks', () => body)
    await expect(logIn()).rejects.toMatchObject({ name: 'ApiError' })
  })
})
