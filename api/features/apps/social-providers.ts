import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { AppDefinition } from './definition'
import type { PublicUrls, Services } from '../../http/services'

declare module '../../http/services' {
  interface Services {
    socialProviders: SocialProviders
  }
}

export interface AuthorizationRequest {
  /** Identifies the flow; returned with the callback. */
  state: string
  /** PKCE verifier: its SHA-256 is sent first, the verifier with the code. */
  verifier: string
  /** OpenID Connect: repeated in the ID token. */
  nonce: string
  redirectUri: string
  appName: string
}

/** The provider's callback, with the flow's secrets. */
export interface AuthorizationAnswer extends Pick<
  AuthorizationRequest,
  'state' | 'verifier' | 'nonce' | 'redirectUri'
> {
  /** `code` or `error`, and `iss` if the provider names itself (RFC 9207). */
  parameters: URLSearchParams
}

export interface ProviderIdentity {
  /** The provider's account ID. Unlike an email, it never changes. */
  subject: string
  /** Lower case; null if not shared. */
  email: string | null
  /** Verified by a provider that is trusted for it (`emailIsProven` of its row). */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
}

export interface SocialProvider {
  key: string
  /** @throws ApiError `provider-unavailable` */
  authorize(request: AuthorizationRequest): Promise<URL>
  /**
   * Exchanges the code, which works once.
   * @throws ApiError `provider-cancelled`, `account-connect-failed` for an unproven identity, `provider-unavailable`,
   * `provider-not-configured` when the provider refuses our settings; the cause of the last two is for the log
   */
  identify(answer: AuthorizationAnswer): Promise<ProviderIdentity>
}

export interface SocialProviders {
  /** Null if not configured. In Test Mode the consent page replaces unconfigured ones. */
  find(mode: Mode, key: string): SocialProvider | null
}

type AuthProviderDefinition = AppDefinition['authProviders'][number]

/** Those of the app that this server has configured. */
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

export const providerName = ({ authProviders }: AppDefinition, key: string): string =>
  authProviders.find(({ provider }) => provider === key)?.name ?? key

/** One URL per provider, so that none can answer for another (mix-up attack). */
export const callbackUrl = ({ api }: Pick<PublicUrls, 'api'>, provider: string): string =>
  `${api}${AUTH_PROVIDER_PATH}/callback/${provider}`

export const PROVIDER_ICONS_PATH = `${AUTH_PROVIDER_PATH}/icons`

/** Icons come from this server: a login page loads nothing from third parties. */
export const providerIconUrl = ({ api }: PublicUrls, provider: string): string =>
  `${api}${PROVIDER_ICONS_PATH}/${provider}.svg`
