// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
})
afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

async function reset(code = '123456', password = 'a new password'): Promise<void> {
  stage.enterCode(code)
  stage.type('password', password)
  await stage.submit()
}

describe('the reset of a password', () => {
  test('sends code, password and address, says so, and leads to the login with the address filled in', async () => {
    void stage.show('RESET_PASSWORD', { email: 'ada@example.com' })
    await reset()
    expect(stage.client.resetMemberPassword).toHaveBeenCalledExactlyOnceWith({
      token: '123456',
      newPassword: 'a new password',
      email: 'ada@example.com',
    })
    expect(stage.title()).toBe('Log in to your account')
    expect(stage.status()).toBe('Your password has been reset. Please login.')
    expect(stage.input('email').value).toBe('ada@example.com')
    expect(stage.focused()).toBe(stage.input('password'))
  })

  test('tells password managers whose password it is, and that it is new', () => {
    void stage.show('RESET_PASSWORD', { email: 'ada@example.com' })
    expect(stage.input('email').getAttribute('autocomplete')).toBe('username')
    expect(stage.input('email').value).toBe('ada@example.com')
    expect(stage.input('email').hidden).toBe(true)
    expect(stage.input('password').getAttribute('autocomplete')).toBe('new-password')
    expect(stage.note('password')).toBe('At least 8 characters')
  })

  test.each([undefined, 'ada', 7])(
    'without a valid email (%s) asks for it: the code may be of another device',
    async (email) => {
      void stage.show('RESET_PASSWORD', { email })
      expect(stage.text()).not.toContain('Send a new code')
      await reset()
      expect(stage.note('email')).toBe('Please enter a valid email address.')
      expect(stage.client.resetMemberPassword).not.toHaveBeenCalled()
      stage.type('email', 'ada@example.com')
      await stage.submit()
      const sent = { token: '123456', newPassword: 'a new password', email: 'ada@example.com' }
      expect(stage.client.resetMemberPassword).toHaveBeenCalledExactlyOnceWith(sent)
    },
  )

  test('names a password that is too short, and sends nothing', async () => {
    void stage.show('RESET_PASSWORD', { email: 'ada@example.com' })
    await reset('123456', '1234567')
    expect(stage.note('password')).toBe('Please choose a password with at least 8 characters.')
    expect(stage.focused()).toBe(stage.input('password'))
    expect(stage.client.resetMemberPassword).not.toHaveBeenCalled()
  })

  test('keeps code and password after a failure; a refused code is typed again', async () => {
    stage.client.resetMemberPassword.mockRejectedValueOnce({ message: 'No connection.' })
    void stage.show('RESET_PASSWORD', { email: 'ada@example.com' })
    await reset()
    expect(stage.alert()).toBe('No connection.')
    expect([stage.code(), stage.input('password').value]).toEqual(['123456', 'a new password'])
    const message = 'This code is invalid or has expired.'
    stage.client.resetMemberPassword.mockRejectedValueOnce({ code: 'invalid-reset-code', message })
    await stage.submit()
    expect(stage.alert()).toBe(message)
    expect([stage.code(), stage.input('password').value]).toEqual(['......', 'a new password'])
    expect(stage.focused()).toBe(stage.boxes()[0])
  })

  test('mails another code after a pause, says so, and pauses again', async () => {
    vi.useFakeTimers()
    void stage.show('RESET_PASSWORD', { email: 'ada@example.com' })
    await stage.press('Send a new code (30)')
    expect(stage.client.sendMemberResetPasswordEmail).not.toHaveBeenCalled()
    for (let second = 0; second < 30; second += 1) await act(async () => void vi.advanceTimersByTime(1000))
    await stage.press('Send a new code')
    expect(stage.client.sendMemberResetPasswordEmail).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' })
    expect(stage.status()).toBe('We emailed you a new code.')
    expect(stage.button('Send a new code (30)')?.getAttribute('aria-disabled')).toBe('true')
  })

  test('leads back to asking for a code, with the address', async () => {
    void stage.show('RESET_PASSWORD', { email: 'ada@example.com' })
    await stage.press('Back')
    expect(stage.button('Send reset code')).toBeDefined()
    expect(stage.input('email').value).toBe('ada@example.com')
  })
})

describe('the password-reset success', () => {
  test('has a title and a message, and leads to the login', async () => {
    void stage.show('RESET_PASSWORD_SUCCESS')
    expect(stage.title()).toBe('Success')
    expect(stage.focused()?.tagName).toBe('H2')
    expect(stage.text()).toContain('Your password has been reset. Please login.')
    await stage.press('Log in')
    expect(stage.title()).toBe('Log in to your account')
  })
})
