// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { imageInsideCommentForm as rule } from '../../../../widget/inspector/rules/profile-images'
import { check } from './check-html'

const button = '<button id="a" type="button" data-ms-action="profile-image">Picture</button>'
const channel = (inner: string): string => `<div data-ms-channel="guestbook">${inner}</div>`

test('a button for the picture in the form of a channel is an error', () => {
  expect(check(rule, channel(`<form><p>${button}</p></form>`))).toEqual(['a'])
})

test('in the channel, next to the form, it is right', () => {
  expect(check(rule, channel(`<form></form>${button}`))).toEqual([])
})

test('a form outside any channel is not a comment form', () => {
  expect(check(rule, `<form>${button}</form>`)).toEqual([])
})

test('a profile form stays one, in a channel too', () => {
  expect(check(rule, channel(`<form data-ms-form="profile">${button}</form>`))).toEqual([])
})
