// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
  void stage.show('FORGOT_PASSWORD')
})
afterEach(() => stage.leave())

describe('the forgotten password', () => {
  test('is mailed a code, which is entered on the next screen', async () => {
    expect(stage.focused()).toBe(stage.input('email'))
    expect(stage.text()).toContain('We will email you a 6 digit code')
    stage.type('email', ' ada@example.com ')
    await stage.press('Send reset code')
    expect(stage.client.sendMemberResetPasswordEmail).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' })
    expect(stage.boxes()).toHaveLength(6)
    expect(stage.button('Confirm & Reset')).toBeDefined()
    expect(stage.status()).toBe('If there is an account, a code is on its way.')
  })

  test('needs a valid address', async () => {
    stage.type('email', 'ada')
    await stage.submit()
    expect(stage.note('email')).toBe('Please enter a valid email address.')
    expect(stage.focused()).toBe(stage.input('email'))
    expect(stage.client.sendMemberResetPasswordEmail).not.toHaveBeenCalled()
  })

  test('goes straight to the code for those who have one: no mail is sent', async () => {
    stage.type('email', 'ada@example.com')
    await stage.press('I already have a code')
    expect(stage.boxes()).toHaveLength(6)
    expect(stage.client.sendMemberResetPasswordEmail).not.toHaveBeenCalled()
  })

  test('says what failed, and keeps the address', async () => {
    const limit = { code: 'too-many-requests', message: 'Too many attempts.' }
    stage.client.sendMemberResetPasswordEmail.mockRejectedValueOnce(limit)
    stage.type('email', 'ada@example.com')
    await stage.submit()
    expect(stage.alert()).toBe('Too many attempts.')
    expect(stage.input('email').value).toBe('ada@example.com')
  })
})
