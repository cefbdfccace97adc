import { ApiError } from '../../lib/errors'
import type { Db } from '../../database/db'
import type { AppDefinition, PlanDefinition } from '../apps/definition'
import { lockCaller } from '../members/context'
import {
  countTeamMembers,
  findTeamByConnection,
  listPlanConnections,
  findPlanRedirect,
  findPrice,
} from '../plans/repository'
import type { PlanConnectionRow } from '../plans/repository'
import { beginPurchase, checkMayBuy, checkReturnUrls, findCoupon, findOffer, toOrderedPrice } from './checkout'
import type { BuyInput, BuyRequest, BuyServices, Offer } from './checkout'
import { isRunning, type PaidConnection } from './grant'
import { requirePayments, requirePaymentsOf } from './provider'
import { changeAtProvider } from './reconcile'
import { findPurchase } from './repository'

interface PriceChange {
  /** URL of the checkout, if the change needs one; null if the change is done. */
  url: string | null
  redirect: string | null
}

/**
 * Changes the price that a member pays: a running subscription switches to a recurring price and keeps its coupon; a
 * one-time price is bought and replaces the subscription; without a subscription, the member buys.
 * @throws ApiError as `beginPurchase`, `cannot-change-team-account` and `purchase-of-earlier-account`
 */
export async function changePrice(services: BuyServices, request: BuyRequest, input: BuyInput): Promise<PriceChange> {
  const { app, mode, member } = request
  await requirePayments(services.payments, { appId: app.id, mode })
  const offer = findOffer(app, input.priceId)
  findCoupon(app, input.couponId, input.priceId)
  const connections = await listPlanConnections(services.store, member.id)
  const current = findSubscription(app, connections, offer.plan.id)
  if (!current) return { url: await beginPurchase(services, request, input), redirect: null }
  await checkTeamFits(services.store, current, offer.plan)
  if (offer.price.interval === undefined) {
    // Its end must be possible before the member pays for what replaces it.
    const replaced = await findPurchase(services.store, current.purchase.id)
    if (replaced) await requirePaymentsOf(services.payments, replaced)
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
  const purchase = await store.transaction(async (tx) => {
    const { current } = await lockCaller(tx, services, request)
    await checkMayBuy(tx, current, offer.plan, { replaces: purchaseId, now: clock.now() })
    await checkTeamFits(tx, connection, offer.plan)
    return findPurchase(tx, purchaseId)
  })
  const payments = purchase && (await requirePaymentsOf(services.payments, purchase))
  const externalId = purchase?.externalId
  if (!payments || !externalId) throw new ApiError('payments-not-configured')
  // A double click has the same key; a change back and forth does not.
  const key = [purchaseId, connection.priceId, offer.price.id, purchase.readApplied].join(':')
  await changeAtProvider(services, purchaseId, () =>
    payments.changePrice(externalId, toOrderedPrice(request.app, offer), key),
  )
}

/** A change of price must not remove anyone from a team. @throws ApiError `cannot-change-team-account` */
export async function checkTeamFits(
  db: Db,
  connection: Pick<PlanConnectionRow, 'id' | 'planId'>,
  plan: PlanDefinition,
): Promise<void> {
  const team = plan.id === connection.planId ? null : await findTeamByConnection(db, connection.id)
  const people = team ? await countTeamMembers(db, team.id) : 0
  if (people > 1 && people > (plan.team?.seats ?? 1)) throw new ApiError('cannot-change-team-account')
}

/** Whether a connection is running and billed repeatedly. */
export function isSubscription(app: AppDefinition, connection: PlanConnectionRow): connection is PaidConnection {
  if (!isRunning(connection)) return false
  const found = findPrice(app, connection.priceId)
  return found ? found.price.interval !== undefined : connection.purchase.nextBillingAt !== null
}

/** The running subscription to change: that of the price's plan, else the newest. */
function findSubscription(
  app: AppDefinition,
  connections: readonly PlanConnectionRow[],
  planId: string,
): PaidConnection | null {
  const running = connections.filter((connection) => isSubscription(app, connection))
  return running.find((connection) => connection.planId === planId) ?? running.at(-1) ?? null
}
