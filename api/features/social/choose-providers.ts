import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'
import { socialProviders } from '../../../contract/providers'
import type { SocialProviderKey } from '../../../contract/providers'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'
import type { AuthorizationAnswer, ProviderIdentity, SocialProvider, SocialProviders } from '../apps/social-providers'
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
import { readOpenIdClaims, socialProviderRows, trustsProviderEmail } from './providers'
import type { OpenIdSettings, ProviderClient, ProviderUrls, SocialProviderSettings } from './settings'
import { createTestConsentProvider } from './test-consent'
import type { TestConsentParts } from './test-consent'

interface SocialProviderChoices extends TestConsentParts {
  /** Absent: none is configured. */
  settings?: SocialProviderSettings
}

/** Finds the configured provider, or the consent page in Test Mode. */
export function chooseSocialProviders({ settings, ...parts }: SocialProviderChoices): SocialProviders {
  const real = new Map((settings ? createReal(settings) : []).map((provider) => [provider.key, provider]))
  return { find: (mode, key) => real.get(key) ?? (mode === 'test' ? createTestConsentProvider(key, parts) : null) }
}

function createReal({ known, openId }: SocialProviderSettings): SocialProvider[] {
  const those = socialProviders.flatMap(({ key }) => {
    const client = known[key]
    return client ? [createOAuthProvider({ key, client })] : []
  })
  return [...those, ...openId.map((settings) => createOpenIdProvider({ settings }))]
}

interface OAuthProviderOptions {
  key: SocialProviderKey
  client: ProviderClient & { urls?: Partial<ProviderUrls> }
  timeoutMs?: number
}

export function createOAuthProvider({
  key,
  client,
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: OAuthProviderOptions): SocialProvider {
  const row = socialProviderRows[key]
  const urls = { ...row.urls, ...client.urls }
  return {
    key,

    authorize: (request) =>
      Promise.resolve(
        createAuthorizeUrl({
          ...request,
          clientId: client.clientId,
          url: urls.authorize,
          scopes: row.scopes,
          verifier: row.pkce ? request.verifier : null,
          parameters: row.authorizeParameters ?? {},
        }),
      ),

    // `iss` needs no check: each provider has its own callback URL, so none can answer for another.
    async identify({ parameters, redirectUri, verifier }) {
      const code = readCode(key, parameters)
      const signal = AbortSignal.timeout(timeoutMs)
      const { accessToken } = await exchangeCode({
        provider: key,
        client,
        authentication: row.authentication,
        tokenUrl: urls.token,
        code,
        redirectUri,
        verifier: row.pkce ? verifier : null,
        signal,
      })
      const { clientSecret } = client
      const source = {
        provider: key,
        url: urls.userinfo,
        accessToken,
        clientSecret,
        headers: row.headers ?? {},
        signal,
      }
      const claimed = await row.readProfile(createProfileSource(source))
      return toIdentity(key, { ...claimed, emailVerified: claimed.emailVerified && trustsProviderEmail(key) })
    },
  }
}

interface OpenIdProviderOptions {
  settings: OpenIdSettings
  now?: () => number
  timeoutMs?: number
}

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
  // Only the ID token is bound to this login: the access token could belong to another person.
  if (profile['sub'] !== claims.sub)
    throw providerError('account-connect-failed', provider, 'returned the profile of another account')
  // `email` and `email_verified` must come from the same source.
  const own = 'email' in profile ? { ...claims, email_verified: undefined } : claims
  return toIdentity(provider, readOpenIdClaims({ ...own, ...profile }))
}

/** The callback's `iss` must be the issuer that the person was sent to (RFC 9207). */
function readIssuersCode(
  { key, issuer }: OpenIdSettings,
  metadata: IssuerMetadata,
  parameters: URLSearchParams,
): string {
  const named = parameters.get('iss')
  const missing = named === null && metadata.authorization_response_iss_parameter_supported
  if (missing || (named !== null && named !== issuer))
    throw providerError('account-connect-failed', key, 'sent a response from another issuer')
  return readCode(key, parameters)
}

/** Caches the keys while their URL stays the same. */
function createKeyCache(provider: string): (jwksUri: string) => JWTVerifyGetKey {
  let known: { uri: string; keys: JWTVerifyGetKey } | null = null
  return (uri) => {
    if (known?.uri !== uri) known = { uri, keys: createIssuerKeys(provider, uri) }
    return known.keys
  }
}

const CACHE_MS = 60 * 60 * 1000

const webUrl = v.pipe(v.string(), v.url())
const metadata = v.object({
  issuer: v.string(),
  authorization_endpoint: webUrl,
  token_endpoint: webUrl,
  jwks_uri: webUrl,
  userinfo_endpoint: v.optional(webUrl),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
  authorization_response_iss_parameter_supported: v.optional(v.boolean(), false),
})

/** OpenID Connect Discovery. */
type IssuerMetadata = v.InferOutput<typeof metadata>

interface Discovery {
  /** @throws ApiError `provider-unavailable` */
  read(signal: AbortSignal): Promise<IssuerMetadata>
  /** Drops cached metadata that seems outdated. */
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
    throw providerError('provider-unavailable', provider, `returned ${status} without a discovery document`)
  const { output } = read
  // Must match exactly: a file at one URL must not speak for another issuer.
  if (output.issuer !== issuer)
    throw providerError('provider-unavailable', provider, 'has a discovery document of another issuer')
  const urls = [output.authorization_endpoint, output.token_endpoint, output.jwks_uri, output.userinfo_endpoint]
  if (!urls.every((one) => one === undefined || isSafe(one, issuer)))
    throw providerError('provider-unavailable', provider, 'has a discovery document with a URL that is not https')
  return output
}

/** Endpoints must be as safe as the issuer's URL, which the settings checked. */
function isSafe(url: string, issuer: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === new URL(issuer).protocol && isLoopback(hostname))
}

/** An issuer's keys, fetched on first use and again for an unknown key ID. */
function createIssuerKeys(provider: string, jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), {
    // Tokens come directly from the issuer, so an unknown key ID is a new key, not an attack.
    cooldownDuration: 0,
    [customFetch]: async (url, { headers, signal }) => {
      const { status, body } = await callProvider({ provider, url, headers, signal })
      if (status === 200 && hasKeys(body)) return Response.json(body)
      throw providerError('provider-unavailable', provider, `returned ${status} without keys`)
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
 * @throws ApiError `account-connect-failed`; `provider-unavailable` if the keys cannot be fetched
 */
export async function verifyIdToken(token: string | undefined, check: IdTokenCheck): Promise<JWTPayload> {
  const refused = (why: string) => providerError('account-connect-failed', check.provider, `sent an ID token ${why}`)
  if (token === undefined) throw providerError('account-connect-failed', check.provider, 'sent no ID token')
  const payload = await verify(token, check, refused)
  const { aud, azp, nonce } = payload
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined)
    throw refused('for several clients without an authorized party')
  if (azp !== undefined && azp !== check.clientId) throw refused('for another authorized party')
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
    // Only code and claim name: the message may quote the token.
    const claim = error instanceof errors.JWTClaimValidationFailed ? ` (${error.claim})` : ''
    throw refused(`that is invalid: ${error instanceof errors.JOSEError ? error.code + claim : 'unreadable'}`)
  }
}
