import type { OrderedPrice } from '../provider'
import type { TestChargeRow, TestCheckoutRow, TestPortalRow, TestSaleRow } from '../../../ports/test-payments-store'
import { amountsOf, canChange, canPlay, changePrice, openSale, plays } from './sale-rules'
import { writeCharge, writeSale } from './test-payments'
import type { TestProviderParts } from './test-payments'

/** Simulated events in the order of the portal's buttons: by the customer, by time, or by others. */
export const testPlays = [
  'pay',
  'keep',
  'cancel',
  'cancel-now',
  'renew',
  'end-trial',
  'fail',
  'refund',
  'dispute',
] as const
export type TestPlay = (typeof testPlays)[number]

export interface TestAmounts {
  subtotalMinor: number
  discountMinor: number
  /** Due now; 0 while a trial runs first. */
  totalMinor: number
  /** Of every later payment; null when there is none. */
  laterMinor: number | null
}

/** Data and actions of the test provider's hosted pages. */
export interface TestPages {
  /** Null for an unknown checkout. One past its time is `EXPIRED`. */
  findCheckout(sessionId: string): Promise<TestCheckoutRow | null>
  amountsOf(order: Pick<TestCheckoutRow, 'price' | 'coupon'>): TestAmounts
  /** Pays a checkout, once. @returns its status afterwards */
  pay(sessionId: string): Promise<TestCheckoutRow['status'] | null>
  /** Null for an unknown or expired URL. */
  findPortal(token: string): Promise<TestPortal | null>
  /**
   * Simulates an event.
   * @param seen version of the sale on the customer's page
   * @returns false when it is not possible any more
   */
  play(saleId: string, seen: number, play: TestPlay): Promise<boolean>
  /** Changes the price. @returns as `play` */
  change(saleId: string, seen: number, priceId: string, portal: TestPortal): Promise<boolean>
  /** Possible events of a sale. */
  playsOf(sale: TestSaleRow): TestPlay[]
  /** Offered prices that a sale can switch to, without plans of other running sales. */
  changesOf(sale: TestSaleRow, portal: Pick<TestPortal, 'prices' | 'sales'>): OrderedPrice[]
}

export interface TestPortal extends Omit<TestPortalRow, 'tokenDigest'> {
  sales: TestSaleRow[]
  charges: TestChargeRow[]
}

export function createTestPages(parts: TestProviderParts): TestPages {
  const { store, clock, secrets } = parts
  const { testPayments } = store
  return {
    async findCheckout(sessionId) {
      const checkout = await testPayments.findCheckout(sessionId)
      return checkout && { ...checkout, status: statusAt(checkout, clock.now()) }
    },

    amountsOf,
    pay: (sessionId) => pay(parts, sessionId),

    async findPortal(token) {
      const portal = await testPayments.findPortal(secrets.digest(token), clock.now())
      if (!portal) return null
      const { tokenDigest: _, ...shown } = portal
      return {
        ...shown,
        sales: await testPayments.listSales(portal.customerId),
        charges: await testPayments.listCharges(portal.customerId),
      }
    },

    play: (saleId, seen, play) =>
      writeSale(parts, saleId, (sale, now, givenBackMinor) =>
        sale.version === seen && canPlay(sale, play) ? plays[play].do(sale, now, givenBackMinor) : null,
      ),

    async change(saleId, seen, priceId, portal) {
      const shown = portal.sales.find(({ id }) => id === saleId)
      const price = shown && changesOf(shown, portal).find(({ id }) => id === priceId)
      if (!price) return false
      return writeSale(parts, saleId, (sale, now) =>
        sale.version === seen && canChange(sale, price) ? changePrice(sale, price, now) : null,
      )
    },

    playsOf: (sale) => testPlays.filter((play) => canPlay(sale, play)),
    changesOf,
  }
}

const changesOf: TestPages['changesOf'] = (sale, { prices, sales }) => {
  const others = sales.filter((other) => other.id !== sale.id && other.status !== 'CANCELED')
  const taken = new Set(others.map(({ price }) => price.planId))
  return prices.filter((price) => canChange(sale, price) && !taken.has(price.planId))
}

const statusAt = ({ status, expiresAt }: TestCheckoutRow, now: number): TestCheckoutRow['status'] =>
  status === 'OPEN' && expiresAt <= now ? 'EXPIRED' : status

/** One transaction closes the checkout and charges, so a parallel payment charges nothing. */
function pay(
  { store, clock, secrets }: TestProviderParts,
  sessionId: string,
): Promise<TestCheckoutRow['status'] | null> {
  return store.transaction(async ({ testPayments }) => {
    const checkout = await testPayments.findCheckout(sessionId)
    const now = clock.now()
    if (!checkout) return null
    const status = statusAt(checkout, now)
    if (status !== 'OPEN') return status
    if (!(await testPayments.closeCheckout(sessionId, 'PAID'))) {
      return (await testPayments.findCheckout(sessionId))?.status ?? null
    }
    const outcome = openSale(checkout, secrets.id(checkout.price.interval ? 'tsub' : 'tpay'), now)
    await testPayments.insertSale(outcome.sale)
    await writeCharge(testPayments, secrets, outcome, now)
    return 'PAID'
  })
}
