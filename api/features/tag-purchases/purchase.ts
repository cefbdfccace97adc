import { CHECKOUT_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { TagPurchase, FreeOffer } from '../../../contract/schemas/tag-purchases'
import { packageWith, type TrustTagPackage } from '../../../contract/trusttag-packages'
import type { Db } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { findAttempt } from '../assessments/repository'
import { lockCaller, type RequestFor } from '../members/context'
import type { MemberRow } from '../members/repository'
import { type BuyServices, checkReturnUrls, ensureCustomer, openCheckout } from '../payments/checkout'
import { type OrderedPrice, type Payments, requirePayments } from '../payments/provider'
import { expireOpenPurchases } from '../payments/reconcile'
import { insertPurchase, type PurchaseRow } from '../payments/repository'
import { toMajorUnits } from '../plans/serializers'
import type { CreditRow } from '../tags/credits'
import { findTagByAttempt } from '../tags/repository'
import { refundableUntil } from './fulfilment'
import { insertTagOrder, type TagOrderRow, insertOfferClaim } from './repository'
import { accountKey } from '../../http/rate-limits/limiter'
import { mailboxOf } from '../../lib/text'
import type { Services } from '../../http/services'
import { insertCredit } from '../tags/credits'

const MINUTE_MS = 60_000

type Request = RequestFor<'createTagPurchase'>

/**
 * Records the purchase of a package and opens its checkout at the provider. First ends the member's open TrustTag
 * checkout, so that they cannot pay for an abandoned order.
 * @returns the purchase, and the URL of the checkout
 * @throws ApiError `package-not-found`, `package-not-for-sale`, `payments-not-configured`,
 * `payment-provider-unavailable`, `attempt-not-found`, `attempt-not-passed`, `tag-already-issued`,
 * `invalid-field-value`, `too-many-requests`, `client/invalid-token`
 */
export async function beginTagPurchase(
  services: BuyServices,
  request: Request,
  input: Input<'createTagPurchase'>,
): Promise<{ purchase: TagPurchase; url: string }> {
  const { app, mode, member } = request
  const wanted = findPackage(input.packageId)
  const payments = await requirePayments(services.payments, { appId: app.id, mode })
  checkReturnUrls(request, input)
  await services.rateLimiter.take('tagPurchasesPerAccount', member.id)
  // Checked again under the lock; here, so that an invalid order creates no customer and ends no checkout.
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
  payments: Payments,
  { wanted, attemptIds }: { wanted: SoldPackage; attemptIds: readonly string[] },
): Promise<{ purchase: PurchaseRow; order: TagOrderRow }> {
  return services.store.transaction(async (tx) => {
    const { current } = await lockCaller(tx, services, request)
    const selectedSkills = await findSelectedSkills(tx, current.id, attemptIds, wanted.tags)
    const purchase = newPurchase(services, current, payments, wanted)
    const order = newOrder(purchase, current, wanted, selectedSkills)
    await insertPurchase(tx, purchase)
    await insertTagOrder(tx, order)
    return { purchase, order }
  })
}

function newPurchase(
  { secrets, clock }: BuyServices,
  { id: memberId, appId, mode }: MemberRow,
  payments: Payments,
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
    provider: payments.provider,
    account: payments.account ?? null,
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

export const PACKAGE_CURRENCY = 'USD'

/** `planId` of TrustTag purchases; no plan can have it. */
const TRUSTTAG_PLAN_ID = 'trusttag'

interface SoldPackage extends TrustTagPackage {
  priceCents: number
  tags: number
}

/** @throws ApiError `package-not-found`, `package-not-for-sale` for one with a negotiated price */
function findPackage(id: string): SoldPackage {
  const found = packageWith(id)
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
 * The skills of the selected attempts, which must be the buyer's, passed, and without a TrustTag.
 * @param max TrustTags in the package
 * @throws ApiError `attempt-not-found`, `attempt-not-passed`, `tag-already-issued`; `invalid-field-value` for too many
 */
async function findSelectedSkills(
  db: Db,
  memberId: string,
  attemptIds: readonly string[],
  max: number,
): Promise<string[]> {
  const ids = [...new Set(attemptIds)]
  if (ids.length > max) throw new ApiError('invalid-field-value')
  const skills: string[] = []
  for (const id of ids) {
    const attempt = await findAttempt(db, id)
    if (attempt?.memberId !== memberId) throw new ApiError('attempt-not-found')
    if (attempt.result?.passed !== true && !attempt.result?.second) throw new ApiError('attempt-not-passed')
    if (await findTagByAttempt(db, id)) throw new ApiError('tag-already-issued')
    skills.push(attempt.skill)
  }
  return skills
}

/** @param credits of the purchase, or of its member */
export function toTagPurchase(
  order: TagOrderRow,
  purchase: PurchaseRow,
  credits: readonly CreditRow[],
  now: number,
): TagPurchase {
  const { amountMinor, currency, paidAt, refundedMinor } = order
  const unused = credits.filter(({ purchaseId, status }) => purchaseId === purchase.id && status === 'AVAILABLE').length
  const until = paidAt === null || unused === 0 ? null : refundableUntil(paidAt)
  return {
    id: order.purchaseId,
    userEmail: order.userEmail,
    packageType: order.packageType,
    numberOfTags: order.numberOfTags,
    totalAmount: toMajorUnits({ amountMinor, currency }),
    currency,
    selectedSkills: order.selectedSkills,
    status: statusOf(order, purchase, now),
    createdAt: toText(order.createdAt),
    paidAt: paidAt === null ? null : toText(paidAt),
    refundedAmount: toMajorUnits({ amountMinor: refundedMinor, currency }),
    refundableUntil: until === null || until <= now ? null : toText(until),
    unusedTags: unused,
  }
}

function statusOf(order: TagOrderRow, { status, expiresAt }: PurchaseRow, now: number): TagPurchase['status'] {
  if (order.disputedAt !== null) return 'disputed'
  if (order.paidAt !== null) return order.refundedMinor >= order.amountMinor ? 'refunded' : 'paid'
  return status === 'OPEN' && expiresAt > now ? 'open' : 'expired'
}

const toText = (time: number): string => new Date(time).toISOString()

/**
 * Grants the offer's free credit. The claim stores a digest of the email address and no member, so deleting and
 * recreating an account gives no second credit.
 * @throws ApiError `not-found`, `offer-ended`, `email-not-verified`, `offer-already-used`, `client/invalid-token`
 */
export async function claimOffer(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestFor<'claimFreeTag'>,
): Promise<void> {
  const { store, secrets, clock } = services
  if (!freeOffer(request.app, clock.now()).isOn) throw new ApiError('offer-ended')
  await store.transaction(async (tx) => {
    const { current } = await lockCaller(tx, services, request)
    if (!current.verified) throw new ApiError('email-not-verified')
    const { id: memberId, appId, mode, email } = current
    const now = clock.now()
    const emailDigest = secrets.digest(`free-tag ${accountKey(appId, mode, mailboxOf(email))}`)
    const isFirst = await insertOfferClaim(tx, { appId, mode, emailDigest, claimedAt: now })
    if (!isFirst) throw new ApiError('offer-already-used')
    const shared = { appId, mode, memberId, purchaseId: null, tagId: null, createdAt: now, changedAt: now }
    await insertCredit(tx, { id: secrets.id('crd'), status: 'AVAILABLE', ...shared })
  })
}

/** Whether a TrustTag is free now, and until when. */
export function freeOffer({ trustTag }: Pick<AppDefinition, 'trustTag'>, now: number): FreeOffer {
  const offer = trustTag?.freeOffer
  const end = offer?.endsAt === undefined ? null : Date.parse(offer.endsAt)
  const isOn = offer !== undefined && (end === null || now < end)
  return { isOn, endsAt: isOn && end !== null ? new Date(end).toISOString() : null }
}
