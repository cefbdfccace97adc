// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { unknownContentId as rule } from '../../../../widget/inspector/rules/unknown-names'
import { check, pageOf } from './check-html'
import { demoApp } from './demo-app'

const { privateIds: _, ...publicApp } = demoApp

test.each(['data-ms-secure-html', 'data-ms-secure-link'])('%s with content that the app does not have', (name) => {
  const body = `<a id="fail" ${name}="cnt_welcom"></a><a id="pass" ${name}=" cnt_welcome "></a><a id="empty" ${name}=""></a>`
  expect(check(rule, body)).toEqual(['fail'])
  expect([...rule.check(pageOf(body))][0]?.message).toBe(
    'This app has no hosted content "cnt_welcom". Did you mean "cnt_welcome"?',
  )
})

test('a browser reports it only after the server did not find it', () => {
  const body = '<p id="a" data-ms-secure-html="cnt_gone"></p>'
  expect(check(rule, body, { app: publicApp })).toEqual([])
  expect(check(rule, body, { app: { ...publicApp, rejectedIds: ['cnt_gone'] } })).toEqual(['a'])
})
