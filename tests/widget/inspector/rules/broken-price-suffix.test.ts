// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { brokenPriceSuffix as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('a price attribute with another word than add, update or remove is invalid', () => {
  expect(check(rule, '<a id="a" data-ms-price:buy="prc_pro-monthly"></a>')).toEqual(['a'])
  expect(check(rule, '<a data-ms-price:add="prc_pro-monthly"></a><a data-ms-price:remove="all"></a>')).toEqual([])
})

test('the value of add and update is an id', () => {
  const body = `<a id="a" data-ms-price:add="10"></a><a id="b" data-ms-price:update="pro-monthly"></a>`
  expect(check(rule, body)).toEqual(['a', 'b'])
})

test('what is another mistake is not this one', () => {
  const body = `<a data-ms-price="prc_pro-monthly"></a><a data-ms-price:add="pln_pro"></a><a data-ms-price:add=""></a>
    <a data-ms-price:remove="everything"></a><a data-ms-price:add="prc_gone"></a>`
  expect(check(rule, body)).toEqual([])
})

test('the message names what is written', () => {
  const [finding] = rule.check(pageOf('<a data-ms-price:add="10"></a>'))
  expect(finding?.message).toBe('"10" is not a price ID. Price IDs start with prc_.')
})
