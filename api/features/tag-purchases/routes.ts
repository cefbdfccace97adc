import { refundRule } from '../../../contract/refund-rule'
import type { Output } from '../../../contract/schemas'
import { type TrustTagPackage, trustTagPackages } from '../../../contract/trusttag-packages'
import { messages } from '../../../contract/messages'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { requireTrustTags } from '../assessments/attempts'
import { type Handlers, lockCaller } from '../members/context'
import { reconcileOpenPurchases } from '../payments/reconcile'
import { findPurchase, listPurchases } from '../payments/repository'
import { toMajorUnits } from '../plans/serializers'
import { countCredits, listCredits } from '../tags/credits'
import { beginTagPurchase, PACKAGE_CURRENCY, toTagPurchase, claimOffer, freeOffer } from './purchase'
import { refundUnused } from './fulfilment'
import { findTagOrder, listTagOrders } from './repository'

/** Each throws ApiError `not-found` if the app has no TrustTags. */
export const tagPurchaseHandlers = {
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

  /** Newest first, with their credits. Includes a payment made just now. */
  async listTagPurchases(services, { app, member }) {
    requireTrustTags(app)
    await reconcileOpenPurchases(services, member.id)
    return { data: await listOwnPurchases(services, member.id) }
  },

  /**
   * @throws ApiError `tag-purchase-not-found`, `nothing-to-refund`, `refund-period-over`, `too-many-requests`,
   * `payments-not-configured`, `payment-provider-unavailable`, `client/invalid-token`
   */
  async refundTagPurchase(services, request, { purchaseId }) {
    const { app, member } = request
    requireTrustTags(app)
    await services.rateLimiter.take('tagPurchasesPerAccount', member.id)
    const order = await findTagOrder(services.store, purchaseId)
    const purchase = order?.memberId === member.id ? await findPurchase(services.store, purchaseId) : null
    if (!purchase) throw new ApiError('tag-purchase-not-found')
    const outcome = await refundUnused(services, purchase, {
      hasDeadline: true,
      lock: (tx) => lockCaller(tx, services, request),
    })
    const { purchases, credits } = await listOwnPurchases(services, member.id)
    const refunded = purchases.find(({ id }) => id === purchaseId)
    if (!refunded) throw new ApiError('tag-purchase-not-found')
    return {
      data: { purchase: refunded, credits },
      message: messages[outcome === 'done' ? 'refundTagPurchase' : 'refundTagPurchase-later'],
    }
  },

  /**
   * One free credit per verified email address, during the offer.
   * @throws ApiError `offer-ended`, `email-not-verified`, `offer-already-used`, `too-many-requests`,
   * `client/invalid-token`
   */
  async claimFreeTag(services, request) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('tagPurchasesPerAccount', request.member.id)
    await claimOffer(services, request)
    const credits = countCredits(await listCredits(services.store, request.member.id))
    return { data: { credits }, message: messages.claimFreeTag }
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
  const orders = await listTagOrders(store, memberId)
  const byId = new Map((await listPurchases(store, memberId)).map((purchase) => [purchase.id, purchase]))
  const credits = await listCredits(store, memberId)
  const purchases = orders.flatMap((order) => {
    const purchase = byId.get(order.purchaseId)
    return purchase ? [toTagPurchase(order, purchase, credits, clock.now())] : []
  })
  return { purchases, credits: countCredits(credits) }
}
