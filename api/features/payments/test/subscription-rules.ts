import type { OrderedPrice } from '../provider'
import type { TestChargeRow, TestCheckoutRow, TestSubscriptionRow } from './repository'

/** Simulated events in the order of the portal's buttons: by the customer, by time, or by others. */
export const testSimulations = [
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
export type TestSimulation = (typeof testSimulations)[number]

export interface TestAmounts {
  subtotalMinor: number
  discountMinor: number
  /** Due now; 0 if a trial runs first. */
  totalMinor: number
  /** Each later payment; null without one. */
  laterMinor: number | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A subscription or one-time payment after an event, and the charge for it. */
export interface Outcome {
  subscription: TestSubscriptionRow
  charge: Pick<TestChargeRow, 'reason' | 'amountMinor' | 'status'> | null
}

export function openSubscription(
  { purchaseId, customerId, price, coupon }: TestCheckoutRow,
  id: string,
  now: number,
): Outcome {
  const subscription: TestSubscriptionRow = {
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
  if (price.interval === undefined || price.trialDays === 0) return bill(subscription, now, now, 'purchase')
  const nextBillingAt = now + price.trialDays * DAY_MS
  return {
    subscription: { ...subscription, status: 'TRIALING', paymentStatus: 'PENDING', nextBillingAt },
    charge: null,
  }
}

const titleOf = ({ planName, name }: OrderedPrice): string => `${planName}, ${name}`

/** Charges the next payment, for the period from `start`. */
function bill(subscription: TestSubscriptionRow, now: number, start: number, reason: string): Outcome {
  const { interval } = subscription.price
  return {
    subscription: {
      ...subscription,
      coupon: afterPayment(subscription.coupon),
      status: 'ACTIVE',
      paymentStatus: 'PAID',
      periodStart: start,
      lastBilledAt: now,
      nextBillingAt: interval === undefined ? null : endOfPeriod(start, interval),
    },
    charge: {
      reason: `${titleOf(subscription.price)}: ${reason}`,
      amountMinor: nextAmount(subscription),
      status: 'PAID',
    },
  }
}

function afterPayment(coupon: TestSubscriptionRow['coupon']): TestSubscriptionRow['coupon'] {
  if (coupon?.duration !== 'once') return coupon
  return coupon.isUsed ? null : { ...coupon, isUsed: true }
}

/** Ends a subscription now; a one-time payment does not change. */
export function endSubscription(subscription: TestSubscriptionRow, now: number): Outcome {
  if (!isRunning(subscription)) return { subscription, charge: null }
  return { subscription: { ...subscription, status: 'CANCELED', cancelAt: now, nextBillingAt: null }, charge: null }
}

const dueAt = (subscription: TestSubscriptionRow, now: number): number => subscription.nextBillingAt ?? now

/** Ends a subscription that is cancelled at the end of its period, else bills it. */
const goOn = (subscription: TestSubscriptionRow, now: number, reason: string): Outcome =>
  subscription.cancelAt === null
    ? bill(subscription, now, dueAt(subscription, now), reason)
    : endSubscription(subscription, now)

const isRunning = ({ price, status }: TestSubscriptionRow): boolean =>
  price.interval !== undefined && status !== 'CANCELED'
const isHeldOnce = ({ price, status }: TestSubscriptionRow): boolean =>
  price.interval === undefined && status === 'ACTIVE'
const isGood = ({ status }: TestSubscriptionRow): boolean => status === 'ACTIVE' || status === 'TRIALING'

interface Simulation {
  can(subscription: TestSubscriptionRow): boolean
  /** @param givenBackMinor refunded part of a one-time payment */
  do(subscription: TestSubscriptionRow, now: number, givenBackMinor?: number): Outcome
}

export const simulations: Readonly<Record<TestSimulation, Simulation>> = {
  pay: {
    can: ({ status }) => status === 'REQUIRES_PAYMENT',
    do: (subscription, now) => bill(subscription, now, dueAt(subscription, now), 'payment after a failed one'),
  },
  keep: {
    can: (subscription) => isGood(subscription) && subscription.cancelAt !== null,
    do: (subscription) => ({ subscription: { ...subscription, cancelAt: null }, charge: null }),
  },
  cancel: {
    can: (subscription) => isGood(subscription) && subscription.cancelAt === null,
    do: (subscription) => ({ subscription: { ...subscription, cancelAt: subscription.nextBillingAt }, charge: null }),
  },
  'cancel-now': { can: () => true, do: endSubscription },
  renew: {
    can: ({ status }) => status === 'ACTIVE',
    do: (subscription, now) => goOn(subscription, now, 'renewal'),
  },
  'end-trial': {
    can: ({ status }) => status === 'TRIALING',
    do: (subscription, now) => goOn(subscription, now, 'first payment after the trial'),
  },
  fail: {
    can: (subscription) => isGood(subscription) && subscription.cancelAt === null,
    do: (subscription) => ({
      subscription: { ...subscription, status: 'REQUIRES_PAYMENT', paymentStatus: 'FAILED' },
      charge: {
        reason: `${titleOf(subscription.price)}: renewal`,
        amountMinor: nextAmount(subscription),
        status: 'FAILED',
      },
    }),
  },
  refund: {
    can: isHeldOnce,
    do: (subscription, _now, givenBackMinor = 0) =>
      refundCharge(subscription, paidAmount(subscription) - givenBackMinor, givenBackMinor),
  },
  dispute: {
    can: isHeldOnce,
    do: (subscription) => ({ subscription: { ...subscription, status: 'CANCELED' }, charge: null }),
  },
}

const ofPaymentsOnce: ReadonlySet<TestSimulation> = new Set(['refund', 'dispute'])

export const canSimulate = (subscription: TestSubscriptionRow, event: TestSimulation): boolean =>
  (ofPaymentsOnce.has(event) || isRunning(subscription)) && simulations[event].can(subscription)

/** Refunds part of a one-time payment. A full refund ends it. */
export function refundCharge(subscription: TestSubscriptionRow, amountMinor: number, givenBackMinor: number): Outcome {
  const isWhole = givenBackMinor + amountMinor >= paidAmount(subscription)
  return {
    subscription: isWhole ? { ...subscription, status: 'CANCELED', paymentStatus: 'REFUNDED' } : subscription,
    charge: { reason: `${titleOf(subscription.price)}: refund`, amountMinor: -amountMinor, status: 'PAID' },
  }
}

/** Whether the bank reversed a one-time payment. */
export const isDisputed = ({ price, status, paymentStatus }: TestSubscriptionRow): boolean =>
  price.interval === undefined && status === 'CANCELED' && paymentStatus !== 'REFUNDED'

export const canChange = (subscription: TestSubscriptionRow, price: OrderedPrice): boolean =>
  isRunning(subscription) &&
  price.interval !== undefined &&
  price.id !== subscription.price.id &&
  price.currency === subscription.price.currency

/**
 * Switches to another price and settles the rest of the period at once: the difference for the same interval, else a
 * new period begins. A trial continues; a failed payment stays due, at the new price.
 */
export function changePrice(subscription: TestSubscriptionRow, price: OrderedPrice, now: number): Outcome {
  if (subscription.status !== 'ACTIVE' || price.interval === undefined)
    return { subscription: { ...subscription, price }, charge: null }
  const changed = { ...subscription, price, coupon: subscription.coupon?.isUsed ? null : subscription.coupon }
  const left = share(subscription, now)
  const unused = Math.round(paidAmount(subscription) * left)
  const settled = (next: TestSubscriptionRow, amountMinor: number): Outcome => ({
    subscription: { ...next, lastBilledAt: now, paymentStatus: 'PAID' },
    charge: { reason: `${titleOf(price)}: change from ${titleOf(subscription.price)}`, amountMinor, status: 'PAID' },
  })
  if (sameInterval(subscription.price, price))
    return settled(changed, Math.round(regularAmount(changed) * left) - unused)
  const end = endOfPeriod(now, price.interval)
  const cancelAt = subscription.cancelAt === null ? null : end
  return settled({ ...changed, periodStart: now, nextBillingAt: end, cancelAt }, regularAmount(changed) - unused)
}

const sameInterval = (a: OrderedPrice, b: OrderedPrice): boolean =>
  a.interval?.type === b.interval?.type && a.interval?.count === b.interval?.count

/** The remaining part of the period, from 0 to 1. */
function share({ periodStart, nextBillingAt }: TestSubscriptionRow, now: number): number {
  if (nextBillingAt === null || nextBillingAt <= periodStart) return 0
  return Math.min(1, Math.max(0, (nextBillingAt - now) / (nextBillingAt - periodStart)))
}

type Order = Pick<TestSubscriptionRow, 'price' | 'coupon'>

const discountOf = ({ price, coupon }: Order): number =>
  coupon === null ? 0 : Math.round((price.amountMinor * coupon.percentOff) / 100)

/** For the paid period. */
export const paidAmount = (order: Order): number => order.price.amountMinor - discountOf(order)

/** For the next payment, with an unused one-payment coupon. */
const nextAmount = ({ price, coupon }: Order): number => paidAmount({ price, coupon: coupon?.isUsed ? null : coupon })

/** For a regular payment: only a `forever` coupon reduces it. */
export const regularAmount = ({ price, coupon }: Order): number =>
  nextAmount({ price, coupon: coupon?.duration === 'forever' ? coupon : null })

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

/** The same day some calendar months later, or the last day of that month. */
export function endOfPeriod(start: number, interval: NonNullable<OrderedPrice['interval']>): number {
  const from = new Date(start)
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(from.getUTCMonth() + MONTHS[interval.type] * interval.count)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return end.getTime()
}
