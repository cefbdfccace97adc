// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { incorrectPriceId as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('the id of a price is that of a price of the app, of whatever plan', () => {
  const body = `<a id="gone" data-ms-price:add="prc_gone"></a><a id="update" data-ms-price:update="prc_gone"></a>
    <a data-ms-price:add="prc_pro-yearly"></a><a data-ms-price:update="prc_team-monthly"></a>`
  expect(check(rule, body)).toEqual(['gone', 'update'])
})

test('what holds no id of a price is another mistake', () => {
  const body = `<a data-ms-price:add="pln_pro"></a><a data-ms-price:add="x"></a><a data-ms-price:remove="prc_gone"></a>`
  expect(check(rule, body)).toEqual([])
})

test('the message names the id and the one that was probably meant', () => {
  const [finding] = rule.check(pageOf('<a data-ms-price:add="prc_pro-montly"></a>'))
  expect(finding?.message).toBe('This app has no price "prc_pro-montly". Did you mean "prc_pro-monthly"?')
})
