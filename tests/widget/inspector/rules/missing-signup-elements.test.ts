// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { missingSignupElements as rule } from '../../../../widget/inspector/rules/login-forms'
import { check } from './check-html'

const email = '<input data-ms-member="email">'
const form = (inner: string): string => `<form id="form" data-ms-form="signup">${inner}</form>`

test('a signup form without an e-mail field is an error', () => {
  expect(check(rule, form('<input data-ms-member="password"><input data-ms-member="first-name">'))).toEqual(['form'])
})

test('so is one with neither a password field nor a social login button', () => {
  expect(check(rule, form(`${email}<input data-ms-member="confirm-password">`))).toEqual(['form'])
})

test('an address and either of them is enough', () => {
  expect(check(rule, form(`${email}<input data-ms-member="password">`))).toEqual([])
  expect(check(rule, form(`${email}<button data-ms-auth-provider="github">GitHub</button>`))).toEqual([])
})

test('other kinds of forms are ignored', () => {
  expect(check(rule, '<form data-ms-form="passwordless-signup"></form><form data-ms-form="login"></form>')).toEqual([])
})
