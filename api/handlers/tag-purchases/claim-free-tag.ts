import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { claimOffer } from '../../domain/tag-purchases/claim-offer'
import { countCredits } from '../../domain/tag-purchases/to-tag-purchase'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * One free credit for a verified address, once, while the offer is on.
 * @throws ApiError `not-found`, `offer-ended`, `email-not-verified`, `offer-already-used`, `too-many-requests`,
 *   `client/invalid-token`
 */
export async function claimFreeTag(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'claimFreeTag'>,
): Promise<Answer<'claimFreeTag'>> {
  requireTrustTags(request.app)
  await services.rateLimiter.take('tagPurchasesPerAccount', request.member.id)
  await claimOffer(services, request)
  const credits = countCredits(await services.store.credits.listByMember(request.member.id))
  return { data: { credits }, message: 'One free TrustTag is yours. Its credit waits in your account.' }
}
