// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { priceWithoutAction as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check } from './check-html'

test('a button or link that buys needs a modal or an address', () => {
  const body = `
    <button id="button" data-ms-price:add="prc_pro-monthly"></button>
    <a id="link" data-ms-price:add="prc_pro-monthly"></a>
    <a id="hash" href=" # " data-ms-price:add="prc_pro-monthly"></a>
    <a id="update" href="#" data-ms-price:update="prc_pro-monthly"></a>`
  expect(check(rule, body)).toEqual(['button', 'link', 'hash', 'update'])
})

test('these have one, or need none', () => {
  const body = `
    <button data-ms-modal="login" data-ms-price:add="prc_pro-monthly"></button>
    <a href="/signup.html" data-ms-price:update="prc_pro-monthly"></a>
    <button data-ms-price:remove="all"></button>
    <form data-ms-form="signup"><button data-ms-price:add="prc_pro-monthly"></button></form>`
  expect(check(rule, body)).toEqual([])
})

test('one that joins a free plan too is named for the plan alone', () => {
  expect(check(rule, '<button data-ms-plan:add="pln_free" data-ms-price:add="prc_pro-monthly"></button>')).toEqual([])
})
