import type { TestAmounts } from '../../../ports/test-pages'
import type { TestSaleRow } from '../../../ports/test-payments-store'

type Order = Pick<TestSaleRow, 'price' | 'coupon'>

const discountOf = ({ price, coupon }: Order): number =>
  coupon === null ? 0 : Math.round((price.amountMinor * coupon.percentOff) / 100)

/** Of the period that is paid for. */
export const paidAmount = (order: Order): number => order.price.amountMinor - discountOf(order)

/** Of the next payment; a coupon for one payment that was not used yet counts for it. */
export const nextAmount = ({ price, coupon }: Order): number =>
  paidAmount({ price, coupon: coupon?.isUsed ? null : coupon })

/** Of one regular payment: only a coupon that stays reduces it. */
export const regularAmount = ({ price, coupon }: Order): number =>
  nextAmount({ price, coupon: coupon?.duration === 'forever' ? coupon : null })

/** What a checkout shows. */
export function amountsOf(order: Order): TestAmounts {
  const { price } = order
  const discountMinor = discountOf(order)
  const hasTrial = price.interval !== undefined && price.trialDays > 0
  return {
    subtotalMinor: price.amountMinor,
    discountMinor,
    totalMinor: hasTrial ? 0 : price.amountMinor - discountMinor,
    laterMinor: price.interval === undefined ? null : regularAmount(order),
  }
}
