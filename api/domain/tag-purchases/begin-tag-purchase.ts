import { CHECKOUT_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { RequestFor } from '../../ports/handler'
import type { Payments } from '../../ports/payments'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { MemberRow } from '../../ports/store'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { lockCaller } from '../../features/members/context'
import type { BuyServices } from '../payments/begin-purchase'
import { ensureCustomer } from '../payments/ensure-customer'
import { expireOpenPurchases } from '../payments/expire-open-purchases'
import { openCheckout } from '../payments/open-checkout'
import { requirePayments } from '../payments/require-payments'
import { checkReturnUrls } from '../payments/return-urls'
import { findPackage, PACKAGE_CURRENCY, toOrderedPackage, TRUSTTAG_PLAN_ID } from './find-package'
import type { SoldPackage } from './find-package'
import { findSelectedSkills } from './selected-skills'
import { toTagPurchase } from './to-tag-purchase'

const MINUTE_MS = 60_000

type Request = RequestFor<'createTagPurchase'>

/**
 * Begins the purchase of a package: notes it, and opens a checkout for it at the provider. A checkout of TrustTags that the
 * member left open is ended first, so that nobody pays for what they thought they had given up.
 * @returns the purchase, and where to pay
 * @throws ApiError `package-not-found`, `package-not-for-sale`, `payments-not-configured`, `payment-provider-unavailable`,
 *   `attempt-not-found`, `attempt-not-passed`, `tag-already-issued`, `invalid-field-value`, `too-many-requests`,
 *   `client/invalid-token`
 */
export async function beginTagPurchase(
  services: BuyServices,
  request: Request,
  input: Input<'createTagPurchase'>,
): Promise<{ purchase: TagPurchase; url: string }> {
  const { app, mode, member } = request
  const wanted = findPackage(input.packageId)
  const payments = requirePayments(services.payments, mode)
  checkReturnUrls(request, input)
  await services.rateLimiter.take('tagPurchasesPerAccount', member.id)
  // Looked at again under the lock; here, so that a wrong order neither makes a customer nor ends an open checkout.
  await findSelectedSkills(services.store, member.id, input.attemptIds, wanted.tags)
  const customerId = await ensureCustomer(services, payments, member)
  await expireOpenPurchases(services, member.id, ({ planId }) => planId === TRUSTTAG_PLAN_ID)
  const { purchase, order } = await reserve(services, request, payments, { wanted, attemptIds: input.attemptIds })
  const url = await openCheckout(services, payments, member, {
    purchaseId: purchase.id,
    appName: app.name,
    customerId,
    price: toOrderedPackage(app, wanted),
    coupon: null,
    metadata: {},
    successUrl: input.success_url,
    cancelUrl: input.cancel_url,
    expiresAt: purchase.expiresAt,
  })
  return { purchase: toTagPurchase(order, purchase, [], services.clock.now()), url }
}

interface Wish {
  wanted: SoldPackage
  attemptIds: readonly string[]
}

async function reserve(
  services: BuyServices,
  request: Request,
  { provider }: Payments,
  { wanted, attemptIds }: Wish,
): Promise<{ purchase: PurchaseRow; order: TagOrderRow }> {
  return services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    const selectedSkills = await findSelectedSkills(repositories, current.id, attemptIds, wanted.tags)
    const purchase = newPurchase(services, current, provider, wanted)
    const order = newOrder(purchase, current, wanted, selectedSkills)
    await repositories.purchases.insert(purchase)
    await repositories.tagOrders.insert(order)
    return { purchase, order }
  })
}

function newPurchase(
  { secrets, clock }: BuyServices,
  { id: memberId, appId, mode }: MemberRow,
  provider: Payments['provider'],
  { id: priceId }: SoldPackage,
): PurchaseRow {
  const now = clock.now()
  return {
    id: secrets.id('pur'),
    appId,
    mode,
    memberId,
    planId: TRUSTTAG_PLAN_ID,
    priceId,
    couponId: null,
    provider,
    sessionId: null,
    externalId: null,
    status: 'OPEN',
    replaces: null,
    createdAt: now,
    expiresAt: now + CHECKOUT_LIFETIME_MINUTES * MINUTE_MS,
    readsBegun: 0,
    readApplied: 0,
    lastReadAt: null,
  }
}

const newOrder = (
  { id: purchaseId, appId, mode, memberId, createdAt }: PurchaseRow,
  { email: userEmail }: MemberRow,
  { id: packageType, tags: numberOfTags, priceCents: amountMinor }: SoldPackage,
  selectedSkills: string[],
): TagOrderRow => ({
  purchaseId,
  appId,
  mode,
  memberId,
  userEmail,
  packageType,
  numberOfTags,
  amountMinor,
  currency: PACKAGE_CURRENCY,
  selectedSkills,
  createdAt,
  paidAt: null,
  refundedMinor: 0,
  refundingMinor: 0,
  disputedAt: null,
  note: '',
})
