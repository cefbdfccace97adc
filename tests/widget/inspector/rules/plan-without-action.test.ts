// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { planWithoutAction as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('a button or link that joins a plan needs a modal or an address', () => {
  const body = `
    <button id="button" data-ms-plan:add="pln_free"></button>
    <button id="update" data-ms-plan:update="pln_free"></button>
    <div id="role" role="button" data-ms-plan:add="pln_free"></div>
    <a id="link" data-ms-plan:add="pln_free"></a>
    <a id="hash" href="#" data-ms-plan:add="pln_free"></a>
    <a id="script" href="javascript:void(0)" data-ms-plan:add="pln_free"></a>`
  expect(check(rule, body).toSorted()).toEqual(['button', 'hash', 'link', 'role', 'script', 'update'])
})

test('these have one', () => {
  const body = `
    <button data-ms-modal="signup" data-ms-plan:add="pln_free"></button>
    <a href="#join" data-ms-plan:add="pln_free"></a>
    <a href="/signup.html" data-ms-plan:update="pln_free"></a>
    <a href="/signup.html"><span role="button" data-ms-plan:add="pln_free"></span></a>
    <button data-ms-plan:remove="pln_free"></button>
    <form data-ms-form="signup"><button data-ms-plan:add="pln_free"></button></form>
    <form action="/join"><button type="submit" data-ms-plan:add="pln_free"></button></form>
    <form data-ms-form="signup" data-ms-plan:add="pln_free"></form>
    <button data-ms-auth-provider="google" data-ms-plan:add="pln_free"></button>
    <button data-ms-action="logout" data-ms-plan:add="pln_free"></button>
    <section data-ms-plan:add="pln_free"></section>`
  expect(check(rule, body)).toEqual([])
})

test('in a form it has none if it does not send it', () => {
  const body = `<form data-ms-form="signup"><button id="a" type="button" data-ms-plan:add="pln_free"></button></form>
    <form><button id="b" data-ms-plan:add="pln_free"></button></form>`
  expect(check(rule, body)).toEqual(['a', 'b'])
})

test('what joins nothing is another mistake, and one element is named once', () => {
  const body = `<button data-ms-plan:add=""></button><button data-ms-plan:add="Free"></button>
    <button id="both" data-ms-plan:add="pln_free" data-ms-plan:update="pln_newsletter"></button>`
  expect(check(rule, body)).toEqual(['both'])
})

test('the message says what visitors get', () => {
  const [finding] = rule.check(pageOf('<a href="#" data-ms-plan:add="pln_free"></a>'))
  expect(finding?.message).toBe('This <a> has no link or modal. Visitors get the default sign-up modal.')
})
