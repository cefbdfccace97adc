import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import { ApiError } from '../../domain/api-error'
import type { Mode } from '../../domain/mode'
import type { PublicUrls, Services } from '../../ports/services'
import type { AppDefinition } from './definition'

export interface AuthorizationRequest {
  /** Identifies the flow; comes back with the callback. */
  state: string
  /** PKCE verifier: its SHA-256 is sent first, the verifier with the code. */
  verifier: string
  /** OpenID Connect: repeated in the ID token. */
  nonce: string
  /** Callback URL, registered with the provider. */
  redirectUri: string
  /** Shown on the test consent page. */
  appName: string
}

/** The callback of a provider, with the secrets of the flow. */
export interface AuthorizationAnswer extends Pick<
  AuthorizationRequest,
  'state' | 'verifier' | 'nonce' | 'redirectUri'
> {
  /** Query of the callback: `code` or `error`, and `iss` where the provider names itself (RFC 9207). */
  parameters: URLSearchParams
}

export interface ProviderIdentity {
  /** The provider's ID of the account. Unlike an email address, it never changes. */
  subject: string
  /** Lower case; null when not shared. */
  email: string | null
  /** Whether the provider verified the address and is trusted with that (`emailIsProven` of its row). */
  emailVerified: boolean
  /** Null when not shared. */
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
   * @throws ApiError `provider-cancelled`, `account-connect-failed` for an unproven identity, `provider-unavailable`,
   *   `provider-not-configured` when the provider refuses our settings; the cause of the last two is for the log
   */
  identify(answer: AuthorizationAnswer): Promise<ProviderIdentity>
}

export interface SocialProviders {
  /** Null for a provider that is not configured. In Test Mode the consent page replaces those. */
  find(mode: Mode, key: string): SocialProvider | null
}

type AuthProviderDefinition = AppDefinition['authProviders'][number]

/** The providers of an app that are configured on this server. */
export function offeredProviders(
  { socialProviders }: Pick<Services, 'socialProviders'>,
  app: AppDefinition,
  mode: Mode,
): AuthProviderDefinition[] {
  return app.authProviders.filter(({ provider }) => socialProviders.find(mode, provider) !== null)
}

/** @throws ApiError `provider-not-found` when the app does not offer it, `provider-not-configured` */
export function requireProvider(
  { socialProviders }: Pick<Services, 'socialProviders'>,
  app: AppDefinition,
  mode: Mode,
  key: string,
): SocialProvider {
  if (!app.authProviders.some(({ provider }) => provider === key)) throw new ApiError('provider-not-found')
  const provider = socialProviders.find(mode, key)
  if (!provider) throw new ApiError('provider-not-configured')
  return provider
}

/** The name for people. */
export const providerName = ({ authProviders }: AppDefinition, key: string): string =>
  authProviders.find(({ provider }) => provider === key)?.name ?? key

/** The callback URL of a provider. Each has its own, so that one cannot answer for another (mix-up attack). */
export const callbackUrl = ({ api }: Pick<PublicUrls, 'api'>, provider: string): string =>
  `${api}${AUTH_PROVIDER_PATH}/callback/${provider}`

/** Path of the icons, each `<key>.svg`. */
export const PROVIDER_ICONS_PATH = `${AUTH_PROVIDER_PATH}/icons`

/** Icons come from this server, also for providers of the owner: a login page loads nothing from third parties. */
export const providerIconUrl = ({ api }: PublicUrls, provider: string): string =>
  `${api}${PROVIDER_ICONS_PATH}/${provider}.svg`
