// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { incorrectPlanId as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('the id of a plan is that of a free plan of the app', () => {
  const body = `<a id="gone" data-ms-plan:add="pln_gone"></a><a id="paid" data-ms-plan:update="pln_pro"></a>
    <a id="left" data-ms-plan:remove="pln_gone"></a><a id="list" data-ms-plan:add="pln_free,pln_gone"></a>
    <a data-ms-plan:add="pln_free, pln_newsletter"></a>`
  expect(check(rule, body).toSorted()).toEqual(['gone', 'left', 'list', 'paid'])
})

test('what holds no id of a plan is another mistake', () => {
  expect(
    check(rule, '<a data-ms-plan:add="prc_x"></a><a data-ms-plan:add="x"></a><a data-ms-plan="pln_x"></a>'),
  ).toEqual([])
})

test('the message names the id, and the plan that was probably meant or the way to sell it', () => {
  const body = `<a data-ms-plan:add="pln_fre"></a><a data-ms-plan:add="pln_pro"></a><a data-ms-plan:add="pln_x"></a>`
  expect([...rule.check(pageOf(body))].map((finding) => finding?.message)).toEqual([
    'This app has no plan "pln_fre". Did you mean "pln_free"?',
    '"pln_pro" is a paid plan. Use data-ms-price:add with one of its prices.',
    'This app has no plan "pln_x".',
  ])
})

test('an app without plans has no right id', () => {
  const app = { plans: [], customFields: [], contentGroups: [], authProviders: [] }
  expect(check(rule, '<a id="a" data-ms-plan:add="pln_free"></a>', { app })).toEqual(['a'])
})

test('a membership of Memberstack 1.0 has to be a plan or price of the app', () => {
  const body = `<a id="gone" href="#/ms/signup/5c61"></a><form id="form" action="/#/ms/signup/5c61"></form>
    <i id="named" data-ms-membership="5c61"></i><i id="old" ms-plan="5c61"></i>
    <a href="/join#/ms/signup/free"></a><a href="#/ms/signup"></a><a href="#/ms/membership/redirect"></a>
    <i ms-membership="pro-monthly"></i><i data-ms-membership="redirect"></i>
    <a href="#/ms/signup/5c61" data-ms-price:add="prc_pro-monthly"></a>`
  expect(check(rule, body)).toEqual(['named', 'old', 'gone', 'form'])
  const finding = [...rule.check(pageOf('<a href="#/ms/signup/5c61"></a>'))].find(Boolean)
  expect(finding?.message).toBe('This app has no plan or price "5c61".')
})
