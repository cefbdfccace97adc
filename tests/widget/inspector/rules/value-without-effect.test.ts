// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { pageAttributes } from '../../../../widget/attributes'
import { rule } from '../../../../widget/inspector/rules/value-without-effect'
import { check, pageOf } from './check-html'

const messageOf = (markup: string) => [...rule.check(pageOf(markup))].map((finding) => finding?.message).join()

test.each([
  ['<a data-ms-action="login">', 'There is no data-ms-action="login": did you mean data-ms-modal="login"?'],
  ['<a data-ms-action="signup">', 'There is no data-ms-action="signup": did you mean data-ms-modal="signup"?'],
  ['<a data-ms-action="log-out">', 'There is no data-ms-action="log-out": did you mean data-ms-action="logout"?'],
  ['<a data-ms-modal="logout">', 'There is no data-ms-modal="logout": did you mean data-ms-action="logout"?'],
  ['<a data-ms-modal="Login">', 'There is no data-ms-modal="Login": did you mean data-ms-modal="login"?'],
  ['<form data-ms-form="sign-up">', 'There is no data-ms-form="sign-up": did you mean data-ms-form="signup"?'],
  ['<form data-ms-form="contact">', 'There is no data-ms-form="contact".'],
  ['<i data-ms-passwordless="2">', 'There is no data-ms-passwordless="2": did you mean data-ms-passwordless="step-2"?'],
  ['<script data-ms-curtain="false">', 'There is no data-ms-curtain="false": did you mean data-ms-curtain="off"?'],
])('%s', (markup, message) => expect(messageOf(markup)).toBe(message))

test('every value that means something is left alone', () => {
  for (const { name, values = [] } of pageAttributes)
    for (const value of values) expect(check(rule, `<i id="a" ${name}="${value}"></i>`), value).toEqual([])
  expect(check(rule, '<script data-ms-analytics=" Off "></script>')).toEqual([])
})

test('keys of fields and groups, empty values and prices have rules of their own', () => {
  const body = `<i data-ms-member="foo"></i><i data-ms-content="foo"></i><i data-ms-action=""></i><i data-ms-price:remove="x"></i>`
  expect(check(rule, body)).toEqual([])
})
