import { lockCaller } from '../members/context'
import { ApiError } from '../../domain/api-error'
import { findPlanRedirect, findPrice } from '../plans/connections'
import {
  beginPurchase,
  checkMayBuy,
  checkReturnUrls,
  findCoupon,
  findCustomer,
  findOffer,
  toOrderedPrice,
} from './checkout'
import type { BuyInput, BuyRequest, BuyServices, Offer } from './checkout'
import { changeAtProvider } from './settle'
import type { PaidConnection } from './grant'
import { requirePayments } from './provider'
import type { Input } from '../../../contract/schemas'
import type { RequestFor } from '../../ports/handler'
import type { OrderedPrice } from './provider'
import type { Services } from '../../ports/services'
import type { AppDefinition, PlanDefinition } from '../apps/definition'
import type { PlanConnectionRow, Repositories } from '../../ports/store'
import { isRunning } from './grant'

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

/**
 * Opens the page where a member looks after what they pay for.
 * @returns its address
 * @throws ApiError `payments-not-configured`, `payment-provider-unavailable`, `no-purchase-found`,
 *   `price-no-longer-available`, `plan-restricted-to-admin`, `invalid-field-value`, `required-field-missing`,
 *   `too-many-requests`
 */
export async function openPortal(
  services: Pick<Services, 'store' | 'payments' | 'rateLimiter'>,
  request: RequestFor<'createBillingPortalSession'>,
  input: Input<'createBillingPortalSession'>,
): Promise<string> {
  const { app, mode, member } = request
  const payments = requirePayments(services.payments, mode)
  const page = checkReturnUrls(request, input)
  const customerId = findCustomer(payments, member)
  if (customerId === null) throw new ApiError('no-purchase-found')
  await services.rateLimiter.take('billingPortalsPerAccount', member.id)
  const named = input.priceIds ?? []
  const prices = named.length > 0 ? named.map((id) => toOrderedPrice(app, findOffer(app, id))) : null
  const connections = await services.store.planConnections.listByMember(member.id)
  const running = connections.filter((connection) => isSubscription(app, connection))
  const { url } = await payments.createPortal({
    customerId,
    appName: app.name,
    returnUrl: input.return_url ?? page,
    prices: prices ?? pricesAtHand(app, running),
    configuration: input.configuration ?? {},
  })
  // What is changed there nobody has to tell us: a look at it is owed from now on, and taken when the member comes back.
  for (const { purchase } of running) await services.store.purchases.beginRead(purchase.id)
  return url
}

/** What can be changed to within the plans that the member has. */
function pricesAtHand(app: AppDefinition, running: readonly PaidConnection[]): OrderedPrice[] {
  const plans = new Set(running.map(({ planId }) => planId))
  return app.plans
    .filter(({ id, active }) => active && plans.has(id))
    .flatMap((plan) =>
      plan.prices
        .filter(({ active, interval }) => active && interval)
        .map((price) => toOrderedPrice(app, { plan, price })),
    )
}

/**
 * Whether the team of a connection has its seats with another plan, too: nobody is put out of a team by a change of price.
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

/** Whether a running connection is billed again and again. */
export function isSubscription(app: AppDefinition, connection: PlanConnectionRow): connection is PaidConnection {
  if (!isRunning(connection)) return false
  const found = findPrice(app, connection.priceId)
  return found ? found.price.interval !== undefined : connection.purchase.nextBillingAt !== null
}

/** The running subscription that another price of a plan is for: the one of that plan, else the newest. */
export function findSubscription(
  app: AppDefinition,
  connections: readonly PlanConnectionRow[],
  planId: string,
): PaidConnection | null {
  const running = connections.filter((connection) => isSubscription(app, connection))
  return running.find((connection) => connection.planId === planId) ?? running.at(-1) ?? null
}
