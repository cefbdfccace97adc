// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { $app, setApp } from '../../../../../widget/stores/app'
import { aCustomField } from '../../../../support/a-custom-field'
import { anApp } from '../../../../support/an-app'
import { leavePage, mountPage, settle } from '../../../../support/mount-page'

afterEach(() => {
  leavePage()
  $app.set(null)
  vi.restoreAllMocks()
})

const customFields = [aCustomField('first-name'), aCustomField('internal-note', { restrictToAdmin: true })]
const form = (kind: string, ...keys: string[]): string =>
  `<form data-ms-form="${kind}">${keys.map((key) => `<input data-ms-member="${key}">`).join('')}</form>`

/** All console messages for the page's author, from now on. */
function listen(): string[] {
  const heard: string[] = []
  vi.spyOn(console, 'warn').mockImplementation((text) => void heard.push(String(text)))
  return heard
}

test('an unknown key is reported once, with the most similar one', async () => {
  const warnings = listen()
  await mountPage(form('profile', 'frist-name', 'frist-name', 'first-name', 'shoe-size', 'password'))
  setApp(anApp({ customFields }))
  setApp(anApp({ customFields }))
  document.querySelector('form')!.insertAdjacentHTML('beforeend', '<input data-ms-member="frist-name">')
  await settle()
  expect(warnings).toEqual([
    '[membership] data-ms-member="frist-name": The app has no custom field "frist-name". Its value is not saved or filled in. Did you mean "first-name"?',
    '[membership] data-ms-member="shoe-size": The app has no custom field "shoe-size". Its value is not saved or filled in.',
  ])
})

test('a form that comes when the app is known is looked at too', async () => {
  const warnings = listen()
  setApp(anApp({ customFields }))
  await mountPage(form('signup', '__proto__'))
  expect(warnings).toHaveLength(1)
})

test('an email in a profile form that no one can change is not reported', async () => {
  const warnings = listen()
  setApp(anApp({ customFields }))
  await mountPage(form('profile', 'email').replaceAll('<input', '<input readonly'))
  expect(warnings).toEqual([])
})

test('an email in a profile form, and an admin-only field, are reported', async () => {
  const warnings = listen()
  setApp(anApp({ customFields }))
  await mountPage(form('profile', 'email', 'internal-note'))
  expect(warnings).toHaveLength(2)
})

test('live pages get no reports', async () => {
  const warnings = listen()
  setApp(anApp({ customFields, mode: 'live' }))
  await mountPage(form('profile', 'frist-name', 'email', 'internal-note'))
  expect(warnings).toEqual([])
})
