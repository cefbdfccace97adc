import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { ApiError } from '../../lib/errors'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import type { SettleServices } from '../../domain/payments/settle-purchase'
import { listOwnPurchases } from '../../domain/tag-purchases/list-own-purchases'
import { refundUnused } from '../../domain/tag-purchases/refund-unused'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

const messages = {
  done: 'Your refund is on its way to you. Your bank may need some days to show it.',
  later: 'Your refund is noted. The payment service cannot be reached right now: it gets word as soon as it can.',
} as const

/**
 * Money back for the unused credits of a purchase.
 * @throws ApiError `not-found`, `tag-purchase-not-found`, `nothing-to-refund`, `refund-period-over`, `too-many-requests`,
 *   `payments-not-configured`, `payment-provider-unavailable`, `client/invalid-token`
 */
export async function refundTagPurchase(
  services: SettleServices & Pick<Services, 'rateLimiter'>,
  request: RequestFor<'refundTagPurchase'>,
  { purchaseId }: Input<'refundTagPurchase'>,
): Promise<Answer<'refundTagPurchase'>> {
  const { app, member } = request
  requireTrustTags(app)
  await services.rateLimiter.take('tagPurchasesPerAccount', member.id)
  const order = await services.store.tagOrders.find(purchaseId)
  const purchase = order?.memberId === member.id ? await services.store.purchases.find(purchaseId) : null
  if (!purchase) throw new ApiError('tag-purchase-not-found')
  const outcome = await refundUnused(services, purchase, {
    hasDeadline: true,
    lock: (repositories) => lockCaller(repositories, services, request),
  })
  const { purchases, credits } = await listOwnPurchases(services, member.id)
  const refunded = purchases.find(({ id }) => id === purchaseId)
  if (!refunded) throw new ApiError('tag-purchase-not-found')
  return { data: { purchase: refunded, credits }, message: messages[outcome] }
}
