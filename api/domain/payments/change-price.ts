import { lockCaller } from '../accounts/lock-caller'
import { ApiError } from '../../lib/errors'
import { findPlanRedirect } from '../plans/find-redirect'
import { beginPurchase } from './begin-purchase'
import type { BuyInput, BuyRequest, BuyServices } from './begin-purchase'
import { changeAtProvider } from './change-at-provider'
import { checkMayBuy } from './check-may-buy'
import { checkTeamFits } from './check-team-fits'
import { findCoupon, findOffer, toOrderedPrice } from './find-offer'
import type { Offer } from './find-offer'
import { findSubscription } from './find-subscription'
import type { PaidConnection } from './is-running'
import { requirePayments } from './require-payments'
import { checkReturnUrls } from './return-urls'

export interface PriceChange {
  /** Where the price is paid that could not simply be changed to, null when the change is made. */
  url: string | null
  redirect: string | null
}

/**
 * Puts another price in the place of what a member pays for. A running subscription goes on at a price that is paid again
 * and again; a price that is paid once is bought and then takes the subscription's place; who pays for nothing buys. A
 * coupon is for what is bought: a subscription that goes on keeps the one that it began with.
 *
 * @throws ApiError as `beginPurchase`, and `cannot-change-team-account`
 */
export async function changePrice(services: BuyServices, request: BuyRequest, input: BuyInput): Promise<PriceChange> {
  const { app, mode, member } = request
  requirePayments(services.payments, mode)
  const offer = findOffer(app, input.priceId)
  findCoupon(app, input.couponId, input.priceId)
  const connections = await services.store.planConnections.listByMember(member.id)
  const current = findSubscription(app, connections, offer.plan.id)
  if (!current) return { url: await beginPurchase(services, request, input), redirect: null }
  await checkTeamFits(services.store, current, offer.plan)
  if (offer.price.interval === undefined) {
    return { url: await beginPurchase(services, request, input, current.purchase.id), redirect: null }
  }
  if (current.priceId === offer.price.id) throw new ApiError('already-have-plan')
  checkReturnUrls(request, input)
  await services.rateLimiter.take('checkoutsPerAccount', member.id)
  await goOnWith(services, request, current, offer)
  return { url: null, redirect: findPlanRedirect(app, 'afterReplace', offer.plan) }
}

async function goOnWith(
  services: BuyServices,
  request: BuyRequest,
  connection: PaidConnection,
  offer: Offer,
): Promise<void> {
  const { store, clock } = services
  const purchaseId = connection.purchase.id
  const purchase = await store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await checkMayBuy(repositories, current, offer.plan, { replaces: purchaseId, now: clock.now() })
    await checkTeamFits(repositories, connection, offer.plan)
    return repositories.purchases.find(purchaseId)
  })
  const payments = purchase && services.payments.named(purchase.provider, purchase.mode)
  const externalId = purchase?.externalId
  if (!payments || !externalId) throw new ApiError('payments-not-configured')
  // Two clicks read the same number; a change there and back again does not.
  const key = [purchaseId, connection.priceId, offer.price.id, purchase.readApplied].join(':')
  await changeAtProvider(services, purchaseId, () =>
    payments.changePrice(externalId, toOrderedPrice(request.app, offer), key),
  )
}
