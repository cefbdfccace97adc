// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { fieldOutsideForm as rule } from '../../../../widget/inspector/rules/form-parts'
import { check } from './check-html'

test('a field outside of any form is warned about', () => {
  const body = `<input id="a" data-ms-member="first-name"><select id="b" data-ms-member="plan-size"></select>
    <textarea id="c" data-ms-member="about"></textarea>`
  expect(check(rule, body)).toEqual(['a', 'b', 'c'])
})

test.each([
  '<form><input data-ms-member="first-name"></form>',
  '<form id="f"></form><input form="f" data-ms-member="first-name">',
])('one that belongs to a form is right: %s', (body) => {
  expect(check(rule, body)).toEqual([])
})

test.each([
  '<input readonly data-ms-member="email">',
  '<input disabled data-ms-member="email">',
  '<input type="hidden" data-ms-member="email">',
  '<input data-ms-member="id">',
  '<input data-ms-member="signup-date">',
  '<input type="button" data-ms-member="first-name">',
  '<span data-ms-member="first-name"></span>',
])('what only shows a value needs no form: %s', (body) => {
  expect(check(rule, body)).toEqual([])
})

test('where a block says that it is a form, that is the mistake', () => {
  expect(check(rule, '<div data-ms-form="login"><input data-ms-member="email"></div>')).toEqual([])
})

test('a label with the key of a field is no field; a form without any field is reported elsewhere', () => {
  const field = '<input id="field" data-ms-member="company">'
  const label = '<label id="label" data-ms-member="company">Company</label>'
  expect(check(rule, `<form data-ms-form="profile">${label}${field}</form>`)).toEqual(['label'])
  expect(check(rule, `<form data-ms-form="profile">${label}</form>`)).toEqual([])
  expect(check(rule, `<form>${label}${field}</form>${label}`)).toEqual([])
})
