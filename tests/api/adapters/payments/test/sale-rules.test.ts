import { describe, expect, it } from 'vitest'
import {
  amountsOf,
  canChange,
  canPlay,
  changePrice,
  endOfPeriod,
  giveBack,
  openSale,
  plays,
} from '../../../../../api/features/payments/test/sale-rules'
import { testPlays } from '../../../../../api/features/payments/test/test-pages'
import type { OrderedPrice } from '../../../../../api/features/payments/provider'
import type { TestCheckoutRow } from '../../../../../api/ports/test-payments-store'

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
  it('are reduced by a coupon in whole minor units, once or for good', () => {
    expect(amountsOf({ price: aPrice(), coupon: { ...half, duration: 'once' } })).toEqual({
      subtotalMinor: 1001,
      discountMinor: 501,
      totalMinor: 500,
      laterMinor: 1001,
    })
    expect(amountsOf({ price: aPrice(), coupon: { ...half, duration: 'forever' } }).laterMinor).toBe(500)
  })

  it('are due later in a trial, and never again for what is paid once', () => {
    expect(amountsOf({ price: aPrice({ trialDays: 7 }), coupon: null })).toMatchObject({
      totalMinor: 0,
      laterMinor: 1001,
    })
    const { interval: _, ...once } = aPrice()
    expect(amountsOf({ price: once, coupon: null })).toMatchObject({ totalMinor: 1001, laterMinor: null })
  })
})

describe('a subscription', () => {
  it('keeps a coupon that stays, renewal after renewal', () => {
    const { sale, charge } = openSale(aCheckout(aPrice(), { ...half, duration: 'forever' }), 'tsub_1', START)
    expect(charge?.amountMinor).toBe(500)
    expect(plays.renew.do(sale, START).charge?.amountMinor).toBe(500)
  })

  it('uses a coupon for one payment at the end of the trial', () => {
    const { sale, charge } = openSale(
      aCheckout(aPrice({ trialDays: 7 }), { ...half, duration: 'once' }),
      'tsub_1',
      START,
    )
    expect([charge, sale.status, day(sale.nextBillingAt)]).toEqual([null, 'TRIALING', '2026-02-07'])
    const first = plays['end-trial'].do(sale, START)
    expect([first.charge?.amountMinor, day(first.sale.nextBillingAt)]).toEqual([500, '2026-03-07'])
    const second = plays.renew.do(first.sale, START)
    expect([second.charge?.amountMinor, second.sale.coupon]).toEqual([1001, null])
  })

  it('that was cancelled in its trial ends with it, unpaid', () => {
    const { sale } = openSale(aCheckout(aPrice({ trialDays: 7 })), 'tsub_1', START)
    const cancelled = plays.cancel.do(sale, START).sale
    expect(plays['end-trial'].do(cancelled, START)).toMatchObject({ sale: { status: 'CANCELED' }, charge: null })
  })

  it('settles the difference for what is left of the period within one interval', () => {
    const { sale } = openSale(aCheckout(), 'tsub_1', START)
    const middle = START + (sale.nextBillingAt! - START) / 2
    const up = changePrice(sale, aPrice({ id: 'prc_b', amountMinor: 3001 }), middle)
    expect([up.charge?.amountMinor, up.sale.nextBillingAt]).toEqual([1000, sale.nextBillingAt])
    const down = changePrice(up.sale, aPrice(), middle)
    expect(down.charge?.amountMinor).toBe(-1000)
  })

  it('is credited no more for the rest of a period than was paid for it', () => {
    const { sale } = openSale(aCheckout(aPrice(), { ...half, duration: 'once' }), 'tsub_1', START)
    const up = changePrice(sale, aPrice({ id: 'prc_b', amountMinor: 3001 }), START)
    expect(up.charge?.amountMinor).toBe(3001 - 500)
    expect(changePrice(up.sale, aPrice(), START).charge?.amountMinor).toBe(1001 - 3001)
  })

  it('changes its price without a charge in a trial and while a payment is due', () => {
    const trial = openSale(aCheckout(aPrice({ trialDays: 7 })), 'tsub_1', START).sale
    const failed = plays.fail.do(openSale(aCheckout(), 'tsub_1', START).sale, START).sale
    for (const sale of [trial, failed]) {
      const changed = changePrice(sale, aPrice({ id: 'prc_b', amountMinor: 3000 }), START)
      expect(changed).toMatchObject({ charge: null, sale: { status: sale.status, price: { id: 'prc_b' } } })
    }
  })

  it('goes on at prices of its own currency that are billed again', () => {
    const { sale } = openSale(aCheckout(), 'tsub_1', START)
    const { interval: _, ...once } = aPrice({ id: 'prc_once' })
    expect(canChange(sale, aPrice({ id: 'prc_b' }))).toBe(true)
    expect(canChange(sale, aPrice())).toBe(false)
    expect(canChange(sale, aPrice({ id: 'prc_b', currency: 'eur' }))).toBe(false)
    expect(canChange(sale, once)).toBe(false)
  })

  it('that has ended allows nothing any more', () => {
    const ended = plays['cancel-now'].do(openSale(aCheckout(), 'tsub_1', START).sale, START).sale
    expect(testPlays.filter((play) => canPlay(ended, play))).toEqual([])
  })
})

describe('what was paid once', () => {
  const { interval: _, ...once } = aPrice()
  const paid = openSale(aCheckout(once), 'tpay_1', START).sale
  const possible = (sale: typeof paid) => testPlays.filter((play) => canPlay(sale, play))

  it('can be given back or disputed, and then nothing any more', () => {
    expect(possible(paid)).toEqual(['refund', 'dispute'])
    expect(possible(plays.refund.do(paid, START).sale)).toEqual([])
    expect(possible(plays.dispute.do(paid, START).sale)).toEqual([])
  })

  it('is given back but for what was given back before', () => {
    const { sale, charge } = plays.refund.do(paid, START, 400)
    expect([sale.status, sale.paymentStatus, charge?.amountMinor]).toEqual(['CANCELED', 'REFUNDED', -601])
  })

  it('is held while a part of it is left', () => {
    expect(giveBack(paid, 400, 0).sale.status).toBe('ACTIVE')
    expect(giveBack(paid, 601, 400).sale).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
  })
})
