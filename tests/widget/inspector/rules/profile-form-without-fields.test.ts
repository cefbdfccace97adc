// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { profileFormWithoutFields as rule } from '../../../../widget/inspector/rules/form-parts'
import { check } from './check-html'

const form = (inside: string): string => `<form id="a" data-ms-form="profile">${inside}</form>`

test.each([
  '',
  '<input name="city">',
  '<label data-ms-member="city"><input></label>',
  '<input data-ms-member="">',
  '<input type="submit" data-ms-member="city">',
])('a profile form with %j saves nothing', (inside) => expect(check(rule, form(inside))).toEqual(['a']))

test.each([
  '<input data-ms-member="city">',
  '<select data-ms-member="city"></select>',
  '<textarea data-ms-member="city"></textarea>',
])('with %s it saves something', (inside) => expect(check(rule, form(inside))).toEqual([]))

test('a field may be linked to the form, and other forms are left alone', () => {
  expect(check(rule, `${form('')}<input form="a" data-ms-member="city">`)).toEqual([])
  expect(check(rule, '<form id="a" data-ms-form="email"></form>')).toEqual([])
})
