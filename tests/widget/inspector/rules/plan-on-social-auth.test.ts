// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { planOnSocialAuth as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

test('a social login button carries neither plan nor price', () => {
  const body = `
    <button id="plan" data-ms-auth-provider="google" data-ms-plan:add="pln_free"></button>
    <button id="price" data-ms-auth-provider="google" data-ms-price:add="prc_pro-monthly"></button>
    <button id="bare" data-ms-auth-provider="github" data-ms-price="x"></button>
    <button data-ms-auth-provider="google"></button>`
  expect(check(rule, body)).toEqual(['plan', 'price', 'bare'])
})

test('the form around it may, and so may other buttons', () => {
  const body = `<form data-ms-form="signup" data-ms-plan:add="pln_free"><button data-ms-auth-provider="google"></button></form>
    <button data-ms-modal="signup" data-ms-plan:add="pln_free"></button>`
  expect(check(rule, body)).toEqual([])
})

test('the message names the attribute', () => {
  const [finding] = rule.check(pageOf('<b data-ms-auth-provider="google" data-ms-price:add="prc_x"></b>'))
  expect(finding?.message).toBe('data-ms-price:add does not work on a social login button.')
})
