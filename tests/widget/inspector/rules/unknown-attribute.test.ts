// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { attributes, installAttributes } from '../../../../widget/attributes'
import { rule } from '../../../../widget/inspector/rules/unknown-attribute'
import { check, pageOf } from './check-html'

const messageOf = (markup: string) =>
  [...rule.check(pageOf(markup))]
    .map((finding) => finding?.message)
    .join()
    .replace(/^There is no [^ .]*?(: did you mean |(?=\.$))/, '')

test('an attribute that does not exist is named on each element that carries it', () => {
  expect(check(rule, '<i id="a" data-ms-foo></i><i id="b" data-ms-foo="x"></i><i data-ms-member="x"></i>')).toEqual([
    'a',
    'b',
  ])
})

test('no attribute of ours is unknown', () => {
  for (const name of Object.values({ ...attributes, ...installAttributes }))
    expect(check(rule, `<i id="a" ${name}="x"></i>`), name).toEqual([])
})

test.each([
  ['<form data-ms-from="login">', 'data-ms-form?'],
  ['<i data-ms-memeber="email">', 'data-ms-member?'],
  ['<i data-ms-plan-add="pln_free">', 'data-ms-plan:add?'],
  ['<i data-ms-prices:add="prc_x">', 'data-ms-price:add?'],
  ['<i data-ms-bind-style="x">', 'data-ms-bind:style?'],
  ['<form ms-form="login">', 'data-ms-form?'],
  ['<form data-ms-login>', 'data-ms-form="login"?'],
  ['<a ms-login>', 'data-ms-modal="login"?'],
  ['<a data-ms-logout>', 'data-ms-action="logout"?'],
  ['<i data-ms-email>', 'data-ms-member="email"?'],
  ['<i data-ms-background="red">', '.'],
])('%s: what was probably meant is offered', (markup, meant) => expect(messageOf(markup)).toBe(meant))

test('attributes of plans and prices have rules of their own', () => {
  expect(check(rule, '<i data-ms-plan></i><i data-ms-price:buy></i>')).toEqual([])
})

test('what other scripts write is theirs', () => {
  const body = '<i data-ms-code="x" ms-code-tooltip data-ms-style="x" ms-hide-element="x" data-x></i>'
  expect(check(rule, body)).toEqual([])
})
