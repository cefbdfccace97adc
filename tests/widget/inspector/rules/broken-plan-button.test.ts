// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { brokenPlanButton as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('a plan attribute does not take a price ID, whatever the action', () => {
  const body = ['add', 'update', 'remove'].map(
    (suffix) => `<a id="${suffix}" data-ms-plan:${suffix}="prc_pro-monthly">`,
  )
  expect(check(rule, body.join('</a>'))).toEqual(['add', 'update', 'remove'])
})

test('ids of plans, known or not, and values that are no ids are not this mistake', () => {
  const body = `<a data-ms-plan:add="pln_free"></a><a data-ms-plan:add="pln_gone"></a><a data-ms-plan:add="Free"></a>
    <a data-ms-plan:buy="prc_pro-monthly"></a><a data-ms-price:add="prc_pro-monthly"></a>`
  expect(check(rule, body)).toEqual([])
})

test('the message names the id', () => {
  const [finding] = rule.check(pageOf('<a data-ms-plan:add="pln_free, prc_x"></a>'))
  expect(finding?.message).toBe('"prc_x" is a price ID, not a plan ID.')
})
