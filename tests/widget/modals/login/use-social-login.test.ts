// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aMemberAuth } from '../../../support/fake-client'
import { formStage, type FormStage } from '../form-stage'
import { providerWindows, twoProviders } from '../social-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage(twoProviders)
})
afterEach(() => stage.leave())

const GOOGLE = 'Continue with Google'

async function logInWithPassword(provider = 'google'): Promise<void> {
  const refusal = { code: 'use-social-login', message: 'Please log in with your provider.', provider }
  stage.client.loginMemberEmailPassword.mockRejectedValueOnce(refusal)
  stage.type('email', 'ada@example.com')
  stage.type('password', 'secret word')
  await stage.submit()
}

describe('a password for an account that has a provider instead', () => {
  test('starts the login with that provider, says why, and ends as its button would', async () => {
    const data = aMemberAuth()
    const { open, answer } = providerWindows<{ data: typeof data }>()
    stage.client.loginWithProvider.mockImplementation(open)
    const result = stage.show('LOGIN')
    await logInWithPassword()
    expect(open).toHaveBeenCalledExactlyOnceWith({ provider: 'google', signal: expect.any(AbortSignal) })
    expect([stage.alert(), stage.status()]).toEqual(['', 'Please log in with your provider.'])
    expect(stage.button(GOOGLE)?.dataset['busy']).toBe('true')
    await answer({ data })
    expect(await result).toEqual({ type: 'LOGIN', data })
  })

  test('where the window is blocked it names the provider, and its button is marked and has the focus', async () => {
    stage.client.loginWithProvider.mockRejectedValue({ code: 'popup-blocked', message: 'Blocked.' })
    void stage.show('LOGIN')
    await logInWithPassword()
    expect(stage.alert()).toBe('This account logs in with Google. Please use its button.')
    expect(stage.button(GOOGLE)?.dataset['marked']).toBe('true')
    expect(stage.focused()).toBe(stage.button(GOOGLE))
    expect(stage.input('email').value).toBe('ada@example.com')
  })

  test('the mark goes with the press of a button', async () => {
    stage.client.loginWithProvider.mockRejectedValueOnce({ code: 'popup-blocked', message: 'Blocked.' })
    void stage.show('LOGIN')
    await logInWithPassword()
    stage.client.loginWithProvider.mockReturnValue(new Promise(() => {}))
    await stage.press(GOOGLE)
    expect([stage.button(GOOGLE)?.dataset['marked'], stage.alert()]).toEqual(['false', ''])
  })

  test('a blocked window of a button itself says how to allow it', async () => {
    stage.client.loginWithProvider.mockRejectedValue({ code: 'popup-blocked', message: 'Please allow pop-ups.' })
    void stage.show('LOGIN')
    await stage.press(GOOGLE)
    expect(stage.alert()).toBe('Please allow pop-ups.')
    expect(stage.button(GOOGLE)?.dataset['marked']).toBe('false')
  })

  test('a provider that the app no longer offers has no button to highlight', async () => {
    stage.client.loginWithProvider.mockRejectedValue({ code: 'popup-blocked', message: 'Blocked.' })
    void stage.show('LOGIN')
    await logInWithPassword('spotify')
    expect(stage.alert()).toBe('Please log in with your provider.')
  })

  test('a refusal that names no provider is said, and starts nothing', async () => {
    stage.client.loginMemberEmailPassword.mockRejectedValueOnce({
      code: 'use-social-login',
      message: 'Use another way.',
    })
    void stage.show('LOGIN')
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    expect(stage.alert()).toBe('Use another way.')
    expect(stage.client.loginWithProvider).not.toHaveBeenCalled()
  })
})
