// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anApp } from '../../../support/an-app'
import { $app } from '../../../../widget/stores/app'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
})
afterEach(() => stage.leave())

const passwordless = (enabled: boolean, isDefault: boolean): void =>
  act(() => $app.set(anApp({ additionalAuthMethods: { passwordless: { enabled, isDefault } } })))

describe('the other ways from the login screen', () => {
  test('a mailed code: only the address is asked for, and the code is entered on the next screen', async () => {
    void stage.show('LOGIN')
    stage.type('email', 'ada@example.com')
    await stage.press('Email me a login code')
    expect(stage.control('password')).toBeNull()
    expect(stage.input('email').value).toBe('ada@example.com')
    expect(stage.focused()).toBe(stage.input('email'))
    await stage.press('Continue with Email')
    expect(stage.client.sendMemberLoginPasswordlessEmail).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' })
    expect(stage.client.loginMemberEmailPassword).not.toHaveBeenCalled()
    expect(stage.title()).toBe('Check your email')
    expect(stage.text()).toContain('We emailed a 6 digit code to ada@example.com.')
  })

  test('a mailed code needs a valid address', async () => {
    void stage.show('LOGIN', { passwordless: true })
    stage.type('email', 'ada')
    await stage.submit()
    expect(stage.note('email')).toBe('Please enter a valid email address.')
    expect(stage.client.sendMemberLoginPasswordlessEmail).not.toHaveBeenCalled()
  })

  test('an app may start with the code, and the password is then the alternative', async () => {
    passwordless(true, true)
    void stage.show('LOGIN')
    expect(stage.control('password')).toBeNull()
    await stage.press('Log in with a password')
    expect(stage.control('password')).not.toBeNull()
    expect(stage.button('Log in')).toBeDefined()
  })

  test.each([true, false])(
    'an app without mailed codes offers none, whatever its default (%s) and the page say',
    (isDefault) => {
      passwordless(false, isDefault)
      void stage.show('LOGIN', { passwordless: true })
      expect(stage.control('password')).not.toBeNull()
      expect(stage.button('Email me a login code')).toBeUndefined()
      expect(stage.overlay()?.querySelector('.or')).toBeNull()
    },
  )

  test('an account without a password is mailed a code and asked to choose one', async () => {
    const refusal = { code: 'no-password-set', message: 'This account has no password yet.' }
    stage.client.loginMemberEmailPassword.mockRejectedValueOnce(refusal)
    const opened = vi.fn()
    void stage.show('LOGIN').then(opened)
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    expect(stage.client.sendMemberResetPasswordEmail).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' })
    expect(stage.title()).toBe('Reset your password')
    expect(stage.boxes()).toHaveLength(6)
    expect(stage.status()).toBe('This account has no password yet. We emailed you a code to set one.')
    expect(opened).not.toHaveBeenCalled()
    stage.enterCode('123456')
    stage.type('password', 'a new password')
    await stage.submit()
    const reset = { token: '123456', newPassword: 'a new password', email: 'ada@example.com' }
    expect(stage.client.resetMemberPassword).toHaveBeenCalledExactlyOnceWith(reset)
  })

  test('the address goes along to the forgotten password and back', async () => {
    void stage.show('LOGIN')
    stage.type('email', 'ada@example.com')
    await stage.press('Forgot password?')
    expect(stage.title()).toBe('Reset your password')
    expect(stage.input('email').value).toBe('ada@example.com')
    stage.type('email', 'ada@example.org')
    await stage.press('Back')
    expect(stage.title()).toBe('Log in to your account')
    expect(stage.input('email').value).toBe('ada@example.org')
    expect(stage.focused()).toBe(stage.input('password'))
  })

  test('the address goes along to the sign-up, and a failure is left behind', async () => {
    stage.client.loginMemberEmailPassword.mockRejectedValueOnce({ code: 'x', message: 'Invalid email or password.' })
    void stage.show('LOGIN')
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    expect(stage.alert()).toBe('Invalid email or password.')
    await stage.press('Don’t have an account? Sign up')
    expect(stage.title()).toBe('Create an account')
    expect(stage.input('email').value).toBe('ada@example.com')
    expect(stage.input('password').value).toBe('')
    expect(stage.alert()).toBe('')
  })

  test('an address from a page’s script is only ever a text in the field', () => {
    void stage.show('LOGIN', { email: { toString: () => 'x' } })
    expect(stage.input('email').value).toBe('')
  })

  test('the answer to a call whose screen was left changes nothing on the next one', async () => {
    let answer: (sent: { data: { success: true } }) => void = () => {}
    stage.client.sendMemberLoginPasswordlessEmail.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    void stage.show('LOGIN', { passwordless: true })
    stage.type('email', 'ada@example.com')
    await stage.submit()
    await stage.press('Don’t have an account? Sign up')
    await act(async () => answer({ data: { success: true } }))
    expect(stage.title()).toBe('Create an account')
  })

  test('without a connection it says so at once, keeps the input and asks nothing', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    void stage.show('LOGIN')
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    expect(stage.alert()).toBe('You are offline. Please check your connection and try again.')
    expect(stage.input('password').value).toBe('secret word')
    expect(stage.client.loginMemberEmailPassword).not.toHaveBeenCalled()
  })
})
