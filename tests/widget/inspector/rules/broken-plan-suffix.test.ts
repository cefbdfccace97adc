// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { brokenPlanSuffix as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('a plan attribute says add, update or remove', () => {
  const right = `<a data-ms-plan:add="pln_free"></a><a data-ms-plan:update="pln_free"></a><a data-ms-plan:remove="pln_free"></a>`
  expect(check(rule, right)).toEqual([])
  const wrong = `<a id="join" data-ms-plan:join="pln_free"></a><a id="none" data-ms-plan="pln_free"></a><a id="empty" data-ms-plan=""></a>`
  expect(check(rule, wrong)).toEqual(['join', 'none', 'empty'])
})

test('its value is an id; each of a list counts', () => {
  const body = `
    <a id="name" data-ms-plan:add="Free"></a>
    <a id="case" data-ms-plan:update="PLN_free"></a>
    <a id="list" data-ms-plan:remove="pln_free, newsletter"></a>
    <a id="comma" data-ms-plan:add="pln_free,"></a>
    <a id="two" data-ms-plan:add=" pln_free , pln_newsletter "></a>`
  expect(check(rule, body).toSorted()).toEqual(['case', 'list', 'name'])
})

test('what is another mistake is not this one', () => {
  const body = `<a id="price" data-ms-plan:add="prc_pro-monthly"></a><a id="empty" data-ms-plan:add=""></a>
    <a id="unknown" data-ms-plan:add="pln_gone"></a><a id="other" data-ms-price:plus="prc_x"></a><a data-ms-plans:add="x"></a>`
  expect(check(rule, body)).toEqual([])
})

test('the message names what is written', () => {
  const messages = [...rule.check(pageOf('<a data-ms-plan:add="Free"></a><a data-ms-plan:join="pln_free"></a>'))]
  expect(messages.map((finding) => finding?.message)).toEqual([
    '"Free" is not a plan ID. Plan IDs start with pln_.',
    'Unknown attribute data-ms-plan:join. Use :add, :update or :remove.',
  ])
})
