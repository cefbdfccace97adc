import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'
import type { AuthorizationAnswer, ProviderIdentity, SocialProvider } from '../apps/social-providers'
import {
  callProvider,
  createAuthorizeUrl,
  createProfileSource,
  exchangeCode,
  PROVIDER_TIMEOUT_MS,
  providerError,
  readCode,
  toIdentity,
} from './oauth'
import { readOpenIdClaims } from './providers'
import type { OpenIdSettings } from './settings'

interface OpenIdProviderOptions {
  settings: OpenIdSettings
  now?: () => number
  timeoutMs?: number
}

/** An OpenID Connect provider, found by its issuer. */
export function createOpenIdProvider(options: OpenIdProviderOptions): SocialProvider {
  const { settings, now = Date.now, timeoutMs = PROVIDER_TIMEOUT_MS } = options
  const { key, issuer, clientId, scopes } = settings
  const discovery = createDiscovery({ provider: key, issuer, now })
  const keysOf = createKeyCache(key)
  return {
    key,

    async authorize({ nonce, ...request }) {
      const { authorization_endpoint: url } = await discovery.read(AbortSignal.timeout(timeoutMs))
      return createAuthorizeUrl({ ...request, clientId, url, scopes, parameters: { nonce } })
    },

    async identify(answer) {
      const signal = AbortSignal.timeout(timeoutMs)
      const metadata = await discovery.read(signal)
      const code = readIssuersCode(settings, metadata, answer.parameters)
      try {
        return await identify({ settings, metadata, keys: keysOf(metadata.jwks_uri), now, signal }, code, answer)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'provider-unavailable') discovery.forget()
        throw error
      }
    },
  }
}

interface Issuer {
  settings: OpenIdSettings
  metadata: IssuerMetadata
  keys: JWTVerifyGetKey
  now: () => number
  signal: AbortSignal
}

async function identify(
  { settings, metadata, keys, now, signal }: Issuer,
  code: string,
  { redirectUri, verifier, nonce }: AuthorizationAnswer,
): Promise<ProviderIdentity> {
  const { key: provider, issuer, clientId, clientSecret } = settings
  const basic = metadata.token_endpoint_auth_methods_supported.includes('client_secret_basic')
  const { accessToken, idToken } = await exchangeCode({
    provider,
    client: settings,
    authentication: basic ? 'basic' : 'body',
    tokenUrl: metadata.token_endpoint,
    code,
    redirectUri,
    verifier,
    signal,
  })
  const claims = await verifyIdToken(idToken, { provider, keys, issuer, clientId, nonce, now })
  const url = metadata.userinfo_endpoint
  if (url === undefined) return toIdentity(provider, readOpenIdClaims(claims))
  const profile = await createProfileSource({ provider, url, accessToken, clientSecret, headers: {}, signal }).ask(url)
  // Only the ID token is bound to this login: the access token could belong to somebody else.
  if (profile['sub'] !== claims.sub)
    throw providerError('account-connect-failed', provider, 'described another account than the one that logged in')
  // `email` and `email_verified` must come from the same source.
  const own = 'email' in profile ? { ...claims, email_verified: undefined } : claims
  return toIdentity(provider, readOpenIdClaims({ ...own, ...profile }))
}

/** The `iss` of the callback must be the issuer that the person was sent to (RFC 9207). */
function readIssuersCode(
  { key, issuer }: OpenIdSettings,
  metadata: IssuerMetadata,
  parameters: URLSearchParams,
): string {
  const named = parameters.get('iss')
  const missing = named === null && metadata.authorization_response_iss_parameter_supported
  if (missing || (named !== null && named !== issuer))
    throw providerError('account-connect-failed', key, 'did not lead back itself')
  return readCode(key, parameters)
}

/** Keeps the keys while their URL stays the same. */
function createKeyCache(provider: string): (jwksUri: string) => JWTVerifyGetKey {
  let known: { uri: string; keys: JWTVerifyGetKey } | null = null
  return (uri) => {
    if (known?.uri !== uri) known = { uri, keys: createIssuerKeys(provider, uri) }
    return known.keys
  }
}

const CACHE_MS = 60 * 60 * 1000

const address = v.pipe(v.string(), v.url())
const metadata = v.object({
  issuer: v.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: v.optional(address),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
  authorization_response_iss_parameter_supported: v.optional(v.boolean(), false),
})

/** OpenID Connect Discovery. */
type IssuerMetadata = v.InferOutput<typeof metadata>

interface Discovery {
  /** @throws ApiError `provider-unavailable` */
  read(signal: AbortSignal): Promise<IssuerMetadata>
  /** Drops the cached metadata, which seem outdated. */
  forget(): void
}

interface DiscoveryOptions {
  provider: string
  issuer: string
  now: () => number
}

/** Caches the metadata for an hour; failures are not cached. */
export function createDiscovery({ provider, issuer, now }: DiscoveryOptions): Discovery {
  let known: { metadata: IssuerMetadata; until: number } | null = null
  return {
    async read(signal) {
      if (known !== null && now() < known.until) return known.metadata
      const found = await discover(provider, issuer, signal)
      known = { metadata: found, until: now() + CACHE_MS }
      return found
    },
    forget() {
      known = null
    },
  }
}

async function discover(provider: string, issuer: string, signal: AbortSignal): Promise<IssuerMetadata> {
  const url = `${issuer.replace(/\/$/u, '')}/.well-known/openid-configuration`
  const { status, body } = await callProvider({ provider, url, signal })
  const read = v.safeParse(metadata, body)
  if (status >= 300 || !read.success)
    throw providerError('provider-unavailable', provider, `answered ${status} without a description of itself`)
  const { output } = read
  // Must match exactly: a file at one URL must not speak for another issuer.
  if (output.issuer !== issuer)
    throw providerError('provider-unavailable', provider, 'describes another issuer than the one in the settings')
  const addresses = [output.authorization_endpoint, output.token_endpoint, output.jwks_uri, output.userinfo_endpoint]
  if (!addresses.every((one) => one === undefined || isSafe(one, issuer)))
    throw providerError('provider-unavailable', provider, 'describes an address without https')
  return output
}

/** Endpoints must be as safe as the issuer's URL, which the settings checked. */
function isSafe(url: string, issuer: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === new URL(issuer).protocol && isLoopback(hostname))
}

/** The keys of an issuer, fetched on first use and again for an unknown key ID. */
function createIssuerKeys(provider: string, jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), {
    // Tokens come directly from the issuer, so an unknown key ID is a new key, not an attack.
    cooldownDuration: 0,
    [customFetch]: async (url, { headers, signal }) => {
      const { status, body } = await callProvider({ provider, url, headers, signal })
      if (status === 200 && hasKeys(body)) return Response.json(body)
      throw providerError('provider-unavailable', provider, `answered ${status} without keys`)
    },
  })
}

const hasKeys = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys)

/** Asymmetric algorithms only: with HMAC, a public key could be used as the shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const MAX_AGE_SECONDS = 600
const CLOCK_TOLERANCE_SECONDS = 60

interface IdTokenCheck {
  provider: string
  keys: JWTVerifyGetKey
  issuer: string
  clientId: string
  nonce: string
  now: () => number
}

/**
 * Verifies signature, issuer, audience, party, nonce and times of an ID token (OpenID Connect Core, 3.1.3.7).
 * @throws ApiError `account-connect-failed`; `provider-unavailable` when the keys cannot be fetched
 */
export async function verifyIdToken(token: string | undefined, check: IdTokenCheck): Promise<JWTPayload> {
  const refused = (why: string) => providerError('account-connect-failed', check.provider, `sent an ID token ${why}`)
  if (token === undefined) throw providerError('account-connect-failed', check.provider, 'sent no ID token')
  const payload = await verify(token, check, refused)
  const { aud, azp, nonce } = payload
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) throw refused('for several clients and no party')
  if (azp !== undefined && azp !== check.clientId) throw refused('that another party asked for')
  if (nonce !== check.nonce) throw refused('of another login')
  return payload
}

async function verify(token: string, check: IdTokenCheck, refused: (why: string) => ApiError): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, check.keys, {
      issuer: check.issuer,
      audience: check.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(check.now()),
    })
    return payload
  } catch (error) {
    if (error instanceof ApiError) throw error
    // Code and claim name only: the message may quote the token.
    const claim = error instanceof errors.JWTClaimValidationFailed ? ` (${error.claim})` : ''
    throw refused(`that does not hold: ${error instanceof errors.JOSEError ? error.code + claim : 'unreadable'}`)
  }
}
