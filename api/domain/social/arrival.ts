import type { ProviderFlowRow } from '../../ports/provider-store'
import type { ProviderIdentity } from '../../ports/social-providers'
import type { AppDefinition } from '../app-definition'

/** Somebody came back from a provider. */
export interface Arrival {
  app: AppDefinition
  flow: ProviderFlowRow
  identity: ProviderIdentity
  /** The caller's address. */
  address: string
}
