// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { conflictingAttributes as rule } from '../../../../widget/inspector/rules/attribute-values'
import { check, pageOf } from './check-html'

const messageOf = (markup: string) =>
  [...rule.check(pageOf(markup))].flatMap((finding) => finding?.message ?? []).join()

test('two things for one click contradict each other', () => {
  const body = `
    <a id="modal" data-ms-action="logout" data-ms-modal="login"></a>
    <a id="plan" data-ms-action="logout" data-ms-plan:add="pln_free"></a>
    <a id="price" data-ms-price:add="prc_pro-monthly" data-ms-price:update="prc_pro-yearly"></a>
    <form id="form" data-ms-form="login" data-ms-modal="login"></form>
    <b id="text" data-ms-member="email" data-ms-secure-html="cnt_a"></b>`
  expect(check(rule, body).toSorted()).toEqual(['form', 'modal', 'plan', 'price', 'text'])
})

test('these go together', () => {
  const body = `
    <a data-ms-modal="signup" data-ms-plan:add="pln_free" data-ms-price:add="prc_pro-monthly" data-ms-coupon="HALF"></a>
    <a data-ms-plan:add="pln_free" data-ms-plan:remove="pln_newsletter"></a>
    <a data-ms-action="logout" data-ms-redirect="/bye.html" data-ms-content="members"></a>
    <a data-ms-modal="profile" data-ms-modal-tab="team"></a>`
  expect(check(rule, body)).toEqual([])
})

test('one click cannot join and leave the same plan', () => {
  const body = '<a id="a" data-ms-plan:update="pln_free" data-ms-plan:remove="pln_newsletter, pln_free"></a>'
  expect(check(rule, body)).toEqual(['a'])
  expect(messageOf(body)).toBe('One click joins and leaves "pln_free".')
})

test('a tab is one of the profile', () => {
  const body = '<a id="a" data-ms-modal="login" data-ms-modal-tab="team"></a><a id="b" data-ms-modal-tab="team"></a>'
  expect(check(rule, body)).toEqual(['a', 'b'])
})

test.each([
  ['members', '!members'],
  ['!members', 'members'],
  ['!members', 'pro-area'],
  ['verified', '!members'],
  ['pro-area', '!pro-area'],
  ['!members', '!verified'],
  ['!has-failed-payment', '!members'],
])('%s within %s never shows', (inner, outer) => {
  const body = `<section data-ms-content="${outer}"><div><p id="a" data-ms-content="${inner}"></p></div></section>`
  expect(check(rule, body)).toEqual(['a'])
  expect(messageOf(body)).toBe(`"${inner}" inside "${outer}" is never visible.`)
})

test.each([
  ['members', 'members'],
  ['pro-area', 'members'],
  ['!pro-area', 'members'],
  ['!members', '!has-password'],
  ['members', ''],
])('%s within %s can be visible', (inner, outer) => {
  expect(check(rule, `<p data-ms-content="${outer}"><b data-ms-content="${inner}"></b></p>`)).toEqual([])
})
