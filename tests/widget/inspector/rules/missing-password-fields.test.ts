// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { missingPasswordFields as rule } from '../../../../widget/inspector/rules/login-forms'
import { check, pageOf } from './check-html'

const form = (...keys: string[]): string =>
  `<form id="a" data-ms-form="password">${keys.map((key) => `<input data-ms-member="${key}">`).join('')}</form>`

test.each([
  [
    ['password'],
    'This form has no field "current-password" and no field "new-password". The key "password" is for sign-ups and logins.',
  ],
  [['new-password'], 'This form has no field "current-password".'],
  [['current-password', 'confirm-password'], 'This form has no field "new-password".'],
])('%j', (keys, message) => {
  const found = [...rule.check(pageOf(form(...keys)))].filter((finding) => finding !== undefined)
  expect(found.map((finding) => finding.message)).toEqual([message])
})

test('current and new password are enough', () => {
  expect(check(rule, form('current-password', 'new-password'))).toEqual([])
})

test('members without a password need only the new one', () => {
  const gate = (value: string): string => `<div id="g" data-ms-content="${value}">${form('new-password')}</div>`
  expect(check(rule, gate('!has-password'))).toEqual([])
  expect(check(rule, gate('has-password'))).toEqual(['a'])
})
