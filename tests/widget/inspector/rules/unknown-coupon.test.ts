// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { unknownCoupon as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'
import { demoApp } from './demo-app'

const { privateIds: _, ...publicApp } = demoApp
const button = (coupon: string): string =>
  `<a id="a" data-ms-price:add="prc_pro-monthly" data-ms-coupon="${coupon}"></a>`

test('a coupon that the app does not have is named, with the nearest one', () => {
  expect([...rule.check(pageOf(button('HALV')))].map((finding) => finding?.message)).toEqual([
    'This app has no active coupon "HALV". Did you mean "HALF"?',
  ])
  expect(check(rule, button('half'))).toEqual(['a'])
})

test.each(['HALF', ' HALF ', ''])('%j is left alone', (coupon) => expect(check(rule, button(coupon))).toEqual([]))

test('a browser reports it only after the server refused it', () => {
  expect(check(rule, button('GONE'), { app: publicApp })).toEqual([])
  expect(check(rule, button('GONE'), { app: { ...publicApp, rejectedIds: ['GONE'] } })).toEqual(['a'])
  expect(check(rule, button('HALF'), { app: { ...publicApp, rejectedIds: ['GONE'] } })).toEqual([])
})
