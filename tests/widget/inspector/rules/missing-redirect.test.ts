// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { missingRedirect as rule } from '../../../../widget/inspector/rules/redirects'
import { check } from './check-html'

const form = (attributes: string, inner = ''): string =>
  `<form id="a" data-ms-form="forgot-password" ${attributes}><input data-ms-member="email">${inner}</form>`

test('a forgot-password form without a redirect is warned about', () => {
  expect(check(rule, form(''))).toEqual(['a'])
  expect(check(rule, form('redirect=""'))).toEqual(['a'])
})

test.each(['redirect="/reset"', 'data-redirect="/reset"', 'data-ms-redirect="/reset"', 'redirect="#code"'])(
  'with %s it knows where to go',
  (attributes) => {
    expect(check(rule, form(attributes))).toEqual([])
  },
)

test('a wish on its submit button counts, and one on a link in it does not', () => {
  expect(check(rule, form('', '<button data-ms-redirect="/reset">Send</button>'))).toEqual([])
  expect(check(rule, form('', '<a href="/login" data-ms-redirect="/reset">Log in</a>'))).toEqual(['a'])
})

test('other forms need none', () => {
  expect(check(rule, '<form data-ms-form="login"></form><form data-ms-form="reset-password"></form>')).toEqual([])
})
