// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { unmaskedPassword as rule } from '../../../../widget/inspector/rules/login-forms'
import { check } from './check-html'

test('a password field with another type is an error', () => {
  const body = `<form><input id="a" type="text" data-ms-member="password"><input id="b" type="TEL" data-ms-member="new-password">
    <input id="c" type="text" data-ms-member="current-password"><textarea id="d" data-ms-member="confirm-password"></textarea></form>`
  expect(check(rule, body)).toEqual(['a', 'b', 'c', 'd'])
})

test.each([
  '<input type="password" data-ms-member="password">',
  '<input type="Password" data-ms-member="password">',
  '<input data-ms-member="password">',
  '<input type="" data-ms-member="password">',
  '<input type="hidden" data-ms-member="password">',
  '<input type="text" data-ms-member="token">',
  '<p data-ms-member="password"></p>',
])('%s is right', (field) => {
  expect(check(rule, `<form>${field}</form>`)).toEqual([])
})
