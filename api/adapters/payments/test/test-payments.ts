import { PORTAL_LIFETIME_MINUTES } from '../../../../contract/limits'
import { ApiError } from '../../../lib/errors'
import { TEST_CUSTOMER_PREFIX } from '../../../domain/payments/ensure-customer'
import type { Billing, Payments, PurchaseState } from '../../../ports/payments'
import type { PublicUrls } from '../../../ports/services'
import type { TestSaleRow } from '../../../ports/test-payments-store'
import { paidAmount, regularAmount } from './amounts'
import { givenBack } from './given-back'
import { refundPart } from './refund-part'
import { canChange, changePrice, endSale, isDisputed } from './sale-rules'
import { writeSale } from './write-sale'
import type { TestProviderParts } from './write-sale'

const MINUTE_MS = 60_000

export interface TestPaymentsOptions extends TestProviderParts {
  urls: Pick<PublicUrls, 'api'>
}

/** The test provider: takes no money, remembers everything a real one would, and no time passes in it by itself. */
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
    // Where there is no next payment, what was paid.
    amountMinor: price.interval ? regularAmount(sale) : paidAmount(sale),
    currency: price.currency,
    lastBilledAt,
    nextBillingAt,
    cancelAt,
  }
}
