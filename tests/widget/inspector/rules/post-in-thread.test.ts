// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { postInThread as rule } from '../../../../widget/inspector/rules/comment-parts'
import { check } from './check-html'

const thread = (inner: string): string => `<div data-ms-thread="container"><div>${inner}</div></div>`

test('a post inside a thread is an error', () => {
  expect(check(rule, thread('<p id="a" data-ms-post="content"></p>'))).toEqual(['a'])
})

test('one that does not say which part it is, too', () => {
  expect(check(rule, thread('<p id="a" data-ms-post></p>'))).toEqual(['a'])
})

test('the toggle of the thread is allowed in it', () => {
  expect(check(rule, thread('<button data-ms-post="showThreads">Answers</button>'))).toEqual([])
})

test('a thread inside a post is the right way round', () => {
  expect(check(rule, `<div data-ms-post="content">${thread('<p data-ms-thread="content"></p>')}</div>`)).toEqual([])
})

test('a post next to a thread is not inside', () => {
  expect(check(rule, `${thread('')}<p data-ms-post="content"></p>`)).toEqual([])
})
