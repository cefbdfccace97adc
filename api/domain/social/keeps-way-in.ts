import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { offeredProviders } from './offered-providers'

/**
 * Whether a member could still log in without this provider: by password, by another provider that works, or by a code to
 * an address that is proven.
 */
export function keepsWayIn(
  services: Pick<Services, 'socialProviders'>,
  app: AppDefinition,
  { mode, passwordHash, providers, verified }: MemberRow,
  without: string,
): boolean {
  const others = offeredProviders(services, app, mode).filter(({ provider }) => provider !== without)
  return (
    passwordHash !== null ||
    others.some(({ provider }) => providers.includes(provider)) ||
    (app.passwordless.enabled && verified)
  )
}
