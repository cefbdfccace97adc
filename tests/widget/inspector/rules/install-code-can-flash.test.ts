// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { installCodeCanFlash as rule } from '../../../../widget/inspector/rules/install-code'
import { check, pageOf } from './check-html'

afterEach(() => (document.head.innerHTML = ''))

test.each(['async', 'defer', 'type="module"', 'type=" Module "'])('an install script with %s may be late', (late) => {
  document.head.innerHTML = `<script id="a" ${late} data-memberstack-app="app_demo"></script>`
  expect(check(rule, '')).toEqual(['a'])
})

test('the message names the cause', () => {
  document.head.innerHTML = '<script async data-memberstack-app="app_demo"></script>'
  expect([...rule.check(pageOf(''))][0]?.message).toBe('With async, the page can be drawn before the script runs.')
})

test('a plain one in the head is in time, whatever other scripts say', () => {
  document.head.innerHTML = `<script type="text/javascript" data-memberstack-app="app_demo"></script><script defer></script>`
  expect(check(rule, '')).toEqual([])
})

test('one in the body is another mistake', () => {
  expect(check(rule, '<script id="a" defer data-memberstack-app="app_demo"></script>')).toEqual([])
})
