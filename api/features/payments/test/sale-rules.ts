import type { OrderedPrice } from '../provider'
import type { TestAmounts, TestPlay } from './test-pages'
import type { TestChargeRow, TestCheckoutRow, TestSaleRow } from '../../../ports/test-payments-store'

const DAY_MS = 24 * 60 * 60 * 1000

/** A sale as it is after something happened, and what was charged for it. */
export interface Outcome {
  sale: TestSaleRow
  charge: Pick<TestChargeRow, 'reason' | 'amountMinor' | 'status'> | null
}

/** What a paid checkout begins. */
export function openSale({ purchaseId, customerId, price, coupon }: TestCheckoutRow, id: string, now: number): Outcome {
  const sale: TestSaleRow = {
    id,
    purchaseId,
    customerId,
    price,
    coupon,
    status: 'ACTIVE',
    paymentStatus: 'PAID',
    periodStart: now,
    lastBilledAt: null,
    nextBillingAt: null,
    cancelAt: null,
    createdAt: now,
    version: 1,
  }
  if (price.interval === undefined || price.trialDays === 0) return bill(sale, now, now, 'purchase')
  const nextBillingAt = now + price.trialDays * DAY_MS
  return { sale: { ...sale, status: 'TRIALING', paymentStatus: 'PENDING', nextBillingAt }, charge: null }
}

const titleOf = ({ planName, name }: OrderedPrice): string => `${planName}, ${name}`

/** Takes the next payment; the period that it pays for begins at `start`. */
function bill(sale: TestSaleRow, now: number, start: number, reason: string): Outcome {
  const { interval } = sale.price
  return {
    sale: {
      ...sale,
      coupon: afterPayment(sale.coupon),
      status: 'ACTIVE',
      paymentStatus: 'PAID',
      periodStart: start,
      lastBilledAt: now,
      nextBillingAt: interval === undefined ? null : endOfPeriod(start, interval),
    },
    charge: { reason: `${titleOf(sale.price)}: ${reason}`, amountMinor: nextAmount(sale), status: 'PAID' },
  }
}

function afterPayment(coupon: TestSaleRow['coupon']): TestSaleRow['coupon'] {
  if (coupon?.duration !== 'once') return coupon
  return coupon.isUsed ? null : { ...coupon, isUsed: true }
}

/** Ends a subscription now; what was paid once stays as it is. */
export function endSale(sale: TestSaleRow, now: number): Outcome {
  if (!isRunning(sale)) return { sale, charge: null }
  return { sale: { ...sale, status: 'CANCELED', cancelAt: now, nextBillingAt: null }, charge: null }
}

const dueAt = (sale: TestSaleRow, now: number): number => sale.nextBillingAt ?? now

/** Ends what is cancelled at the end of its period, and bills everything else. */
const goOn = (sale: TestSaleRow, now: number, reason: string): Outcome =>
  sale.cancelAt === null ? bill(sale, now, dueAt(sale, now), reason) : endSale(sale, now)

const isRunning = ({ price, status }: TestSaleRow): boolean => price.interval !== undefined && status !== 'CANCELED'
const isHeldOnce = ({ price, status }: TestSaleRow): boolean => price.interval === undefined && status === 'ACTIVE'
const isGood = ({ status }: TestSaleRow): boolean => status === 'ACTIVE' || status === 'TRIALING'

interface Play {
  can(sale: TestSaleRow): boolean
  /** @param givenBackMinor of a payment that was made once */
  do(sale: TestSaleRow, now: number, givenBackMinor?: number): Outcome
}

/** What can be done to a running subscription, or to what was paid once. */
export const plays: Readonly<Record<TestPlay, Play>> = {
  pay: {
    can: ({ status }) => status === 'REQUIRES_PAYMENT',
    do: (sale, now) => bill(sale, now, dueAt(sale, now), 'payment after a failed one'),
  },
  keep: {
    can: (sale) => isGood(sale) && sale.cancelAt !== null,
    do: (sale) => ({ sale: { ...sale, cancelAt: null }, charge: null }),
  },
  cancel: {
    can: (sale) => isGood(sale) && sale.cancelAt === null,
    do: (sale) => ({ sale: { ...sale, cancelAt: sale.nextBillingAt }, charge: null }),
  },
  'cancel-now': { can: () => true, do: endSale },
  renew: {
    can: ({ status }) => status === 'ACTIVE',
    do: (sale, now) => goOn(sale, now, 'renewal'),
  },
  'end-trial': {
    can: ({ status }) => status === 'TRIALING',
    do: (sale, now) => goOn(sale, now, 'first payment after the trial'),
  },
  fail: {
    can: (sale) => isGood(sale) && sale.cancelAt === null,
    do: (sale) => ({
      sale: { ...sale, status: 'REQUIRES_PAYMENT', paymentStatus: 'FAILED' },
      charge: { reason: `${titleOf(sale.price)}: renewal`, amountMinor: nextAmount(sale), status: 'FAILED' },
    }),
  },
  refund: {
    can: isHeldOnce,
    do: (sale, _now, givenBackMinor = 0) => giveBack(sale, paidAmount(sale) - givenBackMinor, givenBackMinor),
  },
  dispute: {
    can: isHeldOnce,
    do: (sale) => ({ sale: { ...sale, status: 'CANCELED' }, charge: null }),
  },
}

const ofPaymentsOnce: ReadonlySet<TestPlay> = new Set(['refund', 'dispute'])

export const canPlay = (sale: TestSaleRow, play: TestPlay): boolean =>
  (ofPaymentsOnce.has(play) || isRunning(sale)) && plays[play].can(sale)

/** Gives back a part of a payment that was made once; when nothing is left of it, nothing is held of it either. */
export function giveBack(sale: TestSaleRow, amountMinor: number, givenBackMinor: number): Outcome {
  const isWhole = givenBackMinor + amountMinor >= paidAmount(sale)
  return {
    sale: isWhole ? { ...sale, status: 'CANCELED', paymentStatus: 'REFUNDED' } : sale,
    charge: { reason: `${titleOf(sale.price)}: refund`, amountMinor: -amountMinor, status: 'PAID' },
  }
}

/** A payment that was taken back by the bank: nobody has given it back, and nothing is held of it. */
export const isDisputed = ({ price, status, paymentStatus }: TestSaleRow): boolean =>
  price.interval === undefined && status === 'CANCELED' && paymentStatus !== 'REFUNDED'

/** Whether a subscription can go on at another price. */
export const canChange = (sale: TestSaleRow, price: OrderedPrice): boolean =>
  isRunning(sale) &&
  price.interval !== undefined &&
  price.id !== sale.price.id &&
  price.currency === sale.price.currency

/**
 * Another price from now on. What is left of the period is settled at once: within the same interval by the difference,
 * with another interval a new period begins. A trial goes on, and a payment that failed stays due, at the new price.
 */
export function changePrice(sale: TestSaleRow, price: OrderedPrice, now: number): Outcome {
  if (sale.status !== 'ACTIVE' || price.interval === undefined) return { sale: { ...sale, price }, charge: null }
  const changed = { ...sale, price, coupon: sale.coupon?.isUsed ? null : sale.coupon }
  const left = share(sale, now)
  const unused = Math.round(paidAmount(sale) * left)
  const settled = (next: TestSaleRow, amountMinor: number): Outcome => ({
    sale: { ...next, lastBilledAt: now, paymentStatus: 'PAID' },
    charge: { reason: `${titleOf(price)}: change from ${titleOf(sale.price)}`, amountMinor, status: 'PAID' },
  })
  if (sameInterval(sale.price, price)) return settled(changed, Math.round(regularAmount(changed) * left) - unused)
  const end = endOfPeriod(now, price.interval)
  const cancelAt = sale.cancelAt === null ? null : end
  return settled({ ...changed, periodStart: now, nextBillingAt: end, cancelAt }, regularAmount(changed) - unused)
}

const sameInterval = (a: OrderedPrice, b: OrderedPrice): boolean =>
  a.interval?.type === b.interval?.type && a.interval?.count === b.interval?.count

/** The part of the period that is left, from 0 to 1. */
function share({ periodStart, nextBillingAt }: TestSaleRow, now: number): number {
  if (nextBillingAt === null || nextBillingAt <= periodStart) return 0
  return Math.min(1, Math.max(0, (nextBillingAt - now) / (nextBillingAt - periodStart)))
}

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

const MONTHS = { MONTHLY: 1, YEARLY: 12 } as const

/** The end of a period that begins at a time: the same day so many calendar months later, or the last one there is. */
export function endOfPeriod(start: number, interval: NonNullable<OrderedPrice['interval']>): number {
  const from = new Date(start)
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(from.getUTCMonth() + MONTHS[interval.type] * interval.count)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return end.getTime()
}
