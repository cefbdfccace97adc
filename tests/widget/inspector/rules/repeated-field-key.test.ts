// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { repeatedFieldKey as rule } from '../../../../widget/inspector/rules/form-parts'
import { check } from './check-html'

test('every field after the first with its key is an error, for each form', () => {
  const fields = (id: string) => `<input data-ms-member="email"><input data-ms-member="password">
    <input id="${id}-1" type="tel" data-ms-member="password"><input id="${id}-2" data-ms-member="password">
    <select data-ms-member="size"></select><textarea id="${id}-3" data-ms-member="size"></textarea>`
  const body = `<form data-ms-form="signup">${fields('a')}</form><form id="f" data-ms-form="profile">${fields('b')}</form>
    <input id="c" form="f" data-ms-member="size">`
  expect(check(rule, body)).toEqual(['a-1', 'a-2', 'a-3', 'b-1', 'b-2', 'b-3', 'c'])
})

test.each([
  '<input type="checkbox" data-ms-member="k" data-ms-value="a"><input type="checkbox" data-ms-member="k" data-ms-value="b">',
  '<input type="radio" data-ms-member="k" value="a"><input type="radio" data-ms-member="k" value="b">',
  '<input type="password" data-ms-member="password"><input type="password" data-ms-member="confirm-password">',
  '<input data-ms-member="k"><input data-ms-member="k" disabled>',
  '<div data-ms-content="no-plans"><input data-ms-member="k"></div><div data-ms-content="!no-plans"><input data-ms-member="k"></div>',
  '<input data-ms-member="k"><b data-ms-member="k"></b><input type="submit" data-ms-member="k">',
])('these share a key rightly: %s', (fields) => {
  expect(check(rule, `<form data-ms-form="signup">${fields}</form>`)).toEqual([])
})

test('a form that is not ours saves nothing, so its fields may repeat', () => {
  expect(check(rule, '<form><input data-ms-member="k"><input data-ms-member="k"></form>')).toEqual([])
})
