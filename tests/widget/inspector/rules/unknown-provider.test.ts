// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { unknownProvider as rule } from '../../../../widget/inspector/rules/unknown-names'
import { check, pageOf } from './check-html'
import { demoApp } from './demo-app'

const buttons = (...keys: string[]): string =>
  keys.map((key) => `<button id="${key}" data-ms-auth-provider="${key}"></button>`).join('')

test('a provider that the app does not offer is warned about', () => {
  expect(check(rule, buttons('xing', 'Google', 'google', ' github '))).toEqual(['xing', 'Google'])
})

test('a passkey is no provider, but the app must offer it', () => {
  expect(check(rule, buttons('passkey'))).toEqual([])
  const { passwordless } = demoApp.additionalAuthMethods
  const app = { ...demoApp, additionalAuthMethods: { passwordless, passkey: { enabled: false } } }
  expect([...rule.check(pageOf(buttons('passkey'), { app }))]).toMatchObject([
    { message: 'The app does not offer "passkey".' },
  ])
})

test('the one that was probably meant is named', () => {
  const messages = [...rule.check(pageOf(buttons('xing', 'gihtub')))].map((finding) => finding?.message)
  expect(messages).toEqual([
    'The app does not offer "xing".',
    'The app does not offer "gihtub". Did you mean "github"?',
  ])
})

test('a button that names none is a mistake of another sort', () => {
  expect(check(rule, '<button data-ms-auth-provider=""></button>')).toEqual([])
})
