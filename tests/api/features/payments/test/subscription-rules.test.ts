import { describe, expect, it } from 'vitest'
import {
  amountsOf,
  canChange,
  canSimulate,
  changePrice,
  endOfPeriod,
  refundCharge,
  openSubscription,
  simulations,
  testSimulations,
} from '../../../../../api/features/payments/test/subscription-rules'
import type { OrderedPrice } from '../../../../../api/features/payments/provider'
import type { TestCheckoutRow } from '../../../../../api/features/payments/test/repository'

const START = Date.UTC(2026, 0, 31, 12)
const MONTHLY = { type: 'MONTHLY', count: 1 } as const
const day = (time: number | null) => time && new Date(time).toISOString().slice(0, 10)

const aPrice = (changes: Partial<OrderedPrice> = {}): OrderedPrice => ({
  id: 'prc_a',
  name: 'Monthly',
  amountMinor: 1001,
  currency: 'usd',
  interval: MONTHLY,
  trialDays: 0,
  appId: 'app_demo',
  planId: 'pln_a',
  planName: 'A',
  ...changes,
})

const aCheckout = (price = aPrice(), coupon: TestCheckoutRow['coupon'] = null): TestCheckoutRow => ({
  sessionId: 'session',
  purchaseId: 'pur_1',
  appName: 'Demo',
  customerId: 'cus_test_1',
  price,
  coupon,
  metadata: {},
  successUrl: 'https://a.example/',
  cancelUrl: 'https://a.example/',
  expiresAt: START,
  status: 'OPEN',
})

const half = { id: 'HALF', percentOff: 50 }

describe('periods', () => {
  it.for([
    [Date.UTC(2026, 0, 31), MONTHLY, '2026-02-28'],
    [Date.UTC(2028, 0, 31), MONTHLY, '2028-02-29'],
    [Date.UTC(2026, 10, 21), { type: 'MONTHLY', count: 3 }, '2027-02-21'],
    [Date.UTC(2028, 1, 29), { type: 'YEARLY', count: 1 }, '2029-02-28'],
    [Date.UTC(2026, 11, 31, 23, 59), MONTHLY, '2027-01-31'],
  ] as const)('are calendar months: from %d, %o', ([start, interval, end]) =>
    expect(day(endOfPeriod(start, interval))).toBe(end),
  )
})

describe('amounts', () => {
  it('are reduced by a coupon in whole minor units, once or forever', () => {
    expect(amountsOf({ price: aPrice(), coupon: { ...half, duration: 'once' } })).toEqual({
      subtotalMinor: 1001,
      discountMinor: 501,
      totalMinor: 500,
      laterMinor: 1001,
    })
    expect(amountsOf({ price: aPrice(), coupon: { ...half, duration: 'forever' } }).laterMinor).toBe(500)
  })

  it('are due later in a trial, and once for a one-time price', () => {
    expect(amountsOf({ price: aPrice({ trialDays: 7 }), coupon: null })).toMatchObject({
      totalMinor: 0,
      laterMinor: 1001,
    })
    const { interval: _, ...once } = aPrice()
    expect(amountsOf({ price: once, coupon: null })).toMatchObject({ totalMinor: 1001, laterMinor: null })
  })
})

describe('a subscription', () => {
  it('keeps a lasting coupon at each renewal', () => {
    const { subscription, charge } = openSubscription(
      aCheckout(aPrice(), { ...half, duration: 'forever' }),
      'tsub_1',
      START,
    )
    expect(charge?.amountMinor).toBe(500)
    expect(simulations.renew.do(subscription, START).charge?.amountMinor).toBe(500)
  })

  it('uses a one-payment coupon at the end of the trial', () => {
    const { subscription, charge } = openSubscription(
      aCheckout(aPrice({ trialDays: 7 }), { ...half, duration: 'once' }),
      'tsub_1',
      START,
    )
    expect([charge, subscription.status, day(subscription.nextBillingAt)]).toEqual([null, 'TRIALING', '2026-02-07'])
    const first = simulations['end-trial'].do(subscription, START)
    expect([first.charge?.amountMinor, day(first.subscription.nextBillingAt)]).toEqual([500, '2026-03-07'])
    const second = simulations.renew.do(first.subscription, START)
    expect([second.charge?.amountMinor, second.subscription.coupon]).toEqual([1001, null])
  })

  it('that was canceled in its trial ends with it, unpaid', () => {
    const { subscription } = openSubscription(aCheckout(aPrice({ trialDays: 7 })), 'tsub_1', START)
    const cancelled = simulations.cancel.do(subscription, START).subscription
    expect(simulations['end-trial'].do(cancelled, START)).toMatchObject({
      subscription: { status: 'CANCELED' },
      charge: null,
    })
  })

  it('settles the difference for the rest of the period within one interval', () => {
    const { subscription } = openSubscription(aCheckout(), 'tsub_1', START)
    const middle = START + (subscription.nextBillingAt! - START) / 2
    const up = changePrice(subscription, aPrice({ id: 'prc_b', amountMinor: 3001 }), middle)
    expect([up.charge?.amountMinor, up.subscription.nextBillingAt]).toEqual([1000, subscription.nextBillingAt])
    const down = changePrice(up.subscription, aPrice(), middle)
    expect(down.charge?.amountMinor).toBe(-1000)
  })

  it('is credited at most what was paid for the rest of a period', () => {
    const { subscription } = openSubscription(aCheckout(aPrice(), { ...half, duration: 'once' }), 'tsub_1', START)
    const up = changePrice(subscription, aPrice({ id: 'prc_b', amountMinor: 3001 }), START)
    expect(up.charge?.amountMinor).toBe(3001 - 500)
    expect(changePrice(up.subscription, aPrice(), START).charge?.amountMinor).toBe(1001 - 3001)
  })

  it('changes its price without a charge in a trial and while a payment is due', () => {
    const trial = openSubscription(aCheckout(aPrice({ trialDays: 7 })), 'tsub_1', START).subscription
    const failed = simulations.fail.do(openSubscription(aCheckout(), 'tsub_1', START).subscription, START).subscription
    for (const subscription of [trial, failed]) {
      const changed = changePrice(subscription, aPrice({ id: 'prc_b', amountMinor: 3000 }), START)
      expect(changed).toMatchObject({
        charge: null,
        subscription: { status: subscription.status, price: { id: 'prc_b' } },
      })
    }
  })

  it('can switch to recurring prices of its currency', () => {
    const { subscription } = openSubscription(aCheckout(), 'tsub_1', START)
    const { interval: _, ...once } = aPrice({ id: 'prc_once' })
    expect(canChange(subscription, aPrice({ id: 'prc_b' }))).toBe(true)
    expect(canChange(subscription, aPrice())).toBe(false)
    expect(canChange(subscription, aPrice({ id: 'prc_b', currency: 'eur' }))).toBe(false)
    expect(canChange(subscription, once)).toBe(false)
  })

  it('that has ended allows nothing', () => {
    const ended = simulations['cancel-now'].do(
      openSubscription(aCheckout(), 'tsub_1', START).subscription,
      START,
    ).subscription
    expect(testSimulations.filter((event) => canSimulate(ended, event))).toEqual([])
  })
})

describe('a one-time payment', () => {
  const { interval: _, ...once } = aPrice()
  const paid = openSubscription(aCheckout(once), 'tpay_1', START).subscription
  const possible = (subscription: typeof paid) => testSimulations.filter((event) => canSimulate(subscription, event))

  it('can be refunded or disputed, once', () => {
    expect(possible(paid)).toEqual(['refund', 'dispute'])
    expect(possible(simulations.refund.do(paid, START).subscription)).toEqual([])
    expect(possible(simulations.dispute.do(paid, START).subscription)).toEqual([])
  })

  it('is refunded except for earlier refunds', () => {
    const { subscription, charge } = simulations.refund.do(paid, START, 400)
    expect([subscription.status, subscription.paymentStatus, charge?.amountMinor]).toEqual([
      'CANCELED',
      'REFUNDED',
      -601,
    ])
  })

  it('stays active while part of it is left', () => {
    expect(refundCharge(paid, 400, 0).subscription.status).toBe('ACTIVE')
    expect(refundCharge(paid, 601, 400).subscription).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
  })
})
