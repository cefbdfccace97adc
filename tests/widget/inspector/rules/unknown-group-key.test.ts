// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { unknownGroupKey as rule } from '../../../../widget/inspector/rules/unknown-names'
import { check, pageOf } from './check-html'

const messages = (body: string): (string | undefined)[] =>
  [...rule.check(pageOf(body))].flatMap((finding) => (finding ? [finding.message] : []))

test('a value that is no group, plan or built-in name is warned about', () => {
  const values = ['vip', '!vip', 'Members', 'pln_gold', 'pro-area, free-area', '! members']
  const body = values.map((value, index) => `<p id="${index}" data-ms-content="${value}"></p>`).join('')
  expect(check(rule, body)).toEqual(['0', '1', '2', '3', '4', '5'])
})

test('the message states the effect and the most similar value', () => {
  expect(messages('<p data-ms-content="vip"></p>')).toEqual(['"vip" is unknown, so no one sees the element.'])
  expect(messages('<p data-ms-content="!member"></p>')).toEqual([
    '"!member" is unknown, so everyone sees the element. Did you mean "!members"?',
  ])
})

test('groups, plans and built-in names are known, each with ! too', () => {
  const values = ['members', 'verified', 'is-admin', 'pro-area', 'pln_free', 'pln_pro']
  const body = values.map((value) => `<p data-ms-content="${value}"></p><p data-ms-content="!${value}"></p>`).join('')
  expect(check(rule, body)).toEqual([])
})

test('an empty value gates nothing', () => {
  expect(check(rule, '<p data-ms-content=""></p><p data-ms-content=" "></p>')).toEqual([])
})
