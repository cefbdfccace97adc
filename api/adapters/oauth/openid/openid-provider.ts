import type { JWTVerifyGetKey } from 'jose'
import { ApiError } from '../../../lib/errors'
import type { OpenIdSettings } from '../../../domain/social/provider-settings'
import type { AuthorizationAnswer, ProviderIdentity, SocialProvider } from '../../../ports/social-providers'
import { createAuthorizeUrl } from '../create-authorize-url'
import { exchangeCode } from '../exchange-code'
import { PROVIDER_TIMEOUT_MS } from '../oauth-provider'
import { readOpenIdClaims } from '../profiles/open-id-claims'
import { createProfileSource } from '../profiles/profile-source'
import { providerError } from '../provider-error'
import { readCode } from '../read-code'
import { toIdentity } from '../to-identity'
import { createDiscovery } from './discovery'
import type { IssuerMetadata } from './discovery'
import { createIssuerKeys } from './issuer-keys'
import { verifyIdToken } from './verify-id-token'

export interface OpenIdProviderOptions {
  settings: OpenIdSettings
  now?: () => number
  timeoutMs?: number
}

/** Any provider that speaks OpenID Connect, by its issuer. */
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
  // The access token could be another person's; only the ID token is bound to this login.
  if (profile['sub'] !== claims.sub)
    throw providerError('account-connect-failed', provider, 'described another account than the one that logged in')
  // An address and the word that it is verified belong together.
  const own = 'email' in profile ? { ...claims, email_verified: undefined } : claims
  return toIdentity(provider, readOpenIdClaims({ ...own, ...profile }))
}

/** A provider that names itself when it leads back must be the one we sent the person to (RFC 9207). */
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

/** Keys stay in hand as long as their address does. */
function createKeyCache(provider: string): (jwksUri: string) => JWTVerifyGetKey {
  let known: { uri: string; keys: JWTVerifyGetKey } | null = null
  return (uri) => {
    if (known?.uri !== uri) known = { uri, keys: createIssuerKeys(provider, uri) }
    return known.keys
  }
}
