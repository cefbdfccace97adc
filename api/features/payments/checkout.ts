import { CHECKOUT_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import type { Tx, Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition, CouponDefinition, PlanDefinition } from '../apps/definition'
import { checkOriginDomain } from '../apps/relying-party'
import { lockCaller, type RequestContext, type RequestFor } from '../members/context'
import { lockMemberById, type MemberRow, updateMemberById } from '../members/repository'
import { requirePlace, ownsActiveTeam } from '../plans/join'
import {
  listPlanConnections,
  findPlanRedirect,
  findPrice,
  type PricedPlan,
  readMemberPlans,
  countTeamMembers,
  findTeamByConnection,
} from '../plans/repository'
import { isRunning, type PaidConnection } from './grant'
import { requirePayments, TEST_CUSTOMER_PREFIX, UnknownCustomerError, requirePaymentsOf } from './provider'
import type { CheckoutOrder, OrderedPrice, Payments } from './provider'
import { expireOpenPurchases, type ReconcileServices, changeAtProvider } from './reconcile'
import { findPurchase, insertPurchase, listPurchases, type PurchaseRow, updatePurchase } from './repository'
import type { PlanConnectionRow } from '../plans/repository'

const MINUTE_MS = 60_000

export type BuyServices = ReconcileServices & Pick<Services, 'rateLimiter'>
export type BuyRequest = RequestFor<'createCheckoutSession'>
export type BuyInput = Input<'createCheckoutSession'>

/**
 * Records a purchase and opens its checkout at the provider. First ends the member's open checkouts for the same plan,
 * so that a plan is not paid twice.
 * @param replaces id of the running purchase that this one replaces
 * @returns URL of the checkout
 * @throws ApiError `payments-not-configured`, `payment-provider-unavailable`, `price-no-longer-available`,
 * `coupon-not-found`, `plan-restricted-to-admin`, `already-have-plan`, `can-only-have-one-active-team`,
 * `plan-member-limit-reached`, `invalid-field-value`, `required-field-missing`, `too-many-requests`
 */
export async function beginPurchase(
  services: BuyServices,
  request: BuyRequest,
  input: BuyInput,
  replaces: string | null = null,
): Promise<string> {
  const { app, mode, member } = request
  const payments = await requirePayments(services.payments, { appId: app.id, mode })
  const offer = findOffer(app, input.priceId)
  const coupon = findCoupon(app, input.couponId, input.priceId)
  const page = checkReturnUrls(request, input)
  await services.rateLimiter.take('checkoutsPerAccount', member.id)
  const customerId = await ensureCustomer(services, payments, member)
  await expireOpenPurchases(services, member.id, ({ planId }) => planId === offer.plan.id)
  const purchase = await reserve(services, request, payments, {
    offer,
    named: { couponId: coupon?.id ?? null, replaces },
  })
  return openCheckout(services, payments, member, {
    purchaseId: purchase.id,
    appName: app.name,
    customerId,
    price: await offerTrial(services.store, member.id, toOrderedPrice(app, offer)),
    coupon: coupon && { id: coupon.id, percentOff: coupon.percentOff, duration: coupon.duration },
    metadata: toMetadata(input.metadataForCheckout),
    options: app.payments,
    successUrl: input.success_url ?? afterPurchase(request, offer, page),
    cancelUrl: input.cancel_url ?? page,
    expiresAt: purchase.expiresAt,
  })
}

/** The redirect of the plan or app on the calling site, else the calling page. */
function afterPurchase({ app }: BuyRequest, { plan }: Offer, page: string): string {
  const path = findPlanRedirect(app, 'afterPurchase', plan)
  return path === null ? page : new URL(path, page).href
}

/** Providers store only text. */
const toMetadata = (metadata: BuyInput['metadataForCheckout']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

async function reserve(
  { store, secrets, clock }: BuyServices,
  request: BuyRequest,
  payments: Payments,
  { offer: { plan, price }, named }: { offer: Offer; named: Pick<PurchaseRow, 'couponId' | 'replaces'> },
): Promise<PurchaseRow> {
  return store.transaction(async (tx) => {
    const { current } = await lockCaller(tx, { clock }, request)
    const now = clock.now()
    await checkMayBuy(tx, current, plan, { replaces: named.replaces, now })
    const purchase: PurchaseRow = {
      id: secrets.id('pur'),
      appId: current.appId,
      mode: current.mode,
      memberId: current.id,
      planId: plan.id,
      priceId: price.id,
      ...named,
      provider: payments.provider,
      account: payments.account ?? null,
      sessionId: null,
      externalId: null,
      status: 'OPEN',
      createdAt: now,
      expiresAt: now + CHECKOUT_LIFETIME_MINUTES * MINUTE_MS,
      readsBegun: 0,
      readApplied: 0,
      lastReadAt: null,
    }
    await insertPurchase(tx, purchase)
    return purchase
  })
}

/**
 * Checks whether a member may pay for a plan, under the member's lock. Open checkouts count toward the plan's limit.
 * @param replaces id of the purchase that the new one replaces; null: none
 * @throws ApiError `already-have-plan`, `can-only-have-one-active-team`, `plan-member-limit-reached`
 */
export async function checkMayBuy(
  tx: Tx,
  member: MemberRow,
  plan: PlanDefinition,
  { replaces, now }: { replaces: string | null; now: number },
): Promise<void> {
  const { connections, teams } = await readMemberPlans(tx, member.id)
  const ofPlan = connections.find(({ planId }) => planId === plan.id)
  if (ofPlan && isRunning(ofPlan) && ofPlan.purchase.id !== replaces) throw new ApiError('already-have-plan')
  if (plan.team && ownsActiveTeam(teams, replaces)) throw new ApiError('can-only-have-one-active-team')
  const hasPlace = ofPlan !== undefined && ofPlan.status !== 'CANCELED'
  if (!hasPlace) await requirePlace(tx, member, plan, now)
}

export type Offer = PricedPlan

/** A price that is on sale, with its plan. @throws ApiError `price-no-longer-available`, `plan-restricted-to-admin` */
export function findOffer(app: AppDefinition, priceId: string): Offer {
  const offer = findPrice(app, priceId)
  if (!offer?.plan.active || !offer.price.active) throw new ApiError('price-no-longer-available')
  if (offer.plan.restrictedToAdmin) throw new ApiError('plan-restricted-to-admin')
  return offer
}

/** The coupon if it is valid for the price; null if none was requested. @throws ApiError `coupon-not-found` */
export function findCoupon(
  app: AppDefinition,
  couponId: string | null | undefined,
  priceId: string,
): CouponDefinition | null {
  if (couponId === null || couponId === undefined) return null
  const coupon = app.coupons.find(({ id }) => id === couponId)
  const holds = coupon?.active && (coupon.prices.length === 0 || coupon.prices.includes(priceId))
  if (!holds) throw new ApiError('coupon-not-found')
  return coupon
}

export function toOrderedPrice(app: AppDefinition, { plan, price }: Offer): OrderedPrice {
  const { id, name, amountMinor, currency, interval, trialDays } = price
  const repeats = interval === undefined ? { trialDays: 0 } : { interval, trialDays }
  return { id, name, amountMinor, currency, ...repeats, appId: app.id, planId: plan.id, planName: plan.name }
}

/** Trials are for members who never bought the plan or switched to it; all others pay at once. */
async function offerTrial(db: Db, memberId: string, price: OrderedPrice): Promise<OrderedPrice> {
  if (price.trialDays === 0) return price
  const bought = (await listPurchases(db, memberId)).filter(({ externalId }) => externalId !== null)
  const held = (await listPlanConnections(db, memberId)).filter(({ purchase }) => purchase !== null)
  return [...bought, ...held].some(({ planId }) => planId === price.planId) ? { ...price, trialDays: 0 } : price
}

/**
 * Opens the checkout of a recorded purchase. Records the session before the URL is returned, so that every payment can
 * be matched.
 * @returns URL of the checkout
 */
export async function openCheckout(
  services: Pick<Services, 'store'>,
  payments: Payments,
  member: MemberRow,
  order: CheckoutOrder,
): Promise<string> {
  const { store } = services
  const id = order.purchaseId
  const checkout = await createCheckout(services, payments, member, order).catch(async (error: unknown) => {
    await updatePurchase(store, id, { status: 'EXPIRED' })
    throw error
  })
  const isNoted = await store.transaction(async (tx) => {
    await updatePurchase(tx, id, { sessionId: checkout.sessionId })
    return (await findPurchase(tx, id)) !== null
  })
  if (isNoted) return checkout.url
  // The member was deleted during the call.
  await payments.expireCheckout(checkout.sessionId)
  throw new ApiError('client/invalid-token')
}

async function createCheckout(
  services: Pick<Services, 'store'>,
  payments: Payments,
  member: MemberRow,
  order: CheckoutOrder,
): ReturnType<Payments['createCheckout']> {
  try {
    return await payments.createCheckout(order)
  } catch (error) {
    if (!(error instanceof UnknownCustomerError)) throw error
    const customerId = await ensureCustomer(services, payments, member, order.customerId)
    return payments.createCheckout({ ...order, customerId })
  }
}

/** Null before the member's first purchase at this provider. */
export function findCustomer({ provider }: Payments, { stripeCustomerId }: MemberRow): string | null {
  const isTest = stripeCustomerId?.startsWith(`${TEST_CUSTOMER_PREFIX}_`)
  return isTest === (provider === 'test') ? stripeCustomerId : null
}

/**
 * The member's customer at a provider, created at their first purchase there.
 * @param lost a customer that no longer exists at the provider, to replace
 * @throws ApiError `client/invalid-token` if the member is gone, `payment-provider-unavailable`
 */
export async function ensureCustomer(
  { store }: Pick<Services, 'store'>,
  payments: Payments,
  member: MemberRow,
  lost: string | null = null,
): Promise<string> {
  const known = findCustomer(payments, member)
  if (known !== null && known !== lost) return known
  const customer = await payments.createCustomer({ id: member.id, email: member.email }, lost)
  return store.transaction(async (tx) => {
    const current = await lockMemberById(tx, member.id)
    if (!current) throw new ApiError('client/invalid-token')
    const stored = findCustomer(payments, current)
    if (stored !== null && stored !== lost) return stored
    await updateMemberById(tx, member.id, { stripeCustomerId: customer })
    return customer
  })
}

type Caller = Pick<RequestContext, 'app' | 'mode' | 'origin'>

interface NamedUrls {
  success_url?: string | undefined
  cancel_url?: string | undefined
  return_url?: string | undefined
  origin_url?: string | undefined
}

/**
 * Checks that all given URLs belong to the calling site.
 * @returns URL of the calling page, or its origin
 * @throws ApiError `invalid-field-value` for a URL of another site, `required-field-missing` if no page is known
 */
export function checkReturnUrls(caller: Caller, urls: NamedUrls): string {
  for (const url of [urls.success_url, urls.cancel_url, urls.return_url, urls.origin_url])
    checkOriginDomain(caller, url)
  const page = urls.origin_url ?? caller.origin
  if (page === null) throw new ApiError('required-field-missing')
  return page
}

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
