import { PORTAL_LIFETIME_MINUTES } from '../../../../contract/limits'
import type { Database, Db } from '../../../database/db'
import type { PublicUrls } from '../../../http/services'
import type { Clock } from '../../../lib/clock'
import { ApiError } from '../../../lib/errors'
import type { Secrets } from '../../../lib/ids'
import { TEST_CUSTOMER_PREFIX } from '../provider'
import type { Billing, LedgerEntry, OrderedPrice, Payments, PurchaseState } from '../provider'
import {
  closeTestCheckout,
  ensureTestCheckout,
  ensureTestCustomer,
  findTestCheckout,
  findTestPortal,
  findTestSubscription,
  findTestSubscriptionByPurchase,
  insertTestCharge,
  insertTestPortal,
  insertTestSubscription,
  listTestCharges,
  listTestSubscriptions,
  refundTestCharges,
  replaceTestSubscription,
  type TestChargeRow,
  type TestCheckoutRow,
  type TestPortalRow,
  type TestSubscriptionRow,
} from './repository'
import {
  amountsOf,
  canChange,
  canSimulate,
  changePrice,
  endSubscription,
  isDisputed,
  openSubscription,
  type Outcome,
  paidAmount,
  refundCharge,
  regularAmount,
  simulations,
  type TestAmounts,
  type TestSimulation,
  testSimulations,
} from './subscription-rules'

const MINUTE_MS = 60_000

export interface TestPaymentsOptions extends TestProviderParts {
  urls: Pick<PublicUrls, 'api'>
}

/** Charges nothing, stores what a real provider would, and simulates time only on request. */
export function createTestPayments(options: TestPaymentsOptions): Payments {
  const { store, clock, secrets, urls } = options
  return {
    provider: 'test',
    createCustomer: ({ id }) => ensureTestCustomer(store, id, secrets.id(TEST_CUSTOMER_PREFIX)),

    // Taxes and the like are calculated by Stripe only.
    async createCheckout({ options: _options, ...order }) {
      const { sessionId } = await ensureTestCheckout(store, {
        ...order,
        sessionId: secrets.sessionToken(),
        status: 'OPEN',
      })
      return { sessionId, url: `${urls.api}/test/checkout?session=${sessionId}` }
    },

    async readPurchase({ sessionId }): Promise<PurchaseState> {
      const checkout = await findTestCheckout(store, sessionId)
      if (!checkout || checkout.status === 'EXPIRED') return { status: 'EXPIRED' }
      const subscription =
        checkout.status === 'PAID' ? await findTestSubscriptionByPurchase(store, checkout.purchaseId) : null
      if (subscription) return toState(subscription, await givenBack(store, subscription))
      return { status: checkout.expiresAt > clock.now() ? 'OPEN' : 'EXPIRED' }
    },

    async expireCheckout(sessionId) {
      await closeTestCheckout(store, sessionId, 'EXPIRED')
    },

    async changePrice(externalId, price) {
      const changed = await changeSubscription(options, externalId, (subscription, now) =>
        canChange(subscription, price) ? changePrice(subscription, price, now) : null,
      )
      const isThere = changed || (await findTestSubscription(store, externalId))?.price.id === price.id
      if (!isThere) throw new ApiError('price-no-longer-available')
    },

    async cancel(externalId) {
      await changeSubscription(options, externalId, endSubscription)
    },

    refund: (externalId) => refundSubscription(options, externalId),
    refundPart: (externalId, amountMinor, key) => refundPart(options, externalId, amountMinor, key),

    listPayments: ({ purchaseId }) => listPayments(store, purchaseId),

    async createPortal({ customerId, appName, returnUrl, prices }) {
      const token = secrets.sessionToken()
      const expiresAt = clock.now() + PORTAL_LIFETIME_MINUTES * MINUTE_MS
      const tokenDigest = secrets.digest(token)
      await insertTestPortal(store, { tokenDigest, customerId, appName, returnUrl, prices, expiresAt })
      return { url: `${urls.api}/test/portal?session=${token}` }
    },
  }
}

async function refundSubscription({ store, clock }: TestPaymentsOptions, externalId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const subscription = await findTestSubscription(tx, externalId)
    if (!subscription) return
    const ended = {
      ...endSubscription(subscription, clock.now()).subscription,
      status: 'CANCELED',
      paymentStatus: 'REFUNDED',
    } as const
    await replaceTestSubscription(tx, ended)
    await refundTestCharges(tx, externalId)
  })
}

async function listPayments(db: Db, purchaseId: string): Promise<LedgerEntry[]> {
  const subscription = await findTestSubscriptionByPurchase(db, purchaseId)
  if (!subscription) return []
  const charges = await listTestCharges(db, subscription.customerId)
  return toLedger(
    subscription,
    charges.filter(({ saleId }) => saleId === subscription.id),
  )
}

/** No fees and no taxes. A whole refund is a mark on the charge, without a time. */
function toLedger(subscription: TestSubscriptionRow, charges: readonly TestChargeRow[]): LedgerEntry[] {
  const { id, price } = subscription
  const common = { taxMinor: 0, feeMinor: 0, currency: price.currency }
  const entries = charges.flatMap(({ id: externalId, amountMinor, currency, status, createdAt: at }): LedgerEntry[] => {
    if (amountMinor === 0) return []
    const entry = { ...common, externalId, currency, amountMinor: Math.abs(amountMinor), at }
    if (status === 'FAILED') return [{ ...entry, kind: 'failed' }]
    if (amountMinor < 0) return [{ ...entry, kind: 'refund' }]
    const refund = { ...entry, externalId: `${externalId}:refund`, kind: 'refund', at: null } as const
    return [{ ...entry, kind: 'charge' }, ...(status === 'REFUNDED' ? [refund] : [])]
  })
  if (!isDisputed(subscription)) return entries
  return [
    ...entries,
    { ...common, externalId: `${id}:dispute`, kind: 'dispute', amountMinor: paidAmount(subscription), at: null },
  ]
}

function toState(subscription: TestSubscriptionRow, refundedMinor: number): PurchaseState {
  const billing = toBilling(subscription)
  if (subscription.price.interval) return { status: 'PAID', externalId: subscription.id, billing }
  return {
    status: 'PAID',
    externalId: subscription.id,
    billing,
    reversal: { refundedMinor, isDisputed: isDisputed(subscription) },
  }
}

function toBilling(subscription: TestSubscriptionRow): Billing {
  const { status, price, paymentStatus, lastBilledAt, nextBillingAt, cancelAt } = subscription
  return {
    status,
    priceId: price.id,
    paymentStatus,
    // Without a next payment: the paid amount.
    amountMinor: price.interval ? regularAmount(subscription) : paidAmount(subscription),
    currency: price.currency,
    lastBilledAt,
    nextBillingAt,
    cancelAt,
  }
}

export interface TestProviderParts {
  store: Database
  clock: Clock
  secrets: Pick<Secrets, 'id' | 'sessionToken' | 'digest'>
}

/** `givenBackMinor`: refunded part of a one-time payment. */
type Decide = (subscription: TestSubscriptionRow, now: number, givenBackMinor: number) => Outcome | null

/**
 * Changes the current subscription and records the charge, in one transaction.
 * @param decide returns the change; null: none
 * @returns false if the subscription is unknown, unchanged, or changed in parallel
 */
function changeSubscription(
  { store, clock, secrets }: TestProviderParts,
  id: string,
  decide: Decide,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const subscription = await findTestSubscription(tx, id)
    const now = clock.now()
    const outcome = subscription && decide(subscription, now, await givenBack(tx, subscription))
    if (!outcome || !(await replaceTestSubscription(tx, outcome.subscription))) return false
    await writeCharge(tx, secrets, outcome, now)
    return true
  })
}

async function writeCharge(
  db: Db,
  secrets: Pick<Secrets, 'id'>,
  { subscription, charge }: Outcome,
  now: number,
): Promise<void> {
  if (charge === null) return
  await insertTestCharge(db, {
    id: secrets.id('tch'),
    saleId: subscription.id,
    customerId: subscription.customerId,
    ...charge,
    currency: subscription.price.currency,
    createdAt: now,
  })
}

/** Refunded part of a one-time payment, in minor units; 0 for a subscription. */
async function givenBack(db: Db, subscription: TestSubscriptionRow): Promise<number> {
  if (subscription.price.interval) return 0
  if (subscription.paymentStatus === 'REFUNDED') return paidAmount(subscription)
  const charges = await listTestCharges(db, subscription.customerId)
  return charges
    .filter(({ saleId, amountMinor }) => saleId === subscription.id && amountMinor < 0)
    .reduce((sum, { amountMinor }) => sum - amountMinor, 0)
}

/**
 * Refunds part of a one-time payment, at most what is left of it. The charge's id contains the key, so a repeated call
 * finds it.
 * @returns the refunded amount, in minor units
 */
function refundPart(
  { store, clock }: TestProviderParts,
  externalId: string,
  amountMinor: number,
  key: string,
): Promise<number> {
  return store.transaction(async (tx) => {
    const subscription = await findTestSubscription(tx, externalId)
    if (!subscription || subscription.price.interval) return 0
    const { customerId, price } = subscription
    const id = `tch_${key}`
    const known = (await listTestCharges(tx, customerId)).find((charge) => charge.id === id)
    if (known) return -known.amountMinor
    const before = await givenBack(tx, subscription)
    const given = subscription.status === 'ACTIVE' ? Math.min(amountMinor, paidAmount(subscription) - before) : 0
    if (given === 0) return 0
    const { subscription: changed, charge } = refundCharge(subscription, given, before)
    if (charge === null || !(await replaceTestSubscription(tx, changed))) return 0
    const row = { id, saleId: subscription.id, customerId, ...charge, currency: price.currency, createdAt: clock.now() }
    await insertTestCharge(tx, row)
    return given
  })
}

export interface TestPages {
  /** Null for an unknown checkout. An outdated one is `EXPIRED`. */
  findCheckout(sessionId: string): Promise<TestCheckoutRow | null>
  amountsOf(order: Pick<TestCheckoutRow, 'price' | 'coupon'>): TestAmounts
  /** Pays a checkout, once. @returns its status afterwards */
  pay(sessionId: string): Promise<TestCheckoutRow['status'] | null>
  /** Null for an unknown or expired URL. */
  findPortal(token: string): Promise<TestPortal | null>
  /** @param seen version on the customer's page. @returns false if the event is no longer possible */
  simulate(subscriptionId: string, seen: number, event: TestSimulation): Promise<boolean>
  /** Changes the price. @returns as `simulate` */
  change(subscriptionId: string, seen: number, priceId: string, portal: TestPortal): Promise<boolean>
  simulationsOf(subscription: TestSubscriptionRow): TestSimulation[]
  /** Offered prices that a subscription can switch to, without plans of other running subscriptions. */
  changesOf(subscription: TestSubscriptionRow, portal: Pick<TestPortal, 'prices' | 'subscriptions'>): OrderedPrice[]
}

export interface TestPortal extends Omit<TestPortalRow, 'tokenDigest'> {
  subscriptions: TestSubscriptionRow[]
  charges: TestChargeRow[]
}

export function createTestPages(parts: TestProviderParts): TestPages {
  const { store, clock, secrets } = parts
  return {
    async findCheckout(sessionId) {
      const checkout = await findTestCheckout(store, sessionId)
      return checkout && { ...checkout, status: statusAt(checkout, clock.now()) }
    },

    amountsOf,
    pay: (sessionId) => pay(parts, sessionId),

    async findPortal(token) {
      const portal = await findTestPortal(store, secrets.digest(token), clock.now())
      if (!portal) return null
      const { tokenDigest: _, ...shown } = portal
      return {
        ...shown,
        subscriptions: await listTestSubscriptions(store, portal.customerId),
        charges: await listTestCharges(store, portal.customerId),
      }
    },

    simulate: (subscriptionId, seen, event) =>
      changeSubscription(parts, subscriptionId, (subscription, now, givenBackMinor) =>
        subscription.version === seen && canSimulate(subscription, event)
          ? simulations[event].do(subscription, now, givenBackMinor)
          : null,
      ),

    async change(subscriptionId, seen, priceId, portal) {
      const shown = portal.subscriptions.find(({ id }) => id === subscriptionId)
      const price = shown && changesOf(shown, portal).find(({ id }) => id === priceId)
      if (!price) return false
      return changeSubscription(parts, subscriptionId, (subscription, now) =>
        subscription.version === seen && canChange(subscription, price) ? changePrice(subscription, price, now) : null,
      )
    },

    simulationsOf: (subscription) => testSimulations.filter((event) => canSimulate(subscription, event)),
    changesOf,
  }
}

const changesOf: TestPages['changesOf'] = (subscription, { prices, subscriptions }) => {
  const others = subscriptions.filter((other) => other.id !== subscription.id && other.status !== 'CANCELED')
  const taken = new Set(others.map(({ price }) => price.planId))
  return prices.filter((price) => canChange(subscription, price) && !taken.has(price.planId))
}

const statusAt = ({ status, expiresAt }: TestCheckoutRow, now: number): TestCheckoutRow['status'] =>
  status === 'OPEN' && expiresAt <= now ? 'EXPIRED' : status

/** One transaction closes the checkout and charges, so a parallel payment charges nothing. */
function pay(
  { store, clock, secrets }: TestProviderParts,
  sessionId: string,
): Promise<TestCheckoutRow['status'] | null> {
  return store.transaction(async (tx) => {
    const checkout = await findTestCheckout(tx, sessionId)
    const now = clock.now()
    if (!checkout) return null
    const status = statusAt(checkout, now)
    if (status !== 'OPEN') return status
    if (!(await closeTestCheckout(tx, sessionId, 'PAID'))) {
      return (await findTestCheckout(tx, sessionId))?.status ?? null
    }
    const outcome = openSubscription(checkout, secrets.id(checkout.price.interval ? 'tsub' : 'tpay'), now)
    await insertTestSubscription(tx, outcome.subscription)
    await writeCharge(tx, secrets, outcome, now)
    return 'PAID'
  })
}
