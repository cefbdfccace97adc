import { CHECKOUT_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { RequestContext, RequestFor } from '../../ports/handler'
import type { CheckoutOrder, OrderedPrice, Payments } from './provider'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import { lockCaller } from '../members/context'
import { findPlanRedirect, findPrice, type PricedPlan, readMemberPlans } from '../plans/connections'
import { expireOpenPurchases } from './settle'
import { requirePayments, UnknownCustomerError } from './provider'
import type { MemberRow, Repositories } from '../../ports/store'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition, CouponDefinition, PlanDefinition } from '../apps/definition'
import { requirePlace } from '../plans/join'
import { ownsActiveTeam } from '../plans/teams'
import { isRunning } from './grant'
import { checkOriginDomain } from '../apps/identify-app'

const MINUTE_MS = 60_000

export type BuyServices = Pick<
  Services,
  'store' | 'payments' | 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm' | 'rateLimiter' | 'logGrew'
>
export type BuyRequest = RequestFor<'createCheckoutSession'>
export type BuyInput = Input<'createCheckoutSession'>

/**
 * Begins a purchase: notes it, and opens a checkout for it at the provider. Checkouts of the same plan that the member
 * left open are ended first, so that a plan is not paid twice.
 *
 * @param replaces id of the running purchase whose place this one takes
 * @returns where to pay
 * @throws ApiError `payments-not-configured`, `payment-provider-unavailable`, `price-no-longer-available`,
 *   `coupon-not-found`, `plan-restricted-to-admin`, `already-have-plan`, `can-only-have-one-active-team`,
 *   `plan-member-limit-reached`, `invalid-field-value`, `required-field-missing`, `too-many-requests`
 */
export async function beginPurchase(
  services: BuyServices,
  request: BuyRequest,
  input: BuyInput,
  replaces: string | null = null,
): Promise<string> {
  const { app, mode, member } = request
  const payments = requirePayments(services.payments, mode)
  const offer = findOffer(app, input.priceId)
  const coupon = findCoupon(app, input.couponId, input.priceId)
  const page = checkReturnUrls(request, input)
  await services.rateLimiter.take('checkoutsPerAccount', member.id)
  const customerId = await ensureCustomer(services, payments, member)
  await expireOpenPurchases(services, member.id, ({ planId }) => planId === offer.plan.id)
  const purchase = await reserve(services, request, payments, offer, { couponId: coupon?.id ?? null, replaces })
  return openCheckout(services, payments, member, {
    purchaseId: purchase.id,
    appName: app.name,
    customerId,
    price: await offerTrial(services.store, member.id, toOrderedPrice(app, offer)),
    coupon: coupon && { id: coupon.id, percentOff: coupon.percentOff, duration: coupon.duration },
    metadata: toMetadata(input.metadataForCheckout),
    successUrl: input.success_url ?? afterPurchase(request, offer, page),
    cancelUrl: input.cancel_url ?? page,
    expiresAt: purchase.expiresAt,
  })
}

/** Where the plan or the app leads after a purchase, on the site that asks; without a word of theirs back to the page. */
function afterPurchase({ app }: BuyRequest, { plan }: Offer, page: string): string {
  const path = findPlanRedirect(app, 'afterPurchase', plan)
  return path === null ? page : new URL(path, page).href
}

/** Providers keep text only. */
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
  { provider }: Payments,
  { plan, price }: Offer,
  named: Pick<PurchaseRow, 'couponId' | 'replaces'>,
): Promise<PurchaseRow> {
  return store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, { clock }, request)
    const now = clock.now()
    await checkMayBuy(repositories, current, plan, { replaces: named.replaces, now })
    const purchase: PurchaseRow = {
      id: secrets.id('pur'),
      appId: current.appId,
      mode: current.mode,
      memberId: current.id,
      planId: plan.id,
      priceId: price.id,
      ...named,
      provider,
      sessionId: null,
      externalId: null,
      status: 'OPEN',
      createdAt: now,
      expiresAt: now + CHECKOUT_LIFETIME_MINUTES * MINUTE_MS,
      readsBegun: 0,
      readApplied: 0,
      lastReadAt: null,
    }
    await repositories.purchases.insert(purchase)
    return purchase
  })
}

/**
 * Whether a member may pay for a plan now. Under the lock of the member; the limit of the plan counts those who are
 * paying, too.
 *
 * @param replaces id of the purchase whose place the new one takes, null for none
 * @throws ApiError `already-have-plan`, `can-only-have-one-active-team`, `plan-member-limit-reached`
 */
export async function checkMayBuy(
  repositories: Pick<Repositories, 'apps' | 'planConnections' | 'teams' | 'purchases'>,
  member: MemberRow,
  plan: PlanDefinition,
  { replaces, now }: { replaces: string | null; now: number },
): Promise<void> {
  const { connections, teams } = await readMemberPlans(repositories, member.id)
  const ofPlan = connections.find(({ planId }) => planId === plan.id)
  if (ofPlan && isRunning(ofPlan) && ofPlan.purchase.id !== replaces) throw new ApiError('already-have-plan')
  if (plan.team && ownsActiveTeam(teams, replaces)) throw new ApiError('can-only-have-one-active-team')
  const hasPlace = ofPlan !== undefined && ofPlan.status !== 'CANCELED'
  if (!hasPlace) await requirePlace(repositories, member, plan, now)
}

export type Offer = PricedPlan

/**
 * A price that can be bought now, with its plan.
 * @throws ApiError `price-no-longer-available`, `plan-restricted-to-admin`
 */
export function findOffer(app: AppDefinition, priceId: string): Offer {
  const offer = findPrice(app, priceId)
  if (!offer?.plan.active || !offer.price.active) throw new ApiError('price-no-longer-available')
  if (offer.plan.restrictedToAdmin) throw new ApiError('plan-restricted-to-admin')
  return offer
}

/**
 * A coupon that holds for a price; null when none was named.
 * @throws ApiError `coupon-not-found`
 */
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

/** An offer as a provider is told of it. */
export function toOrderedPrice(app: AppDefinition, { plan, price }: Offer): OrderedPrice {
  const { id, name, amountMinor, currency, interval, trialDays } = price
  const repeats = interval === undefined ? { trialDays: 0 } : { interval, trialDays }
  return { id, name, amountMinor, currency, ...repeats, appId: app.id, planId: plan.id, planName: plan.name }
}

/**
 * A price as a member is offered it: a trial is for who has never bought the plan, or changed to it, whatever became of
 * that. Everybody else pays at once.
 */
export async function offerTrial(
  { purchases, planConnections }: Pick<Repositories, 'purchases' | 'planConnections'>,
  memberId: string,
  price: OrderedPrice,
): Promise<OrderedPrice> {
  if (price.trialDays === 0) return price
  const bought = (await purchases.listByMember(memberId)).filter(({ externalId }) => externalId !== null)
  const held = (await planConnections.listByMember(memberId)).filter(({ purchase }) => purchase !== null)
  return [...bought, ...held].some(({ planId }) => planId === price.planId) ? { ...price, trialDays: 0 } : price
}

/**
 * Opens the checkout of a purchase that is noted already. Nobody learns its address before that is noted, too: so no
 * payment can come that we know nothing of.
 * @returns where to pay
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
    await store.purchases.update(id, { status: 'EXPIRED' })
    throw error
  })
  const isNoted = await store.transaction(async ({ purchases }) => {
    await purchases.update(id, { sessionId: checkout.sessionId })
    return (await purchases.find(id)) !== null
  })
  if (isNoted) return checkout.url
  // The member was deleted meanwhile.
  await payments.expireCheckout(checkout.sessionId)
  throw new ApiError('client/invalid-token')
}

/** A customer that the provider does not know any more is replaced by a new one. */
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

/** What ids of the test provider's customers begin with; no other provider's id holds a second underscore. */
export const TEST_CUSTOMER_PREFIX = 'cus_test'

/** The member's customer at a provider, null when they never began a purchase there. */
export function findCustomer({ provider }: Payments, { stripeCustomerId }: MemberRow): string | null {
  const isTest = stripeCustomerId?.startsWith(`${TEST_CUSTOMER_PREFIX}_`)
  return isTest === (provider === 'test') ? stripeCustomerId : null
}

/**
 * The member's customer at a provider, made at their first purchase there.
 * @param lost one that the provider does not know any more: another one takes its place
 * @throws ApiError `client/invalid-token` when the member is gone, `payment-provider-unavailable`
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
  return store.transaction(async ({ members }) => {
    const current = await members.lock(member.id)
    if (!current) throw new ApiError('client/invalid-token')
    const stored = findCustomer(payments, current)
    if (stored !== null && stored !== lost) return stored
    await members.update(member.id, { stripeCustomerId: customer })
    return customer
  })
}

type Caller = Pick<RequestContext, 'app' | 'mode' | 'origin'>

export interface NamedUrls {
  success_url?: string | undefined
  cancel_url?: string | undefined
  return_url?: string | undefined
  /** The page that asks. */
  origin_url?: string | undefined
}

/**
 * The page that a caller is at, once all addresses that they name are of that site.
 * @throws ApiError `invalid-field-value` for an address of another site, `required-field-missing` when no page is known
 */
export function checkReturnUrls(caller: Caller, urls: NamedUrls): string {
  for (const url of [urls.success_url, urls.cancel_url, urls.return_url, urls.origin_url])
    checkOriginDomain(caller, url)
  const page = urls.origin_url ?? caller.origin
  if (page === null) throw new ApiError('required-field-missing')
  return page
}
