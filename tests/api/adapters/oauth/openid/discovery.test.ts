import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { createOpenIdProvider } from '../../../../../api/features/social/openid'
import { logInAt, refusalBy } from '../log-in-at'
import { serveStandIn } from '../stand-ins/serve-stand-in'
import { openAcme } from './open-acme'

const unavailable = { code: 'provider-unavailable' }
const HOUR_MS = 60 * 60 * 1000

describe('what an issuer says of itself', () => {
  it('is asked for once an hour, by all who log in', async () => {
    let later = 0
    const { acme, logIn } = await openAcme({ now: () => Date.now() + later })
    await logIn()
    await logIn()
    expect(acme.callsOf('discovery')).toBe(1)
    expect(acme.callsOf('jwks')).toBe(1)
    later = HOUR_MS
    // Tokens are dated by the provider's clock, which has not moved.
    await refusalBy(logIn())
    expect(acme.callsOf('discovery')).toBe(2)
  })

  it('is asked for again after a failure', async () => {
    const { acme, provider, visit, logIn } = await openAcme()
    const answer = await visit()
    acme.alter('token', () => '<html>')
    expect(await refusalBy(provider.identify(answer))).toMatchObject(unavailable)
    acme.alter('token', null)
    await logIn()
    expect(acme.callsOf('discovery')).toBe(2)
  })

  it('is not kept where it is of no use', async () => {
    const { acme, logIn } = await openAcme()
    acme.alter('discovery', () => ({ error: 'Please come back later.' }))
    expect(await refusalBy(logIn())).toMatchObject(unavailable)
    acme.alter('discovery', null)
    expect(await logIn()).toMatchObject({ firstName: 'Ada' })
  })

  it('must be about the issuer of the settings, to the letter', async () => {
    const { acme, logIn } = await openAcme()
    for (const issuer of ['https://stranger.example', `${acme.issuer}/`]) {
      acme.alter('discovery', (body) => ({ ...body, issuer }))
      expect(await refusalBy(logIn())).toEqual({
        ...unavailable,
        log: 'The provider acme describes another issuer than the one in the settings.',
      })
    }
  })

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'must not lead to an address without https: %s',
    async (name) => {
      const { acme, logIn } = await openAcme()
      for (const url of ['http://stranger.example/', 'javascript:alert(1)', 'ftp://127.0.0.1/', 'nowhere']) {
        acme.alter('discovery', (body) => ({ ...body, [name]: url }))
        expect(await refusalBy(logIn())).toMatchObject(unavailable)
      }
    },
  )

  it('may leave out the profile: then the ID token says it all', async () => {
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
  ])('decides how we say who we are: %j', async (methods, inHeader) => {
    const standIn = await serveStandIn({})
    const { acme, logIn } = await openAcme()
    const changes = { token_endpoint: `${standIn.url}/token`, token_endpoint_auth_methods_supported: methods }
    acme.alter('discovery', (body) => ({ ...body, ...changes }))
    await refusalBy(logIn())
    const [exchange] = standIn.askedAt('/token')
    expect(exchange?.headers.authorization?.startsWith('Basic ') ?? false).toBe(inHeader)
    expect(exchange?.form.get('client_secret')).toBe(inHeader ? null : acme.clientSecret)
  })

  it('is not waited for, or read, without end, and no redirect is followed', async () => {
    const path = '/.well-known/openid-configuration'
    const standIn = await serveStandIn({})
    const settings = { key: 'acme', issuer: standIn.url, clientId: 'a', clientSecret: 'b', scopes: ['openid'] }
    const provider = createOpenIdProvider({ settings, timeoutMs: 100 })
    standIn.breakAt(path, () => {})
    expect((await refusalBy(logInAt(provider))).log).toBe('The provider acme could not be asked: time is up.')
    const patient = createOpenIdProvider({ settings })
    standIn.breakAt(path, (response) => response.end('x'.repeat(2_000_000)))
    expect((await refusalBy(logInAt(patient))).log).toBe('The provider acme answered with more than is read.')
    standIn.breakAt(path, (response) => response.writeHead(301, { location: '/elsewhere' }).end())
    expect(await refusalBy(logInAt(patient))).toMatchObject(unavailable)
    expect(standIn.askedAt('/elsewhere')).toEqual([])
  })
})

describe('the issuer’s keys', () => {
  it('are fetched again when a token names a new one', async () => {
    const { acme, logIn, forge, sign } = await openAcme()
    await logIn()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const key = await exportJWK(privateKey)
    const served = { ...(await exportJWK(publicKey)), kid: 'second', alg: 'ES256', use: 'sig' }
    acme.alter('jwks', () => ({ keys: [served] }))
    forge((claims) => sign(claims, { key, kid: 'second' }))
    expect(await logIn()).toMatchObject({ firstName: 'Ada' })
  })

  it.each([{ keys: 'none' }, {}, { keys: [{ kty: 'EC' }] }])('may be none: %j', async (body) => {
    const { acme, logIn } = await openAcme()
    acme.alter('jwks', () => body)
    await expect(logIn()).rejects.toMatchObject({ name: 'ApiError' })
  })
})
