import { CHECKOUT_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { RequestFor } from '../../ports/handler'
import type { OrderedPrice, Payments } from '../payments/provider'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { MemberRow, Repositories } from '../../ports/store'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { lockCaller } from '../members/context'
import type { BuyServices } from '../payments/checkout'
import { checkReturnUrls, ensureCustomer, openCheckout } from '../payments/checkout'
import { expireOpenPurchases } from '../payments/settle'
import { requirePayments } from '../payments/provider'
import { toTagPurchase } from './serializers'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'

const MINUTE_MS = 60_000

type Request = RequestFor<'createTagPurchase'>

/**
 * Records the purchase of a package and opens its checkout at the provider. An open checkout of the member for TrustTags is
 * ended first, so they cannot pay for an order that they gave up.
 * @returns the purchase, and the URL of the checkout
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
  // Checked again under the lock; checked here so that an invalid order creates no customer and ends no checkout.
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

async function reserve(
  services: BuyServices,
  request: Request,
  { provider }: Payments,
  { wanted, attemptIds }: { wanted: SoldPackage; attemptIds: readonly string[] },
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

/** Currency of all packages. */
export const PACKAGE_CURRENCY = 'USD'

/** `planId` of TrustTag purchases. No plan can have this id. */
const TRUSTTAG_PLAN_ID = 'trusttag'

/** A package with a fixed price. */
interface SoldPackage extends TrustTagPackage {
  priceCents: number
  tags: number
}

/** @throws ApiError `package-not-found`; `package-not-for-sale` for one with a negotiated price */
function findPackage(id: string): SoldPackage {
  const found: TrustTagPackage | undefined = trustTagPackages.find((one) => one.id === id)
  if (!found) throw new ApiError('package-not-found')
  const { priceCents, tags } = found
  if (typeof priceCents !== 'number' || typeof tags !== 'number') throw new ApiError('package-not-for-sale')
  return { ...found, priceCents, tags }
}

const toOrderedPackage = ({ id: appId }: AppDefinition, { id, name, priceCents }: SoldPackage): OrderedPrice => ({
  id,
  name,
  amountMinor: priceCents,
  currency: PACKAGE_CURRENCY,
  trialDays: 0,
  appId,
  planId: TRUSTTAG_PLAN_ID,
  planName: 'TrustTag credits',
})

/**
 * The skills of the attempts that the buyer selected: their own, passed, and without a TrustTag.
 * @param max TrustTags in the package
 * @throws ApiError `attempt-not-found`, `attempt-not-passed`, `tag-already-issued`; `invalid-field-value` for too many
 */
async function findSelectedSkills(
  { attempts, tags }: Pick<Repositories, 'attempts' | 'tags'>,
  memberId: string,
  attemptIds: readonly string[],
  max: number,
): Promise<string[]> {
  const ids = [...new Set(attemptIds)]
  if (ids.length > max) throw new ApiError('invalid-field-value')
  const skills: string[] = []
  for (const id of ids) {
    const attempt = await attempts.find(id)
    if (attempt?.memberId !== memberId) throw new ApiError('attempt-not-found')
    if (attempt.result?.passed !== true) throw new ApiError('attempt-not-passed')
    if (await tags.findByAttempt(id)) throw new ApiError('tag-already-issued')
    skills.push(attempt.skill)
  }
  return skills
}
