import { socialProviders } from '../../../contract/providers'
import type { SocialProviderKey } from '../../../contract/providers'
import type { SocialProvider, SocialProviders } from '../apps/social-providers'
import {
  createAuthorizeUrl,
  createProfileSource,
  exchangeCode,
  PROVIDER_TIMEOUT_MS,
  readCode,
  toIdentity,
} from './oauth'
import { createOpenIdProvider } from './openid'
import { socialProviderRows, trustsProviderEmail } from './providers'
import type { ProviderClient, ProviderUrls, SocialProviderSettings } from './settings'
import { createTestConsentProvider } from './test-consent'
import type { TestConsentParts } from './test-consent'

interface SocialProviderChoices extends TestConsentParts {
  /** Absent: none is configured. */
  settings?: SocialProviderSettings
}

/** Finds the configured provider, or in Test Mode the consent page. */
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

/** A provider of the product. */
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

    // `iss` needs no check: each provider has a callback URL of its own, so none can answer for another.
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
