import type { OrderedPrice } from './payments'
import type { TestChargeRow, TestCheckoutRow, TestPortalRow, TestSaleRow } from './test-payments-store'

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
