import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import type { AuthorizationRequest } from '../../ports/social-providers'

export interface AuthorizeAddress extends Pick<AuthorizationRequest, 'state' | 'redirectUri'> {
  /** The provider's own. */
  url: string
  clientId: string
  scopes: readonly string[]
  /** Null: the provider knows no PKCE. */
  verifier: string | null
  parameters: Readonly<Record<string, string>>
}

/** Where a person is sent. */
export function createAuthorizeUrl({ url, clientId, state, redirectUri, ...rest }: AuthorizeAddress): URL {
  const client = new OAuth2Client(clientId, null, redirectUri)
  const scopes = [...rest.scopes]
  const address =
    rest.verifier === null
      ? client.createAuthorizationURL(url, state, scopes)
      : client.createAuthorizationURLWithPKCE(url, state, CodeChallengeMethod.S256, rest.verifier, scopes)
  for (const [name, value] of Object.entries(rest.parameters)) address.searchParams.set(name, value)
  return address
}
