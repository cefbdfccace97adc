import type { SocialProviderKey } from '../../../contract/providers'
import { trustsProviderEmail } from '../../domain/social/trusts-provider-email'
import type { ProviderClient, ProviderUrls } from '../../domain/social/provider-settings'
import type { SocialProvider } from '../../ports/social-providers'
import { createAuthorizeUrl } from './create-authorize-url'
import { exchangeCode } from './exchange-code'
import { createProfileSource } from './profiles/profile-source'
import { providerTable } from './provider-table'
import { readCode } from './read-code'
import { toIdentity } from './to-identity'

/** For the way from a code to an identity, all calls together. */
export const PROVIDER_TIMEOUT_MS = 10_000

export interface OAuthProviderOptions {
  key: SocialProviderKey
  client: ProviderClient & { urls?: Partial<ProviderUrls> }
  timeoutMs?: number
}

/** One of the providers that come with the product. */
export function createOAuthProvider({
  key,
  client,
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: OAuthProviderOptions): SocialProvider {
  const row = providerTable[key]
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

    // An `iss` parameter is not looked at: each provider leads back to an address of its own, so none can speak for another.
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
