// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { misplacedFormAttribute as rule } from '../../../../widget/inspector/rules/form-parts'
import { check } from './check-html'

test('a form attribute on anything but a form is an error', () => {
  expect(check(rule, '<div id="a" data-ms-form="login"></div><form id="b" data-ms-form="login"></form>')).toEqual(['a'])
})
