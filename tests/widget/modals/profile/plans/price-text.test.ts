import { expect, test } from 'vitest'
import type { Price } from '../../../../../contract/entities'
import { priceText } from '../../../../../widget/modals/profile/plans-tab'
import { aPaidPlan } from '../../../../support/a-plan-connection'
import { anApp } from '../../../../support/an-app'

const appWith = (interval: Price['interval']) =>
  anApp({
    plans: [
      {
        id: 'pln_pro',
        name: 'Pro',
        description: null,
        priority: null,
        status: 'INACTIVE',
        prices: [
          {
            id: 'prc_pro-monthly',
            name: 'Monthly',
            type: 'SUBSCRIPTION',
            status: 'INACTIVE',
            amount: 99,
            currency: 'usd',
            interval,
          },
        ],
      },
    ],
  })
const spaces = /[\u00a0\u202f]/g
const said = (interval: Price['interval'], locale = 'en', money: { amount?: number; currency?: string } = {}) =>
  priceText(aPaidPlan({}, money).payment!, appWith(interval), locale).replaceAll(spaces, ' ')

const month = { type: 'MONTHLY', count: 1 }

test.each([
  [month, '$10.00 / month'],
  [{ type: 'YEARLY', count: 1 }, '$10.00 / year'],
  [{ type: 'MONTHLY', count: 3 }, '$10.00 / 3 months'],
  [{ type: null, count: null }, '$10.00'],
  [{ type: 'FORTNIGHTLY', count: 1 }, '$10.00'],
] as const)('an interval of %j reads as "%s"', (interval, text) => {
  expect(said(interval)).toBe(text)
})

test.each([
  ['de', '10,00 $ / Monat'],
  ['fr', '10,00 $US / mois'],
  ['ja', '$10.00 / 1 か月'],
])('in %s it is written as that language does', (locale, text) => {
  expect(said(month, locale)).toBe(text)
})

test('amounts are whole units of a currency that has its own number of decimals', () => {
  expect(said(month, 'en', { amount: 9.5, currency: 'eur' })).toBe('€9.50 / month')
  expect(said(month, 'en', { amount: 1200, currency: 'jpy' })).toBe('¥1,200 / month')
})

test('a price that the app no longer has is shown without its interval', () => {
  expect(priceText(aPaidPlan().payment!, anApp(), 'en')).toBe('$10.00')
})
