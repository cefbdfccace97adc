// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { attributes, installAttributes } from '../../../../widget/attributes'
import { unknownAttribute as rule } from '../../../../widget/inspector/rules/unknown-names'
import { check, pageOf } from './check-html'

const messageOf = (markup: string) =>
  [...rule.check(pageOf(markup))]
    .map((finding) => finding?.message)
    .join()
    .replace(/^Unknown attribute [^ .]*(?:\. Did you mean |(?=\.$))/, '')

test('an attribute that does not exist is named on each element that carries it', () => {
  expect(check(rule, '<i id="a" data-ms-foo></i><i id="b" data-ms-foo="x"></i><i data-ms-member="x"></i>')).toEqual([
    'a',
    'b',
  ])
})

test('no valid attribute is unknown', () => {
  for (const name of Object.values({ ...attributes, ...installAttributes }))
    expect(check(rule, `<i id="a" ${name}="x"></i>`), name).toEqual([])
})

test.each([
  ['<form data-ms-from="login">', 'data-ms-form?'],
  ['<i data-ms-memeber="email">', 'data-ms-member?'],
  ['<i data-ms-plan-add="pln_free">', 'data-ms-plan:add?'],
  ['<i data-ms-prices:add="prc_x">', 'data-ms-price:add?'],
  ['<i data-ms-bind-style="x">', 'data-ms-bind:style?'],
  ['<form ms-form="login">', 'data-ms-form?'],
  ['<form data-ms-login>', 'data-ms-form="login"?'],
  ['<a data-ms-signup>', 'data-ms-modal="signup"?'],
  ['<i data-ms-email>', 'data-ms-member="email"?'],
  ['<i data-ms-background="red">', '.'],
  ['<i data-ms-hide="members">', 'data-ms-content="!members"?'],
  ['<i data-ms-show="members">', 'data-ms-content="members"?'],
  ['<i data-ms-bind:src="x">', 'data-ms-member?'],
  ['<a data-ms-modal-signup>', 'data-ms-modal="signup"?'],
  ['<a data-ms-modal-forgot-password>', 'data-ms-modal="forgot-password"?'],
  ['<a data-ms-action:logout>', 'data-ms-action="logout"?'],
  ['<a data-ms-logout-button>', 'data-ms-action="logout"?'],
  ['<a data-ms-customer-portal-link>', 'data-ms-action="customer-portal"?'],
  ['<form data-ms-form-login>', 'data-ms-form="login"?'],
  ['<form data-ms-signup-form>', 'data-ms-form="signup"?'],
  ['<i data-ms-content-members>', 'data-ms-content="members"?'],
  ['<i data-ms-content-not-members>', 'data-ms-content="!members"?'],
  ['<i data-ms-content-gold>', 'data-ms-content="gold"?'],
  ['<i data-ms-gated-content="gold">', 'data-ms-content?'],
  ['<i data-ms-member-first-name>', 'data-ms-member="first-name"?'],
  ['<i data-ms-field="first-name">', 'data-ms-member?'],
  ['<input data-mse-member="first-name">', 'data-ms-member?'],
  ['<i data-ms-price-add="prc_pro-monthly">', 'data-ms-price:add?'],
  ['<i data-ms-price="add" data-ms-price-id="prc_pro-monthly">', 'data-ms-price:add?'],
  ['<i data-ms-message-error>', 'data-ms-message="error"?'],
  ['<i data-ms-error-message>', 'data-ms-message="error"?'],
  ['<a data-ms-auth-google>', 'data-ms-auth-provider="google"?'],
  ['<a data-ms-social="google">', 'data-ms-auth-provider?'],
  ['<a data-memberstack-modal="login">', 'data-ms-modal?'],
  ['<form data-memberstack-form="login">', 'data-ms-form?'],
  ['<a data-memberstack-logout>', 'data-ms-action="logout"?'],
  ['<script data-memberstack-ap="app_demo"></script>', 'data-memberstack-app?'],
  ['<script data-ms-app="app_demo"></script>', 'data-memberstack-app?'],
  ['<i data-memberstack-background="red">', '.'],
])('%s: what was probably meant is offered', (markup, meant) => expect(messageOf(markup)).toBe(meant))

test('markup of Memberstack 1.0 has a rule of its own', () => {
  expect(check(rule, '<a ms-login data-ms-logout ms-hide-element></a><i data-ms-membership="x"></i>')).toEqual([])
})

test('attributes of plans and prices have rules of their own', () => {
  expect(check(rule, '<i data-ms-plan></i><i data-ms-price:buy></i>')).toEqual([])
})

test.each([
  ['data-ms-modal-loader', 'Use data-ms-loader on your own loader.'],
  ['data-ms-style', 'Style modals with ::part() or the colors of the app.'],
])('%s of Memberstack has a replacement', (name, replacement) => {
  const [finding] = [...rule.check(pageOf(`<i ${name}></i>`))]
  expect(finding?.message).toBe(`Memberstack has ${name}; this widget does not. ${replacement}`)
})

test('what other scripts write is theirs', () => {
  const body = '<i data-ms-code="x" ms-code-tooltip ms-hide-element="x" data-x></i>'
  expect(check(rule, body)).toEqual([])
})
