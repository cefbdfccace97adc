import { refundRule } from '../../../contract/refund-rule'
import type { Answer } from '../../../contract/schemas'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import { toMajorUnits } from '../../features/plans/serializers'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { PACKAGE_CURRENCY } from '../../domain/tag-purchases/find-package'
import { freeOffer } from '../../domain/tag-purchases/free-offer'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** What TrustTags are sold in, and whether one is free at the moment. @throws ApiError `not-found` */
export async function listPackages(
  { clock }: Pick<Services, 'clock'>,
  { app }: RequestFor<'listPackages'>,
): Promise<Answer<'listPackages'>> {
  requireTrustTags(app)
  const offer = freeOffer(app, clock.now())
  return { data: { packages: trustTagPackages.map(toPackage), refundRule, offer } }
}

const toPackage = ({ priceCents, features, note, ...rest }: TrustTagPackage) => ({
  ...rest,
  price: priceCents === 'Custom' ? priceCents : toMajorUnits({ amountMinor: priceCents, currency: PACKAGE_CURRENCY }),
  currency: PACKAGE_CURRENCY,
  features: [...features],
  note: note ?? null,
})
