// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { extraLoginElements as rule } from '../../../../widget/inspector/rules/login-forms'
import { check } from './check-html'

const form = (inner: string): string => `<form id="form" data-ms-form="login">${inner}</form>`

test('in a login form every element of a member but e-mail and password is an error', () => {
  const inner = `<input id="email" data-ms-member="email"><input id="password" data-ms-member="password">
    <input id="name" data-ms-member="first-name"><span id="text" data-ms-member="company"></span>`
  expect(check(rule, form(inner))).toEqual(['name', 'text'])
})

test('one that stands elsewhere and names the form is in it', () => {
  expect(check(rule, `${form('')}<input id="far" form="form" data-ms-member="token">`)).toEqual(['far'])
})

test('fields unrelated to members are allowed', () => {
  const inner = '<input type="checkbox" name="remember"><input data-ms-member=""><div data-ms-message="error"></div>'
  expect(check(rule, form(inner))).toEqual([])
})

test('other forms may ask for more', () => {
  expect(check(rule, '<form data-ms-form="signup"><input data-ms-member="first-name"></form>')).toEqual([])
  expect(check(rule, '<form><input data-ms-member="first-name"></form><p data-ms-member="company"></p>')).toEqual([])
})
