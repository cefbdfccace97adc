import * as v from 'valibot'
import { expect, test } from 'vitest'
import { toPlanConnection } from '../../../../api/features/plans/serializers'
import { appDefinitionSchema } from '../../../../api/features/apps/definition'
import { aConnectionPurchase, aConnectionRow } from '../../database/a-purchase-row'
import { shipped } from '../apps/complaints'

const app = v.parse(appDefinitionSchema, shipped('app_demo'))
const paidRow = (priceId: string, purchase = {}, row = {}) =>
  aConnectionRow({ priceId, purchase: aConnectionPurchase(purchase), ...row })

test('a free one has no payment', () => {
  expect(toPlanConnection(app, aConnectionRow({ planId: 'pln_free' }))).toEqual({
    id: 'con_1',
    active: true,
    status: 'ACTIVE',
    planId: 'pln_free',
    planName: app.plans.find(({ id }) => id === 'pln_free')?.name,
    type: 'FREE',
    payment: null,
  })
})

test('a paid one has its price and payment times, in major units', () => {
  const { lastBilledAt, nextBillingAt } = aConnectionPurchase()
  expect(toPlanConnection(app, paidRow('prc_pro-monthly', { amountMinor: 1050, cancelAt: nextBillingAt }))).toEqual({
    id: 'con_1',
    active: true,
    status: 'ACTIVE',
    planId: 'pln_pro',
    planName: 'Pro',
    type: 'SUBSCRIPTION',
    payment: {
      amount: 10.5,
      currency: 'usd',
      status: 'PAID',
      lastBillingDate: lastBilledAt,
      nextBillingDate: nextBillingAt,
      cancelAtDate: nextBillingAt,
      priceId: 'prc_pro-monthly',
    },
  })
})

test.each([
  ['usd', 1000, 10],
  ['jpy', 1000, 1000],
  ['kwd', 1000, 1],
])('an amount in %s has the decimals of the currency', (currency, amountMinor, amount) => {
  expect(toPlanConnection(app, paidRow('prc_pro-monthly', { currency, amountMinor })).payment?.amount).toBe(amount)
})

test.each([
  ['ACTIVE', true],
  ['TRIALING', true],
  ['REQUIRES_PAYMENT', false],
  ['REQUIRES_AUTHENTICATION', false],
  ['CANCELED', false],
] as const)('with the status %s, access is %s', (status, active) => {
  expect(toPlanConnection(app, paidRow('prc_pro-monthly', {}, { status }))).toMatchObject({ status, active })
})

test.each([
  ['prc_pro-monthly', {}, 'SUBSCRIPTION'],
  ['prc_pro-lifetime', { nextBillingAt: null }, 'ONETIME'],
  // The app no longer has it; recurring billing means a subscription.
  ['prc_gone', {}, 'SUBSCRIPTION'],
  ['prc_gone', { nextBillingAt: null }, 'ONETIME'],
])('%s with %o is a %s', (priceId, purchase, type) => {
  expect(toPlanConnection(app, paidRow(priceId, purchase)).type).toBe(type)
})

test('a plan that the app no longer has has its ID as its name', () => {
  expect(toPlanConnection(app, aConnectionRow({ planId: 'pln_gone' }))).toMatchObject({ planName: 'pln_gone' })
})
