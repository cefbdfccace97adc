// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { redirectToAnotherSite as rule } from '../../../../widget/inspector/rules/redirects'
import { check, pageOf } from './check-html'
import { demoApp } from './demo-app'

const form = (value: string, name = 'redirect'): string =>
  `<form id="a" data-ms-form="login" ${name}="${value}"></form>`

test.each([
  'https://other.example/',
  '//other.example',
  '/\\\\other.example',
  'javascript:alert(1)',
  'http://shop.test/x',
  'mailto:a@b.example',
])('%s is blocked on https://shop.test', (value) => {
  for (const name of ['redirect', 'data-redirect', 'data-ms-redirect'])
    expect(check(rule, form(value, name), { path: '/' }), name).toEqual(['a'])
})

test.each(['/welcome', 'welcome.html', '#top', '?a=1', 'https://shop.test/x', '', 'current-url'])(
  '%j is allowed',
  (value) => {
    for (const name of ['redirect', 'data-redirect', 'data-ms-redirect'])
      expect(check(rule, form(value, name), { path: '/' }), name).toEqual([])
  },
)

test('forms and buttons of other scripts are left alone', () => {
  expect(check(rule, '<form id="a" redirect="https://other.example/"></form>')).toEqual([])
})

test('a file may lead to a live domain of the app', () => {
  expect(check(rule, form('https://demo.example/welcome'))).toEqual([])
  const { privateIds: _, ...publicApp } = demoApp
  expect(check(rule, form('https://demo.example/welcome'), { app: publicApp })).toEqual(['a'])
  const finding = [...rule.check(pageOf(form('https://other.example/')))].find((one) => one !== undefined)
  expect(finding?.message).toBe(
    'redirect="https://other.example/" leads to another site. The widget blocks it unless the page is on other.example.',
  )
})
