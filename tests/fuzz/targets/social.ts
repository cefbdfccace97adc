import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { socialProviderRows } from '../../../api/features/social/providers'
import { readCode, toIdentity } from '../../../api/features/social/oauth'
import { verifyIdToken } from '../../../api/features/social/choose-providers'
import { readEvent } from '../../../api/features/payments/stripe/webhook'
import { ApiError } from '../../../api/lib/errors'
import { isPlainObject } from '../../../api/features/data-tables/query-parser'
import { allowing, allowingLater, jsonOf, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const NOW = Date.UTC(2026, 10, 22)
const SECONDS = NOW / 1_000
const { privateKey, publicKey } = await generateKeyPair('ES256')
const claims = { nonce: 'n', sub: 'user-1', email: 'a@b.co', email_verified: true }
const token = await new SignJWT(claims)
  .setProtectedHeader({ alg: 'ES256', kid: 'k' })
  .setIssuer('https://id.example')
  .setAudience('us')
  .setIssuedAt(SECONDS)
  .setExpirationTime(SECONDS + 300)
  .sign(privateKey)
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] })
const check = { provider: 'acme', keys, issuer: 'https://id.example', clientId: 'us', nonce: 'n', now: () => NOW }
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const idToken: FuzzTarget = {
  name: 'id-token',
  from: 'an ID token of a provider',
  seeds: [
    token,
    `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
    `${encoded({ alg: 'HS256', kid: 'k' })}.${encoded(claims)}.AAAA`,
    `${encoded({ alg: 'ES256', jwk: {}, jku: 'http://127.0.0.1', crit: ['b64'] })}..`,
  ],
  quickRuns: 300,
  async run(bytes) {
    const text = textOf(bytes)
    const payload = await allowingLater([ApiError], () => verifyIdToken(text, check))
    if (payload !== undefined && text.split('.').slice(0, 2).join('.') !== token.split('.').slice(0, 2).join('.'))
      throw new Error('It took a token that nobody signed.')
  },
}

const readers = Object.values(socialProviderRows).map(({ readProfile }) => readProfile)

const profile: FuzzTarget = {
  name: 'provider-profile',
  from: 'what a provider says of a person',
  seeds: [
    JSON.stringify(claims),
    '{"id":1,"name":"Ann Lee","email":"a@b.co","first_name":"A"}',
    '{"id":"x","display_name":null,"email":{}}',
    '{"sub":{"__proto__":1},"email":["a@b.co"],"email_verified":"true"}',
  ],
  async run(bytes) {
    const value = jsonOf(bytes)
    if (!isPlainObject(value)) return
    const source = {
      url: 'https://p.example/me',
      accessToken: 't',
      clientSecret: 's',
      ask: async () => value,
      askForMore: async () => [value, null, 1],
    }
    for (const read of readers) {
      const claimed = await read(source)
      const identity = allowing([ApiError], () => toIdentity('acme', claimed))
      if (identity && (typeof identity.subject !== 'string' || identity.subject === ''))
        throw new Error('Nobody in particular was let in.')
    }
  },
}

const answer: FuzzTarget = {
  name: 'provider-answer',
  from: 'the address that a provider leads back with',
  seeds: ['code=abc&state=x', 'error=access_denied&error_description=No', 'error=%00&code=', 'code=a&code=b'],
  run: (bytes) => void allowing([ApiError], () => readCode('acme', new URLSearchParams(textOf(bytes)))),
}

const signature: FuzzTarget = {
  name: 'payment-signature',
  from: 'the header that Stripe signs events with, and the event',
  seeds: [`t=${SECONDS},v1=${'a'.repeat(64)}`, 't=1', 'v1=,t=,v0=x', `t=${SECONDS},v1=${'0'.repeat(64)},v1=\u00e9`],
  async run(bytes) {
    const secrets = [{ mode: 'test', secret: 'whsec_of_nobody' }] as const
    const event = await allowingLater([ApiError], () =>
      readEvent(secrets, { payload: bytes, signature: textOf(bytes), now: NOW }),
    )
    if (event !== undefined) throw new Error('It took an event that nobody signed.')
  },
}

export const socialTargets = [idToken, profile, answer, signature]
