import { lockCaller } from '../members/context'
import { ApiError } from '../../lib/errors'
import { findPlanRedirect, findPrice } from '../plans/connections'
import { beginPurchase, checkMayBuy, checkReturnUrls, findCoupon, findOffer, toOrderedPrice } from './checkout'
import type { BuyInput, BuyRequest, BuyServices, Offer } from './checkout'
import { changeAtProvider } from './settle'
import type { PaidConnection } from './grant'
import { requirePayments } from './provider'
import type { AppDefinition, PlanDefinition } from '../apps/definition'
import type { PlanConnectionRow, Repositories } from '../../ports/store'
import { isRunning } from './grant'

interface PriceChange {
  /** URL of the checkout where a change needs one; null when the change is done. */
  url: string | null
  redirect: string | null
}

/**
 * Changes the price that a member pays. A running subscription switches to a recurring price; a one-time price is bought and
 * then replaces the subscription; without a subscription the member buys. A switched subscription keeps its own coupon.
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
  // A double click has the same key; a change back and forth has not.
  const key = [purchaseId, connection.priceId, offer.price.id, purchase.readApplied].join(':')
  await changeAtProvider(services, purchaseId, () =>
    payments.changePrice(externalId, toOrderedPrice(request.app, offer), key),
  )
}

/**
 * Checks that a team fits into another plan's seats: a change of price must not remove anyone from a team.
 * @throws ApiError `cannot-change-team-account`
 */
export async function checkTeamFits(
  { teams }: Pick<Repositories, 'teams'>,
  connection: Pick<PlanConnectionRow, 'id' | 'planId'>,
  plan: PlanDefinition,
): Promise<void> {
  const team = plan.id === connection.planId ? null : await teams.findByConnection(connection.id)
  const people = team ? await teams.countMembers(team.id) : 0
  if (people > 1 && people > (plan.team?.seats ?? 1)) throw new ApiError('cannot-change-team-account')
}

/** Whether a connection is running and billed repeatedly. */
export function isSubscription(app: AppDefinition, connection: PlanConnectionRow): connection is PaidConnection {
  if (!isRunning(connection)) return false
  const found = findPrice(app, connection.priceId)
  return found ? found.price.interval !== undefined : connection.purchase.nextBillingAt !== null
}

/** The running subscription that a new price would change: the one of its plan, else the newest. */
function findSubscription(
  app: AppDefinition,
  connections: readonly PlanConnectionRow[],
  planId: string,
): PaidConnection | null {
  const running = connections.filter((connection) => isSubscription(app, connection))
  return running.find((connection) => connection.planId === planId) ?? running.at(-1) ?? null
}
