import { PORTAL_LIFETIME_MINUTES } from '../../../../contract/limits'
import { ApiError } from '../../../lib/errors'
import { TEST_CUSTOMER_PREFIX } from '../checkout'
import type { Billing, Payments, PurchaseState } from '../provider'
import type { PublicUrls } from '../../../ports/services'
import type { TestPaymentsRepository, TestSaleRow } from '../../../ports/test-payments-store'
import { canChange, changePrice, endSale, giveBack, isDisputed, paidAmount, regularAmount } from './sale-rules'
import type { Clock } from '../../../lib/clock'
import type { Secrets } from '../../../lib/ids'
import type { Store } from '../../../ports/store'
import type { Outcome } from './sale-rules'

const MINUTE_MS = 60_000

export interface TestPaymentsOptions extends TestProviderParts {
  urls: Pick<PublicUrls, 'api'>
}

/** The test provider: charges nothing, stores what a real one would, and simulates time only on request. */
export function createTestPayments(options: TestPaymentsOptions): Payments {
  const { store, clock, secrets, urls } = options
  const { testPayments } = store
  return {
    provider: 'test',
    createCustomer: ({ id }) => testPayments.ensureCustomer(id, secrets.id(TEST_CUSTOMER_PREFIX)),

    async createCheckout(order) {
      const { sessionId } = await testPayments.ensureCheckout({
        ...order,
        sessionId: secrets.sessionToken(),
        status: 'OPEN',
      })
      return { sessionId, url: `${urls.api}/test/checkout?session=${sessionId}` }
    },

    async readPurchase({ sessionId }): Promise<PurchaseState> {
      const checkout = await testPayments.findCheckout(sessionId)
      if (!checkout || checkout.status === 'EXPIRED') return { status: 'EXPIRED' }
      const sale = checkout.status === 'PAID' ? await testPayments.findSaleByPurchase(checkout.purchaseId) : null
      if (sale) return toState(sale, await givenBack(testPayments, sale))
      return { status: checkout.expiresAt > clock.now() ? 'OPEN' : 'EXPIRED' }
    },

    async expireCheckout(sessionId) {
      await testPayments.closeCheckout(sessionId, 'EXPIRED')
    },

    async changePrice(externalId, price) {
      const changed = await writeSale(options, externalId, (sale, now) =>
        canChange(sale, price) ? changePrice(sale, price, now) : null,
      )
      const isThere = changed || (await testPayments.findSale(externalId))?.price.id === price.id
      if (!isThere) throw new ApiError('price-no-longer-available')
    },

    async cancel(externalId) {
      await writeSale(options, externalId, endSale)
    },

    async refund(externalId) {
      await store.transaction(async (repositories) => {
        const sale = await repositories.testPayments.findSale(externalId)
        if (!sale) return
        const ended = { ...endSale(sale, clock.now()).sale, status: 'CANCELED', paymentStatus: 'REFUNDED' } as const
        await repositories.testPayments.replaceSale(ended)
        await repositories.testPayments.refundCharges(externalId)
      })
    },

    refundPart: (externalId, amountMinor, key) => refundPart(options, externalId, amountMinor, key),

    async createPortal({ customerId, appName, returnUrl, prices }) {
      const token = secrets.sessionToken()
      const expiresAt = clock.now() + PORTAL_LIFETIME_MINUTES * MINUTE_MS
      const tokenDigest = secrets.digest(token)
      await testPayments.insertPortal({ tokenDigest, customerId, appName, returnUrl, prices, expiresAt })
      return { url: `${urls.api}/test/portal?session=${token}` }
    },
  }
}

function toState(sale: TestSaleRow, refundedMinor: number): PurchaseState {
  const billing = toBilling(sale)
  if (sale.price.interval) return { status: 'PAID', externalId: sale.id, billing }
  return { status: 'PAID', externalId: sale.id, billing, reversal: { refundedMinor, isDisputed: isDisputed(sale) } }
}

function toBilling(sale: TestSaleRow): Billing {
  const { status, price, paymentStatus, lastBilledAt, nextBillingAt, cancelAt } = sale
  return {
    status,
    priceId: price.id,
    paymentStatus,
    // Without a next payment: the paid amount.
    amountMinor: price.interval ? regularAmount(sale) : paidAmount(sale),
    currency: price.currency,
    lastBilledAt,
    nextBillingAt,
    cancelAt,
  }
}

export interface TestProviderParts {
  store: Pick<Store, 'transaction' | 'testPayments'>
  clock: Clock
  secrets: Pick<Secrets, 'id' | 'sessionToken' | 'digest'>
}

/** `givenBackMinor`: refunded part of a one-time payment. */
type Decide = (sale: TestSaleRow, now: number, givenBackMinor: number) => Outcome | null

/**
 * Changes the current sale and records the charge, in one transaction.
 * @param decide returns the change, null for none
 * @returns false when the sale is unknown, unchanged, or changed in parallel
 */
export function writeSale({ store, clock, secrets }: TestProviderParts, id: string, decide: Decide): Promise<boolean> {
  return store.transaction(async ({ testPayments }) => {
    const sale = await testPayments.findSale(id)
    const now = clock.now()
    const outcome = sale && decide(sale, now, await givenBack(testPayments, sale))
    if (!outcome || !(await testPayments.replaceSale(outcome.sale))) return false
    await writeCharge(testPayments, secrets, outcome, now)
    return true
  })
}

export async function writeCharge(
  repository: TestPaymentsRepository,
  secrets: Pick<Secrets, 'id'>,
  { sale, charge }: Outcome,
  now: number,
): Promise<void> {
  if (charge === null) return
  await repository.insertCharge({
    id: secrets.id('tch'),
    saleId: sale.id,
    customerId: sale.customerId,
    ...charge,
    currency: sale.price.currency,
    createdAt: now,
  })
}

/** Refunded part of a one-time payment, in minor units; 0 for a subscription. */
async function givenBack(
  testPayments: Pick<TestPaymentsRepository, 'listCharges'>,
  sale: TestSaleRow,
): Promise<number> {
  if (sale.price.interval) return 0
  if (sale.paymentStatus === 'REFUNDED') return paidAmount(sale)
  const charges = await testPayments.listCharges(sale.customerId)
  return charges
    .filter(({ saleId, amountMinor }) => saleId === sale.id && amountMinor < 0)
    .reduce((sum, { amountMinor }) => sum - amountMinor, 0)
}

/**
 * Refunds a part of a one-time payment, at most what is left of it. The id of its charge has the key, so a repeated call finds
 * it.
 * @returns the refunded amount, in minor units
 */
function refundPart(
  { store, clock }: TestProviderParts,
  externalId: string,
  amountMinor: number,
  key: string,
): Promise<number> {
  return store.transaction(async ({ testPayments }) => {
    const sale = await testPayments.findSale(externalId)
    if (!sale || sale.price.interval) return 0
    const { customerId, price } = sale
    const id = `tch_${key}`
    const known = (await testPayments.listCharges(customerId)).find((charge) => charge.id === id)
    if (known) return -known.amountMinor
    const before = await givenBack(testPayments, sale)
    const given = sale.status === 'ACTIVE' ? Math.min(amountMinor, paidAmount(sale) - before) : 0
    if (given === 0) return 0
    const { sale: changed, charge } = giveBack(sale, given, before)
    if (charge === null || !(await testPayments.replaceSale(changed))) return 0
    const row = { id, saleId: sale.id, customerId, ...charge, currency: price.currency, createdAt: clock.now() }
    await testPayments.insertCharge(row)
    return given
  })
}
