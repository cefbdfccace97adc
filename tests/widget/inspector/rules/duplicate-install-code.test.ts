// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { duplicateInstallCode as rule } from '../../../../widget/inspector/rules/install-code'
import { check, pageOf } from './check-html'

afterEach(() => (document.head.innerHTML = ''))

test('every install script but the first is one too many', () => {
  document.head.innerHTML = `<script id="first" data-memberstack-app="app_demo"></script>
    <script id="second" data-memberstack-app="app_other"></script>`
  const body = '<script id="third" data-memberstack-app="app_demo"></script>'
  expect(check(rule, body)).toEqual(['second', 'third'])
  expect([...rule.check(pageOf(body))][0]?.message).toBe('Another install script, for the app "app_other".')
})

test('other scripts, and other elements with the attribute, are ignored', () => {
  document.head.innerHTML = '<script id="first" data-memberstack-app="app_demo"></script><script id="other"></script>'
  expect(check(rule, '<div data-memberstack-app="app_demo"></div><script data-memberstack-id="x"></script>')).toEqual(
    [],
  )
})
