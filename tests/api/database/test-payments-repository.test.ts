import { expect, test } from 'vitest'
import { anOrder, aPrice } from '../features/payments/stripe/an-order'
import { openTestStore } from './open-test-store'
import type {
  TestChargeRow,
  TestCheckoutRow,
  TestPortalRow,
  TestSubscriptionRow,
} from '../../../api/features/payments/test/repository'

const NOW = 1_795_000_000_000
const open = async () => (await openTestStore()).testPayments

const aCheckout = (changes: Partial<TestCheckoutRow> = {}): TestCheckoutRow => ({
  ...anOrder({ customerId: 'cus_test_1', metadata: { from: 'pricing' }, expiresAt: NOW + 1000 }),
  sessionId: 'ses_1',
  status: 'OPEN',
  ...changes,
})

const aSale = (changes: Partial<TestSubscriptionRow> = {}): TestSubscriptionRow => ({
  id: 'tsub_1',
  purchaseId: 'pur_1',
  customerId: 'cus_test_1',
  price: aPrice(),
  coupon: null,
  status: 'ACTIVE',
  paymentStatus: 'PAID',
  periodStart: NOW,
  lastBilledAt: NOW,
  nextBillingAt: NOW + 1000,
  cancelAt: null,
  createdAt: NOW,
  version: 1,
  ...changes,
})

const aCharge = (changes: Partial<TestChargeRow> = {}): TestChargeRow => ({
  id: 'tch_1',
  saleId: 'tsub_1',
  customerId: 'cus_test_1',
  reason: 'Pro',
  amountMinor: 1000,
  currency: 'usd',
  status: 'PAID',
  createdAt: NOW,
  ...changes,
})

test('a member has one customer, also when two ask at once', async () => {
  const payments = await open()
  const made = await Promise.all(['a', 'b', 'c'].map((id) => payments.ensureCustomer('mem_1', `cus_test_${id}`)))
  expect(new Set(made).size).toBe(1)
  expect(await payments.ensureCustomer('mem_2', 'cus_test_d')).toBe('cus_test_d')
})

test.each([
  {},
  { coupon: { id: 'HALF', percentOff: 50, duration: 'forever' as const } },
  { price: aPrice({ trialDays: 14, currency: 'jpy' }), metadata: {} },
])('a checkout comes back as it was stored: %o', async (changes) => {
  const payments = await open()
  const row = aCheckout(changes)
  expect(await payments.ensureCheckout(row)).toEqual(row)
  expect(await payments.findCheckout('ses_1')).toEqual(row)
  expect(await payments.findCheckout('ses_2')).toBeNull()
})

test('a purchase has one checkout: another try is answered with the first', async () => {
  const payments = await open()
  await payments.ensureCheckout(aCheckout())
  expect(await payments.ensureCheckout(aCheckout({ sessionId: 'ses_2' }))).toEqual(aCheckout())
  expect(await payments.findCheckout('ses_2')).toBeNull()
})

test('of many who close a checkout at once one does, and it stays as they closed it', async () => {
  const payments = await open()
  await payments.ensureCheckout(aCheckout())
  const closed = await Promise.all(
    (['PAID', 'EXPIRED', 'PAID', 'PAID'] as const).map((status) => payments.closeCheckout('ses_1', status)),
  )
  expect(closed.filter(Boolean)).toHaveLength(1)
  const status = (await payments.findCheckout('ses_1'))?.status
  expect(status).not.toBe('OPEN')
  expect(await payments.closeCheckout('ses_1', status === 'PAID' ? 'EXPIRED' : 'PAID')).toBe(false)
  expect((await payments.findCheckout('ses_1'))?.status).toBe(status)
  expect(await payments.closeCheckout('ses_none', 'PAID')).toBe(false)
})

test('a sale comes back by its id, its purchase and its customer, the newest first', async () => {
  const payments = await open()
  const later = aSale({
    id: 'tpay_2',
    purchaseId: 'pur_2',
    createdAt: NOW + 1,
    coupon: { id: 'HALF', percentOff: 50, duration: 'once' },
    nextBillingAt: null,
    cancelAt: NOW + 5,
  })
  await payments.insertSale(aSale())
  await payments.insertSale(later)
  await payments.insertSale(aSale({ id: 'tsub_3', purchaseId: 'pur_3', customerId: 'cus_test_2' }))
  expect(await payments.findSale('tsub_1')).toEqual(aSale())
  expect(await payments.findSaleByPurchase('pur_2')).toEqual(later)
  expect(await payments.listSales('cus_test_1')).toEqual([later, aSale()])
  expect(await payments.findSale('tsub_none')).toBeNull()
  expect(await payments.findSaleByPurchase('pur_none')).toBeNull()
})

test('what was decided on an older version of a sale does not count', async () => {
  const payments = await open()
  await payments.insertSale(aSale())
  const writers = (['CANCELED', 'REQUIRES_PAYMENT', 'TRIALING'] as const).map((status) =>
    payments.replaceSale(aSale({ status })),
  )
  const written = await Promise.all(writers)
  expect(written.filter(Boolean)).toHaveLength(1)
  const now = await payments.findSale('tsub_1')
  expect(now?.version).toBe(2)
  expect(await payments.replaceSale(aSale({ status: 'ACTIVE' }))).toBe(false)
  expect(await payments.findSale('tsub_1')).toEqual(now)
})

test('charges are a list, the newest first; giving back leaves alone what was never paid', async () => {
  const payments = await open()
  const failed = aCharge({ id: 'tch_2', status: 'FAILED', createdAt: NOW + 1 })
  const credit = aCharge({ id: 'tch_3', amountMinor: -400, createdAt: NOW + 2 })
  const other = aCharge({ id: 'tch_4', saleId: 'tsub_2', createdAt: NOW + 3 })
  for (const charge of [aCharge(), failed, credit, other]) await payments.insertCharge(charge)
  expect(await payments.listCharges('cus_test_1')).toEqual([other, credit, failed, aCharge()])
  await payments.refundCharges('tsub_1')
  const statuses = (await payments.listCharges('cus_test_1')).map(({ status }) => status)
  expect(statuses).toEqual(['PAID', 'REFUNDED', 'FAILED', 'REFUNDED'])
  expect(await payments.listCharges('cus_test_2')).toEqual([])
})

test('a portal is open until its time is over, and is deleted then', async () => {
  const payments = await open()
  const portal: TestPortalRow = {
    tokenDigest: 'digest',
    customerId: 'cus_test_1',
    appName: 'Demo',
    returnUrl: 'https://shop.example/',
    prices: [aPrice()],
    expiresAt: NOW + 1,
  }
  await payments.insertPortal(portal)
  expect(await payments.findPortal('digest', NOW)).toEqual(portal)
  expect(await payments.findPortal('digest', NOW + 1)).toBeNull()
  expect(await payments.findPortal('other', NOW)).toBeNull()
  await payments.deleteExpiredPortals(NOW)
  expect(await payments.findPortal('digest', NOW)).toEqual(portal)
  await payments.deleteExpiredPortals(NOW + 1)
  expect(await payments.findPortal('digest', NOW)).toBeNull()
})
