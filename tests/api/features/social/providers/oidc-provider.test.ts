import { exportJWK, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { describe, expect, it } from 'vitest'
import { OURS, refusalBy } from './log-in-at'
import { openAcme } from './openid/open-acme'

const failed = { code: 'account-connect-failed' }
const seconds = () => Math.floor(Date.now() / 1000)

const without =
  (name: string) =>
  (claims: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))

/** A stranger's keys, presented as the provider's. */
async function strangersKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return exportJWK(privateKey)
}

describe('a login at a provider of the owner’s own', () => {
  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'names the person, with %s',
    async (authentication) => {
      const { logIn } = await openAcme({ authentication })
      expect(await logIn()).toEqual({
        subject: expect.stringMatching(/^account-\w{20}$/u),
        email: 'ada@example.com',
        emailVerified: true,
        firstName: 'Ada',
        lastName: 'Lovelace',
      })
    },
  )

  it('is visited again if the provider requires consent, and separates verified addresses', async () => {
    const { logIn } = await openAcme({ skipConsent: false })
    const identity = await logIn([{ email: 'eve@example.com' }, {}])
    expect(identity).toMatchObject({ email: 'eve@example.com', emailVerified: false, firstName: null })
  })

  it.each([
    ['login', [{ cancel: '1' }]],
    ['consent', [{ email: 'ada@example.com' }, { cancel: '1' }]],
  ])('can be refused at %s', async (_, presses) => {
    const { logIn } = await openAcme({ skipConsent: false })
    expect((await refusalBy(logIn(presses))).code).toBe('provider-cancelled')
  })

  it('has no address without its scope', async () => {
    const { logIn } = await openAcme({ settings: { scopes: ['openid'] } })
    expect(await logIn()).toMatchObject({ email: null, emailVerified: false, firstName: null })
  })
})

describe('a code', () => {
  it('is valid once', async () => {
    const { provider, visit } = await openAcme()
    const answer = await visit()
    await provider.identify(answer)
    expect(await refusalBy(provider.identify(answer))).toMatchObject(failed)
  })

  it('is valid only with the verifier', async () => {
    const { provider, visit } = await openAcme()
    const theft = provider.identify({ ...(await visit()), verifier: 'another-verifier'.padEnd(43, 'x') })
    expect(await refusalBy(theft)).toEqual({ ...failed, log: 'The provider acme returned the error invalid_grant.' })
  })

  it('is valid only for exactly its redirect URL', async () => {
    const other = `${OURS.redirectUri}/`
    const { provider, visit } = await openAcme({ redirectUris: [OURS.redirectUri, other] })
    expect(await refusalBy(provider.identify({ ...(await visit()), redirectUri: other }))).toMatchObject(failed)
  })

  it('is not sent to an unregistered URL', async () => {
    const { visit } = await openAcme()
    await expect(visit([], 'https://stranger.example/callback')).rejects.toThrow('It ended at /auth.')
  })

  it('is valid only with the secret', async () => {
    const { logIn } = await openAcme({ settings: { clientSecret: 'mistyped' } })
    expect(await refusalBy(logIn())).toEqual({
      code: 'provider-not-configured',
      log: 'The provider acme returned the error invalid_client.',
    })
  })

  it('is valid only if the provider itself returned it', async () => {
    const { provider, visit } = await openAcme()
    const { parameters, ...answer } = await visit()
    for (const iss of ['https://stranger.example', '']) {
      const other = new URLSearchParams({ code: parameters.get('code') ?? '', iss })
      expect(await refusalBy(provider.identify({ ...answer, parameters: other }))).toMatchObject(failed)
    }
    const silent = new URLSearchParams({ code: parameters.get('code') ?? '' })
    expect(await refusalBy(provider.identify({ ...answer, parameters: silent }))).toMatchObject(failed)
    // None of them has consumed the code.
    expect(await provider.identify({ ...answer, parameters })).toMatchObject({ firstName: 'Ada' })
  })
})

describe('an ID token', () => {
  it('is accepted after signing it again with the same key, so the next cases fail for their content', async () => {
    const { logIn, forge, sign } = await openAcme()
    forge((claims) => sign(claims))
    expect(await logIn()).toMatchObject({ firstName: 'Ada' })
  })

  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['of another login', (claims) => ({ ...claims, nonce: 'another' })],
    ['of no login', without('nonce')],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://stranger.example' })],
    ['of an issuer that only begins alike', (claims) => ({ ...claims, iss: `${claims.iss}/` })],
    ['for another client', (claims) => ({ ...claims, aud: 'another-client' })],
    [
      'for several clients without an authorized party',
      (claims) => ({ ...claims, aud: ['membership', 'another-client'] }),
    ],
    ['for another authorized party', (claims) => ({ ...claims, azp: 'another-client' })],
    ['that is over', (claims) => ({ ...claims, iat: seconds() - 500, exp: seconds() - 120 })],
    ['that never ends', without('exp')],
    ['from long ago', (claims) => ({ ...claims, iat: seconds() - 3600 })],
    ['from the future', (claims) => ({ ...claims, iat: seconds() + 3600 })],
    ['that does not yet hold', (claims) => ({ ...claims, nbf: seconds() + 3600 })],
    ['of no time', without('iat')],
    ['of nobody', without('sub')],
  ])('%s proves no identity', async (_, change) => {
    const { logIn, forge, sign } = await openAcme()
    forge((claims) => sign(change(claims)))
    expect(await refusalBy(logIn())).toMatchObject(failed)
  })

  it.each(['first', 'second'])('signed by another key proves no identity, whatever key it names: %s', async (kid) => {
    const { logIn, forge, sign } = await openAcme()
    const key = await strangersKey()
    forge((claims) => sign(claims, { key, kid }))
    expect(await refusalBy(logIn())).toMatchObject(failed)
  })

  it('without a signature is refused', async () => {
    const { logIn, forge } = await openAcme()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    forge((claims) => Promise.resolve(`${part({ alg: 'none' })}.${part(claims)}.`))
    expect(await refusalBy(logIn())).toMatchObject(failed)
  })

  it.each(['the client secret', 'the public key'])(
    'signed with %s as a shared secret proves no identity',
    async (what) => {
      const { acme, logIn, forge, sign } = await openAcme()
      const secret = what === 'the client secret' ? acme.clientSecret : String(acme.signingKey.x)
      const key = { kty: 'oct', k: Buffer.from(secret).toString('base64url') }
      forge((claims) => sign(claims, { key, alg: 'HS256' }))
      expect(await refusalBy(logIn())).toMatchObject(failed)
    },
  )

  it.each([undefined, '', 'no token', 'a.b.c'])('that is %j proves no identity', async (token) => {
    const { logIn, forge } = await openAcme()
    forge(() => Promise.resolve(token))
    expect(await refusalBy(logIn())).toMatchObject(failed)
  })

  it('for several clients is valid if we are the authorized party', async () => {
    const { logIn, forge, sign } = await openAcme()
    forge((claims) => sign({ ...claims, aud: ['membership', 'another-client'], azp: 'membership' }))
    expect(await logIn()).toMatchObject({ firstName: 'Ada' })
  })
})

describe('the profile', () => {
  it('of another account than the login is refused', async () => {
    const { acme, logIn } = await openAcme()
    acme.alter('userinfo', (body) => ({ ...body, sub: 'account-of-somebody-else' }))
    expect(await refusalBy(logIn())).toMatchObject(failed)
  })

  it('does not inherit that another address is verified', async () => {
    const { acme, logIn, forge, sign } = await openAcme()
    forge((claims) => sign({ ...claims, email: 'ada@example.com', email_verified: true }))
    acme.alter('userinfo', ({ sub }) => ({ sub, email: 'boss@example.com' }))
    expect(await logIn()).toMatchObject({ email: 'boss@example.com', emailVerified: false })
  })
})
