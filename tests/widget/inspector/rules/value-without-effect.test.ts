// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { pageAttributes } from '../../../../widget/attributes'
import { valueWithoutEffect as rule } from '../../../../widget/inspector/rules/attribute-values'
import { check, pageOf } from './check-html'

const messageOf = (markup: string) => [...rule.check(pageOf(markup))].map((finding) => finding?.message).join()

test.each([
  ['<a data-ms-action="login">', 'Unknown value data-ms-action="login". Did you mean data-ms-modal="login"?'],
  ['<a data-ms-action="signup">', 'Unknown value data-ms-action="signup". Did you mean data-ms-modal="signup"?'],
  ['<a data-ms-action="log-out">', 'Unknown value data-ms-action="log-out". Did you mean data-ms-action="logout"?'],
  ['<a data-ms-modal="logout">', 'Unknown value data-ms-modal="logout". Did you mean data-ms-action="logout"?'],
  ['<a data-ms-modal="Login">', 'Unknown value data-ms-modal="Login". Did you mean data-ms-modal="login"?'],
  ['<form data-ms-form="sign-up">', 'Unknown value data-ms-form="sign-up". Did you mean data-ms-form="signup"?'],
  ['<a data-ms-action="add-plan">', 'Unknown value data-ms-action="add-plan". Did you mean data-ms-plan:add="pln_…"?'],
  ['<a data-ms-modal="auth">', 'Unknown value data-ms-modal="auth". Did you mean data-ms-modal="login"?'],
  ['<form data-ms-form="contact">', 'Unknown value data-ms-form="contact".'],
  [
    '<i data-ms-passwordless="2">',
    'Unknown value data-ms-passwordless="2". Did you mean data-ms-passwordless="step-2"?',
  ],
  ['<script data-ms-curtain="false">', 'Unknown value data-ms-curtain="false". Did you mean data-ms-curtain="off"?'],
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
