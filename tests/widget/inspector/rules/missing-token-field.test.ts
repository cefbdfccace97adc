// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { missingTokenField as rule } from '../../../../widget/inspector/rules/login-forms'
import { check } from './check-html'

const kinds = ['passwordless-login', 'passwordless-signup', 'reset-password']

test.each(kinds)('a "%s" form needs a field for the code', (kind) => {
  const form = (inside: string): string =>
    `<form id="a" data-ms-form="${kind}"><input id="e" data-ms-member="email">${inside}</form>`
  expect(check(rule, form(''))).toEqual(['a'])
  expect(check(rule, form('<span data-ms-member="token"></span>'))).toEqual(['a'])
  expect(check(rule, form('<input data-ms-member="token">'))).toEqual([])
  expect(check(rule, `${form('')}<input form="a" data-ms-member="token">`)).toEqual([])
})

test.each(['login', 'forgot-password', 'signup'])('a "%s" form needs none', (kind) =>
  expect(check(rule, `<form id="a" data-ms-form="${kind}"></form>`)).toEqual([]),
)
