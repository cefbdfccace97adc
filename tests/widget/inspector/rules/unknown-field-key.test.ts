// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { unknownFieldKey as rule } from '../../../../widget/inspector/rules/unknown-names'
import { check, pageOf } from './check-html'
import { demoApp } from './demo-app'

const messages = (body: string): (string | undefined)[] =>
  [...rule.check(pageOf(body))].flatMap((finding) => (finding ? [finding.message] : []))

test('a key that is no custom field is warned about, on fields and on texts', () => {
  const body = '<form data-ms-form="signup"><input id="a" data-ms-member="firstName"></form>'
  expect(check(rule, `${body}<b id="b" data-ms-member="shoe-size"></b>`)).toEqual(['a', 'b'])
})

test('the key that was probably meant is named', () => {
  expect(messages('<b data-ms-member="firstName"></b>')).toEqual([
    'The app has no custom field "firstName". Did you mean "first-name"?',
  ])
  expect(messages('<b data-ms-member="shoe-size"></b>')).toEqual(['The app has no custom field "shoe-size".'])
})

test('custom fields, hidden ones too, and the built-in keys are known', () => {
  const keys = [
    'first-name',
    'internal-note',
    'email',
    'token',
    'confirm-password',
    'id',
    'signup-date',
    'profile-image',
  ]
  expect(check(rule, keys.map((key) => `<b data-ms-member="${key}"></b>`).join(''))).toEqual([])
})

test('the fields are those of the app at hand', () => {
  const app = { ...demoApp, customFields: [] }
  expect(check(rule, '<b id="a" data-ms-member="first-name"></b>', { app })).toEqual(['a'])
})

test('an empty value and a field too many in a login form are other mistakes', () => {
  expect(check(rule, '<b data-ms-member=""></b><b data-ms-member=" "></b>')).toEqual([])
  expect(check(rule, '<form data-ms-form="login"><input data-ms-member="shoe-size"></form>')).toEqual([])
})
