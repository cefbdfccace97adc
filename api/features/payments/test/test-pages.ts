import type { OrderedPrice } from '../provider'
import type { TestChargeRow, TestCheckoutRow, TestPortalRow, TestSaleRow } from '../../../ports/test-payments-store'
import { amountsOf, canChange, canPlay, changePrice, openSale, plays } from './sale-rules'
import { writeCharge, writeSale } from './test-payments'
import type { TestProviderParts } from './test-payments'

/** What the portal can do to a purchase, in the order in which it offers it: what a customer does, and what time or others bring. */
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

/** What a payment, or a change of it, came to. */
export interface TestAmounts {
  subtotalMinor: number
  discountMinor: number
  /** Due now; 0 while a trial runs first. */
  totalMinor: number
  /** Of every later payment; null when there is none. */
  laterMinor: number | null
}

/** What the hosted pages of the test provider show and do. */
export interface TestPages {
  /** Null when there is no such checkout. One whose time is up reads as `EXPIRED`. */
  findCheckout(sessionId: string): Promise<TestCheckoutRow | null>
  amountsOf(order: Pick<TestCheckoutRow, 'price' | 'coupon'>): TestAmounts
  /** Pays a checkout, once however often it is called. @returns how the checkout stands then */
  pay(sessionId: string): Promise<TestCheckoutRow['status'] | null>
  /** Null when the portal's address is unknown or too old. */
  findPortal(token: string): Promise<TestPortal | null>
  /**
   * Does one thing to what was bought.
   * @param seen version of the sale that the customer was looking at
   * @returns false when it is not possible (any more)
   */
  play(saleId: string, seen: number, play: TestPlay): Promise<boolean>
  /** Changes the price. @returns as `play` */
  change(saleId: string, seen: number, priceId: string, portal: TestPortal): Promise<boolean>
  /** What can be done to a sale now. */
  playsOf(sale: TestSaleRow): TestPlay[]
  /** Offered prices that a sale can be changed to; none of a plan that another sale runs for. */
  changesOf(sale: TestSaleRow, portal: Pick<TestPortal, 'prices' | 'sales'>): OrderedPrice[]
}

export interface TestPortal extends Omit<TestPortalRow, 'tokenDigest'> {
  sales: TestSaleRow[]
  charges: TestChargeRow[]
}

/** What the hosted pages of the test provider do: a customer's part, and time's. */
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

/** In one transaction: the checkout is closed by whoever pays first, and only they charge. */
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
