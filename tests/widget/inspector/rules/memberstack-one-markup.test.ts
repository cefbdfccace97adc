// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { memberstack1 } from '../../../../widget/attributes'
import { noInstallCode } from '../../../../widget/inspector/rules/install-code'
import { memberstackOneMarkup as rule } from '../../../../widget/inspector/rules/memberstack-one-markup'
import { check, pageOf } from './check-html'

const messages = (markup: string) => [...rule.check(pageOf(markup))].flatMap((finding) => finding?.message ?? [])

test('every attribute of Memberstack 1.0 is found, with what replaces it', () => {
  for (const name of Object.values(memberstack1))
    expect(messages(`<i ${name}="x"></i>`), name).toEqual([expect.stringMatching(/still works\. Use data-ms-/)])
})

test.each([
  ['#/ms/login', '#/ms/login still works. Use data-ms-modal="login".'],
  ['/join#/ms/signup/5c61', '#/ms/signup still works. Use data-ms-modal="signup".'],
  ['#/ms/content/gold', '#/ms/content still works. Use data-ms-content.'],
  ['#/ms/constructor', '#/ms/constructor has no effect.'],
])('a link to %s', (href, message) => expect(messages(`<a href="${href}">x</a>`)).toEqual([message]))

test('the action of a form is found too', () =>
  expect(messages('<form action="/#/ms/logout"></form>')).toEqual([
    '#/ms/logout still works. Use data-ms-action="logout".',
  ]))

test('attributes of today and other links are not found', () => {
  const page = '<a id="a" href="#/about"></a><a id="b"></a><p id="c" data-ms-content="members" ms-code-x></p>'
  expect(check(rule, page)).toEqual([])
})

test('the old install tag is one, and the finding says what to write', () => {
  const tag = '<script type="inert" data-memberstack-id="335d"></script><p data-ms-content="members"></p>'
  expect(messages(tag)).toEqual(['data-memberstack-id still names the app. Use data-memberstack-app="app_335d".'])
  expect(noInstallCode.holds(pageOf(tag))).toBe(false)
  expect(noInstallCode.holds(pageOf('<p data-ms-content="members"></p>'))).toBe(true)
})

test('a link without an effect is an error, one that works is not', () => {
  const links = pageOf('<a href="#/ms/constructor">x</a><a href="#/ms/login">x</a>')
  expect([...rule.check(links)].map((finding) => finding?.severity ?? rule.severity)).toEqual(['error', 'warning'])
})
