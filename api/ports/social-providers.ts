import type { Mode } from '../lib/ids'

/** What is asked of a provider when somebody is sent there. */
export interface AuthorizationRequest {
  /** Comes back with the answer; belongs to one way to the provider. */
  state: string
  /** PKCE: its SHA-256 goes along, it follows with the code. */
  verifier: string
  /** OpenID Connect: stands in the ID token again. */
  nonce: string
  /** Where the provider leads back to; registered there to the letter. */
  redirectUri: string
  /** Of the app that asks, for a page that names it. */
  appName: string
}

/** What a provider led back with, and what only the one who sent the person there knows. */
export interface AuthorizationAnswer extends Pick<
  AuthorizationRequest,
  'state' | 'verifier' | 'nonce' | 'redirectUri'
> {
  /** Of the address that the provider led back to: `code`, or `error`, and `iss` where it names itself (RFC 9207). */
  parameters: URLSearchParams
}

/** Who a provider says that somebody is. */
export interface ProviderIdentity {
  /** The provider's own id of the account. It never changes, an e-mail address does. */
  subject: string
  /** In lower case; null where it was not shared. */
  email: string | null
  /**
   * Whether the provider asserts that the address is theirs, and is one whose word counts for it: Spotify, Dribbble and
   * Facebook are not (design section 8).
   */
  emailVerified: boolean
  /** Null where it was not shared. */
  firstName: string | null
  lastName: string | null
}

/** One provider, for one mode. */
export interface SocialProvider {
  /** As in `data-ms-auth-provider`. */
  key: string
  /** @throws ApiError `provider-unavailable` */
  authorize(request: AuthorizationRequest): Promise<URL>
  /**
   * Exchanges the code, which works once, for the identity.
   * @throws ApiError `provider-cancelled`, `account-connect-failed` for an answer that proves nobody, `provider-unavailable`,
   *   `provider-not-configured` where the provider refuses what our settings say; the cause of the last two is for the log
   */
  identify(answer: AuthorizationAnswer): Promise<ProviderIdentity>
}

export interface SocialProviders {
  /** Null: nothing is set up for it in that mode. In Test Mode the consent page stands in for all that are not set up. */
  find(mode: Mode, key: string): SocialProvider | null
}
