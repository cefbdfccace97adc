// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { orphanCommentingUi as rule } from '../../../../widget/inspector/rules/comment-parts'
import { check } from './check-html'

test('a post and a thread outside of any channel are errors', () => {
  const body = '<div id="a" data-ms-post="content"></div><div id="b" data-ms-thread="container"></div>'
  expect(check(rule, body)).toEqual(['a', 'b'])
})

test('those that do not say which part they are, too', () => {
  expect(check(rule, '<div id="a" data-ms-post></div><div id="b" data-ms-thread></div>')).toEqual(['a', 'b'])
})

test('a channel beside them is not around them', () => {
  expect(check(rule, '<div data-ms-channel="guestbook"></div><p id="a" data-ms-post="content"></p>')).toEqual(['a'])
})

test('in a channel they are right, however deep', () => {
  const inner = '<div><p data-ms-post="content"></p><div data-ms-thread="container"></div></div>'
  expect(check(rule, `<section data-ms-channel="guestbook">${inner}</section>`)).toEqual([])
})
