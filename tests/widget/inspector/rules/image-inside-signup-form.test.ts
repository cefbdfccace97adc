// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { imageInsideSignupForm as rule } from '../../../../widget/inspector/rules/profile-images'
import { check } from './check-html'

const button = '<button id="a" type="button" data-ms-action="profile-image">Picture</button>'

test('a button for the picture inside a signup form is an error', () => {
  expect(check(rule, `<form data-ms-form="signup"><p>${button}</p></form>`)).toEqual(['a'])
})

test('a button that only names the form stands elsewhere', () => {
  const far = button.replace('id="a"', 'id="a" form="form"')
  expect(check(rule, `<form id="form" data-ms-form="signup"></form>${far}`)).toEqual([])
})

test('other forms are ignored', () => {
  expect(check(rule, `<form data-ms-form="profile">${button}</form>`)).toEqual([])
  expect(check(rule, `<form data-ms-form="passwordless-signup">${button}</form>`)).toEqual([])
})
