import { CHECKOUT_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { RequestFor } from '../../ports/handler'
import type { Payments } from '../../ports/payments'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import { lockCaller } from '../../features/members/context'
import { findPlanRedirect } from '../../features/plans/connections'
import { checkMayBuy } from './check-may-buy'
import { ensureCustomer } from './ensure-customer'
import { expireOpenPurchases } from './expire-open-purchases'
import { findCoupon, findOffer, toOrderedPrice } from './find-offer'
import type { Offer } from './find-offer'
import { offerTrial } from './offer-trial'
import { openCheckout } from './open-checkout'
import { requirePayments } from './require-payments'
import { checkReturnUrls } from './return-urls'

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
