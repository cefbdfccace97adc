// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { missingLoginElements as rule } from '../../../../widget/inspector/rules/login-forms'
import { check, pageOf } from './check-html'

const email = '<input data-ms-member="email">'
const password = '<input type="password" data-ms-member="password">'
const google = '<button type="button" data-ms-auth-provider="google">Google</button>'
const form = (inner: string): string => `<form id="form" data-ms-form="login">${inner}</form>`

test('a login form without an e-mail field is an error', () => {
  expect(check(rule, form(password))).toEqual(['form'])
  expect(check(rule, form(google))).toEqual(['form'])
  expect(check(rule, form(''))).toEqual(['form'])
})

test('so is one with neither a password field nor a social login button', () => {
  expect(check(rule, form(email))).toEqual(['form'])
})

test('an address and either of them is enough', () => {
  expect(check(rule, form(email + password))).toEqual([])
  expect(check(rule, form(email + google))).toEqual([])
})

test('a field outside of the form counts by its form attribute, and one of another form does not', () => {
  expect(check(rule, form(email) + '<input form="form" data-ms-member="password">')).toEqual([])
  expect(check(rule, form(email) + '<form data-ms-form="password"><input data-ms-member="password"></form>')).toEqual([
    'form',
  ])
})

test('what only shows the address is no field for it', () => {
  expect(check(rule, form(`<p data-ms-member="email"></p>${password}`))).toEqual(['form'])
})

test('other kinds of forms are ignored', () => {
  expect(check(rule, '<form data-ms-form="passwordless-login"></form><form></form>')).toEqual([])
  expect(check(rule, `<div data-ms-form="login">${email}</div>`)).toEqual([])
})

test('the message names what is missing', () => {
  const messages = [...rule.check(pageOf(form('')))].map((finding) => finding?.message)
  expect(messages).toEqual(['This form has no email field and no password field or social login button.'])
})
