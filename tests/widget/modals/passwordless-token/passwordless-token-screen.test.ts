// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aMemberAuth } from '../../../support/fake-client'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
})
afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

const email = 'ada@example.com'
const groups = { includeContentGroups: true }

async function verify(code = '123456'): Promise<void> {
  stage.enterCode(code)
  await stage.press('Verify Email')
}

describe('the mailed code', () => {
  test('logs in: the opener gets the member, and a greeting stays until it hides it', async () => {
    const data = aMemberAuth()
    stage.client.loginMemberPasswordless.mockResolvedValue({ data })
    const result = stage.show('PASSWORDLESS_TOKEN', { email, modal: 'login' })
    expect(stage.text()).toContain(`We emailed a 6 digit code to ${email}.`)
    expect(stage.text()).toContain('Emails arrive within 30 seconds.')
    await verify()
    const sent = { email, passwordlessToken: '123456' }
    expect(stage.client.loginMemberPasswordless).toHaveBeenCalledExactlyOnceWith(sent, groups)
    expect(await result).toEqual({ type: 'LOGIN', data })
    expect(stage.title()).toBe('Welcome back')
  })

  test('names the address wherever the owner’s text does', () => {
    const translations = { login_passwordless_instructions: '{email}? Then look into {email}.' }
    void stage.show('PASSWORDLESS_TOKEN', { email, modal: 'login', translations })
    expect(stage.text()).toContain(`${email}? Then look into ${email}.`)
  })

  test('signs up, with the plans and fields that the form was sent with', async () => {
    const data = aMemberAuth()
    stage.client.signupMemberPasswordless.mockResolvedValue({ data })
    const rest = { plans: [{ planId: 'pln_free' }], customFields: { company: 'Analytical' } }
    const result = stage.show('PASSWORDLESS_TOKEN', { email, modal: 'signup', ...rest })
    await verify()
    const sent = { email, passwordlessToken: '123456', ...rest }
    expect(stage.client.signupMemberPasswordless).toHaveBeenCalledExactlyOnceWith(sent, groups)
    expect(await result).toEqual({ type: 'SIGNUP', data })
    expect(stage.title()).toBe('Welcome')
  })

  test('is sent with its sixth digit, typed or pasted with a space', async () => {
    stage.client.loginMemberPasswordless.mockRejectedValue({ message: 'No connection.' })
    void stage.show('PASSWORDLESS_TOKEN', { email, modal: 'login' })
    await act(async () => stage.enterCode('12345'))
    expect(stage.client.loginMemberPasswordless).not.toHaveBeenCalled()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ' 654 321')
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
    await act(async () => void stage.boxes()[2]!.dispatchEvent(paste))
    const sent = { email, passwordlessToken: '654321' }
    expect(stage.client.loginMemberPasswordless).toHaveBeenCalledExactlyOnceWith(sent, groups)
    expect([stage.alert(), stage.code()]).toEqual(['No connection.', '654321'])
  })

  test('is typed again after a refusal: the boxes are empty, the first has the focus', async () => {
    const message = 'This code is wrong or has expired.'
    stage.client.loginMemberPasswordless.mockRejectedValueOnce({ code: 'invalid-passwordless-login-code', message })
    void stage.show('PASSWORDLESS_TOKEN', { email, modal: 'login' })
    await act(async () => stage.enterCode('000000'))
    expect([stage.alert(), stage.code()]).toEqual([message, '......'])
    expect(stage.focused()).toBe(stage.boxes()[0])
    await act(async () => stage.enterCode('123456'))
    expect(stage.title()).toBe('Welcome back')
  })

  test('is asked for in full', async () => {
    void stage.show('PASSWORDLESS_TOKEN', { email })
    await verify('12345')
    expect(stage.note('code')).toBe('Please enter a valid code')
    expect(stage.client.loginMemberPasswordless).not.toHaveBeenCalled()
  })

  test('stays in its boxes when it was refused', async () => {
    stage.client.loginMemberPasswordless.mockRejectedValueOnce({ message: 'This code is invalid or has expired.' })
    void stage.show('PASSWORDLESS_TOKEN', { email })
    await verify()
    expect(stage.alert()).toBe('This code is invalid or has expired.')
    expect(stage.code()).toBe('123456')
  })

  test.each([
    ['login', 'Log in to your account'],
    ['signup', 'Create an account'],
  ] as const)('leads back to the %s, still by mailed code and with the address', async (modal, title) => {
    void stage.show('PASSWORDLESS_TOKEN', { email, modal })
    await stage.press('Back')
    expect(stage.title()).toBe(title)
    expect(stage.button('Continue with Email')).toBeDefined()
    expect(stage.input('email').value).toBe(email)
  })

  test.each([
    ['login', 'sendMemberLoginPasswordlessEmail'],
    ['signup', 'sendMemberSignupPasswordlessEmail'],
  ] as const)('can be requested again for a %s after a pause', async (modal, method) => {
    vi.useFakeTimers()
    void stage.show('PASSWORDLESS_TOKEN', { email, modal })
    for (let second = 0; second < 30; second += 1) await act(async () => void vi.advanceTimersByTime(1000))
    await stage.press('Send a new code')
    expect(stage.client[method]).toHaveBeenCalledExactlyOnceWith({ email })
    expect(stage.status()).toBe('We emailed you a new code.')
  })

  test('asks for the email first if it is unknown', async () => {
    void stage.show('PASSWORDLESS_TOKEN', { modal: 'signup' })
    expect(stage.title()).toBe('Create an account')
    stage.hide()
    void stage.show('PASSWORDLESS_TOKEN', { email: { at: 1 } })
    expect(stage.title()).toBe('Log in to your account')
  })

  test('sends no plan and no field that a page’s script made up', async () => {
    const params = { plans: [{ planId: 'javascript:x' }, null, 'pln_a'], customFields: 'x' }
    void stage.show('PASSWORDLESS_TOKEN', { email, modal: 'signup', ...params })
    await verify()
    const sent = { email, passwordlessToken: '123456', plans: [{ planId: 'pln_a' }] }
    expect(stage.client.signupMemberPasswordless).toHaveBeenCalledExactlyOnceWith(sent, groups)
  })
})
