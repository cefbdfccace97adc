import type { Answer, Input } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import type { BuyServices } from '../../domain/payments/begin-purchase'
import { beginTagPurchase } from '../../domain/tag-purchases/begin-tag-purchase'
import type { RequestFor } from '../../ports/handler'

/** Begins the purchase of a package; see `beginTagPurchase` for what it can refuse, and `not-found`. */
export async function createTagPurchase(
  services: BuyServices,
  request: RequestFor<'createTagPurchase'>,
  input: Input<'createTagPurchase'>,
): Promise<Answer<'createTagPurchase'>> {
  requireTrustTags(request.app)
  return { data: await beginTagPurchase(services, request, input) }
}
