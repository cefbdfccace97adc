// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { privateCustomField as rule } from '../../../../widget/inspector/rules/form-parts'
import { check } from './check-html'

test('a creator’s private field is an error, in posts and in threads', () => {
  const body = '<b id="a" data-ms-post-creator="company"></b><b id="b" data-ms-thread-creator="internal-note"></b>'
  expect(check(rule, body)).toEqual(['a', 'b'])
})

test('public fields and fields for members are right', () => {
  const body = '<b data-ms-post-creator="first-name"></b><b data-ms-thread-creator="last-name"></b>'
  expect(check(rule, body)).toEqual([])
})

test('a member may see an own private field', () => {
  expect(check(rule, '<b data-ms-member="company"></b>')).toEqual([])
})

test('nothing is said in the first second of a page', () => {
  expect(rule.afterMs).toBe(1_000)
})
