import { refundRule } from '../../../contract/refund-rule'
import type { Output } from '../../../contract/schemas'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import { lockCaller } from '../members/context'
import { toMajorUnits } from '../plans/serializers'
import { ApiError } from '../../lib/errors'
import { settleOpenPurchases } from '../payments/settle'
import type { Handlers } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { requireTrustTags } from '../assessments/access'
import { claimOffer, freeOffer } from './offer'
import { beginTagPurchase, PACKAGE_CURRENCY } from './purchase'
import { refundUnused } from './refund'
import { toTagPurchase } from './serializers'
import { countCredits } from '../tags/credits'

const refundMessages = {
  done: 'Your refund is on its way to you. Your bank may need some days to show it.',
  later: 'Your refund is noted. The payment service cannot be reached right now: it gets word as soon as it can.',
} as const

/** Endpoints of TrustTag purchases. Without TrustTags in the app each throws ApiError `not-found`. */
export const tagPurchaseHandlers = {
  /** The packages on sale, and whether a TrustTag is free at the moment. */
  async listPackages({ clock }, { app }) {
    requireTrustTags(app)
    const offer = freeOffer(app, clock.now())
    return { data: { packages: trustTagPackages.map(toPackage), refundRule, offer } }
  },

  /** @throws ApiError as `beginTagPurchase` */
  async createTagPurchase(services, request, input) {
    requireTrustTags(request.app)
    return { data: await beginTagPurchase(services, request, input) }
  },

  /** The member's purchases, newest first, with their credits. A payment made just now is included. */
  async listTagPurchases(services, { app, member }) {
    requireTrustTags(app)
    await settleOpenPurchases(services, member.id)
    return { data: await listOwnPurchases(services, member.id) }
  },

  /**
   * Refunds the unused credits of a purchase.
   * @throws ApiError `tag-purchase-not-found`, `nothing-to-refund`, `refund-period-over`, `too-many-requests`,
   *   `payments-not-configured`, `payment-provider-unavailable`, `client/invalid-token`
   */
  async refundTagPurchase(services, request, { purchaseId }) {
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
    return { data: { purchase: refunded, credits }, message: refundMessages[outcome] }
  },

  /**
   * One free credit for a verified email address, once, while the offer is on.
   * @throws ApiError `offer-ended`, `email-not-verified`, `offer-already-used`, `too-many-requests`, `client/invalid-token`
   */
  async claimFreeTag(services, request) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('tagPurchasesPerAccount', request.member.id)
    await claimOffer(services, request)
    const credits = countCredits(await services.store.credits.listByMember(request.member.id))
    return { data: { credits }, message: 'One free TrustTag is yours. Its credit waits in your account.' }
  },
} satisfies Partial<Handlers>

const toPackage = ({ priceCents, features, note, ...rest }: TrustTagPackage) => ({
  ...rest,
  price: priceCents === 'Custom' ? priceCents : toMajorUnits({ amountMinor: priceCents, currency: PACKAGE_CURRENCY }),
  currency: PACKAGE_CURRENCY,
  features: [...features],
  note: note ?? null,
})

async function listOwnPurchases(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  memberId: string,
): Promise<Output<'listTagPurchases'>> {
  const orders = await store.tagOrders.listByMember(memberId)
  const byId = new Map((await store.purchases.listByMember(memberId)).map((purchase) => [purchase.id, purchase]))
  const credits = await store.credits.listByMember(memberId)
  const purchases = orders.flatMap((order) => {
    const purchase = byId.get(order.purchaseId)
    return purchase ? [toTagPurchase(order, purchase, credits, clock.now())] : []
  })
  return { purchases, credits: countCredits(credits) }
}
