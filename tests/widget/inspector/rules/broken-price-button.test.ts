// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { brokenPriceButton as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('a price is bought by its own id, not by that of its plan', () => {
  const body = `<a id="add" data-ms-price:add="pln_pro"></a><a id="update" data-ms-price:update="pln_pro"></a>
    <a data-ms-price:add="prc_pro-monthly"></a>`
  expect(check(rule, body)).toEqual(['add', 'update'])
})

test('only all can be dropped', () => {
  const body = `<a id="price" data-ms-price:remove="prc_pro-monthly"></a><a id="word" data-ms-price:remove="everything"></a>
    <a data-ms-price:remove="all"></a>`
  expect(check(rule, body)).toEqual(['price', 'word'])
})

test('a price attribute without a word behind it says nothing', () => {
  expect(check(rule, '<a id="a" data-ms-price="prc_pro-monthly"></a><a id="b" data-ms-price></a>')).toEqual(['a', 'b'])
})

test('values that are no ids, unknown words and empty values are other mistakes', () => {
  const body = `<a data-ms-price:add="10"></a><a data-ms-price:buy="pln_pro"></a><a data-ms-price:remove=""></a>`
  expect(check(rule, body)).toEqual([])
})

test('the message names what is written', () => {
  const body = `<a data-ms-price:add="pln_pro"></a><a data-ms-price:remove="prc_x"></a>`
  expect([...rule.check(pageOf(body))].map((finding) => finding?.message)).toEqual([
    '"pln_pro" is a plan ID, not a price ID.',
    'data-ms-price:remove takes "all", not "prc_x".',
  ])
})
