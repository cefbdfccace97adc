import type { Services } from '../../ports/services'
import type { SocialProvider } from '../../ports/social-providers'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../../lib/ids'

export type AuthProviderDefinition = AppDefinition['authProviders'][number]

/** The providers of an app that somebody answers for: what is not set up is offered to nobody. */
export function offeredProviders(
  { socialProviders }: Pick<Services, 'socialProviders'>,
  app: AppDefinition,
  mode: Mode,
): AuthProviderDefinition[] {
  return app.authProviders.filter(({ provider }) => socialProviders.find(mode, provider) !== null)
}

/** @throws ApiError `provider-not-found` where the app does not offer it, `provider-not-configured` */
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

/** As people know it. */
export const providerName = ({ authProviders }: AppDefinition, key: string): string =>
  authProviders.find(({ provider }) => provider === key)?.name ?? key
