// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { attributes, installAttributes } from '../../../../widget/attributes'
import { missingAttributeValue as rule } from '../../../../widget/inspector/rules/attribute-values'
import { check, pageOf } from './check-html'

const needsNone = [
  'data-ms-value',
  'data-ms-message-text',
  'data-ms-message-close',
  'data-ms-loader',
  'data-ms-signup:hcaptcha',
  'data-ms-auth-disconnect',
  'data-ms-post',
  'data-ms-thread',
  'data-ms-social-auth-allow-signup',
  'data-ms-auth-allow-login',
  'data-ms-auth-manage-providers',
  'data-ms-channel-content',
  'data-ms-channel-sort',
  'data-ms-post-edit',
  'data-ms-post-delete',
  'data-ms-thread-edit',
  'data-ms-thread-delete',
]
const all: string[] = Object.values({ ...attributes, ...installAttributes })

test.each(all.filter((name) => name.startsWith('data-m') && !needsNone.includes(name)))('%s needs a value', (name) => {
  const body = `<i id="none" ${name}></i><i id="empty" ${name}=""></i><i id="blank" ${name}="  "></i><i ${name}="x"></i>`
  expect(check(rule, body)).toEqual(['none', 'empty', 'blank'])
})

test.each(needsNone)('%s may be empty', (name) => expect(check(rule, `<i ${name}></i>`)).toEqual([]))

test('output of page builders, and invalid names, are left alone', () => {
  const body = `<form redirect="" data-redirect="" data-wait=""><i data-ms-plan=""></i><i data-ms-foo=""></i></form>`
  expect(check(rule, body)).toEqual([])
})

test('the message names the attribute', () => {
  const [finding] = rule.check(pageOf('<i data-ms-member=""></i>'))
  expect(finding?.message).toBe('data-ms-member is empty.')
})
