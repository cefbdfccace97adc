// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setMember } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { formStage, type FormStage } from './form-stage'

let stage: FormStage

const authProviders = ['google', 'github', 'spotify'].map((provider, order) => ({
  provider,
  name: provider,
  icon: null,
  order,
}))

beforeEach(() => {
  stage = formStage({ authProviders })
  const auth = {
    email: 'ada@example.com',
    hasPassword: false,
    providers: [{ provider: 'github' }, { provider: 'gone' }],
  }
  setMember(aMember({ auth }))
})
afterEach(() => stage.leave())

/** The screen knows how the member can prove themselves. */
const answered = () => act(async () => {})

test('a member without a password proves themselves with a connected provider that the app still offers', async () => {
  stage.client.getReauthenticationOptions.mockResolvedValue({ data: { methods: ['provider'] } })
  stage.client.reauthenticateMember.mockResolvedValue({ data: { success: true } })
  const result = stage.show('REAUTHENTICATE', { act: 'deleteMember' })
  await answered()
  await stage.press('Continue with github')
  const [sent] = stage.client.reauthenticateMember.mock.calls[0] ?? []
  expect(sent).toEqual({ provider: 'github' })
  expect(await result).toEqual({ type: 'CONTINUE', data: null })
})

const firstFocused = [
  [['provider'], 'Continue with github'],
  [[], 'Cancel'],
  [['code'], 'Email me a code'],
  [['passkey', 'password'], 'Use a passkey'],
  [['password'], 'password'],
] as const

test.each(firstFocused)('once the methods of %j are known, the focus is on %j', async (methods, expected) => {
  stage.client.getReauthenticationOptions.mockResolvedValue({ data: { methods: [...methods] } })
  void stage.show('REAUTHENTICATE', {})
  expect(stage.focused()).toBe(stage.find('h2'))
  await answered()
  const focused = stage.focused()
  expect(focused?.getAttribute('name') ?? focused?.textContent).toBe(expected)
})

test('a chosen method without a field has the focus on its button', async () => {
  stage.client.getReauthenticationOptions.mockResolvedValue({ data: { methods: ['password', 'code'] } })
  void stage.show('REAUTHENTICATE', {})
  await answered()
  await stage.press('Email me a code')
  expect(stage.focused()?.textContent).toBe('Email me a code')
})

test('with a password both are offered, and a refused provider leaves the password', async () => {
  stage.client.getReauthenticationOptions.mockResolvedValue({ data: { methods: ['password', 'provider'] } })
  const message = 'This provider is not connected to your account.'
  stage.client.reauthenticateMember.mockRejectedValueOnce({ code: 'account-not-connected', message })
  void stage.show('REAUTHENTICATE', {})
  await answered()
  await stage.press('Continue with github')
  expect(stage.alert()).toBe(message)
  expect(stage.control('password').value).toBe('')
  expect(stage.button('Continue with google')).toBeUndefined()
})
