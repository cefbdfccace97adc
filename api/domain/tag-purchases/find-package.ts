import { trustTagPackages } from '../../../contract/trusttag-packages'
import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import type { OrderedPrice } from '../../ports/payments'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'

/** What the packages are priced in. */
export const PACKAGE_CURRENCY = 'USD'

/** What the purchases of TrustTags are filed under beside those of plans; no plan can be called so. */
export const TRUSTTAG_PLAN_ID = 'trusttag'

/** A package that is bought as it stands. */
export interface SoldPackage extends TrustTagPackage {
  priceCents: number
  tags: number
}

/** @throws ApiError `package-not-found`; `package-not-for-sale` where the price is agreed upon */
export function findPackage(id: string): SoldPackage {
  const found: TrustTagPackage | undefined = trustTagPackages.find((one) => one.id === id)
  if (!found) throw new ApiError('package-not-found')
  const { priceCents, tags } = found
  if (typeof priceCents !== 'number' || typeof tags !== 'number') throw new ApiError('package-not-for-sale')
  return { ...found, priceCents, tags }
}

/** A package as a provider is told of it. */
export const toOrderedPackage = (
  { id: appId }: AppDefinition,
  { id, name, priceCents }: SoldPackage,
): OrderedPrice => ({
  id,
  name,
  amountMinor: priceCents,
  currency: PACKAGE_CURRENCY,
  trialDays: 0,
  appId,
  planId: TRUSTTAG_PLAN_ID,
  planName: 'TrustTag credits',
})
