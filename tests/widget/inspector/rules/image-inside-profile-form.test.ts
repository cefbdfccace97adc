// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { imageInsideProfileForm as rule } from '../../../../widget/inspector/rules/profile-images'
import { check } from './check-html'

const button = (id: string): string =>
  `<button id="${id}" type="button" data-ms-action="profile-image">Picture</button>`

test('a button for the picture inside a profile form is an error', () => {
  expect(check(rule, `<form data-ms-form="profile"><div>${button('a')}</div></form>`)).toEqual(['a'])
})

test('next to the form or in another one it is right', () => {
  const others = `<form>${button('a')}</form><form data-ms-form="signup">${button('b')}</form>${button('c')}`
  expect(check(rule, `<form data-ms-form="profile"></form>${others}`)).toEqual([])
})

test('the image itself and other actions are allowed in it', () => {
  const inner = '<img data-ms-member="profile-image"><button data-ms-action="logout">Log out</button>'
  expect(check(rule, `<form data-ms-form="profile">${inner}</form>`)).toEqual([])
})
