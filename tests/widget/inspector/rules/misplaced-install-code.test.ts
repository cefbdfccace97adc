// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { misplacedInstallCode as rule } from '../../../../widget/inspector/rules/install-code'
import { check } from './check-html'

afterEach(() => (document.head.innerHTML = ''))

test('an install script in the body is misplaced, with or without defer', () => {
  expect(check(rule, '<script id="a" data-memberstack-app="app_demo"></script>')).toEqual(['a'])
  expect(check(rule, '<div><script id="a" defer data-memberstack-app="app_demo"></script></div>')).toEqual(['a'])
})

test('in the head it is right; a second one in the body is another mistake', () => {
  document.head.innerHTML = '<script id="first" data-memberstack-app="app_demo"></script>'
  expect(check(rule, '<script id="second" data-memberstack-app="app_demo"></script>')).toEqual([])
})

test('other scripts may stand anywhere', () => expect(check(rule, '<script id="a"></script>')).toEqual([]))
