// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aField, formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage({ customFields: [aField('company'), aField('age', { type: 'number' })] })
})
afterEach(() => stage.leave())

const typed = (): string[] => ['company', 'age', 'email'].map((name) => stage.control(name).value)

function fillIn(): void {
  stage.type('company', 'Analytical')
  stage.type('age', '36')
  stage.type('email', 'ada@example.com')
}

describe('what was typed into the sign-up', () => {
  test('waits while the visitor looks at the login, and so do the plans', async () => {
    void stage.show('SIGNUP', { signup: { plans: ['pln_free'] } })
    fillIn()
    await stage.press('Already have an account? Log in')
    expect(stage.title()).toBe('Log in to your account')
    expect(stage.input('email').value).toBe('ada@example.com')
    await stage.press('Forgot password?')
    await stage.press('Back')
    await stage.press('Don’t have an account? Sign up')
    expect(typed()).toEqual(['Analytical', '36', 'ada@example.com'])
    stage.type('password', 'secret word')
    await stage.submit()
    expect(stage.client.signupMemberEmailPassword.mock.calls[0]?.[0]).toMatchObject({
      customFields: { company: 'Analytical', age: 36 },
      plans: [{ planId: 'pln_free' }],
    })
  })

  test('is there again after a look at the screen of the code', async () => {
    void stage.show('SIGNUP', { passwordless: true })
    fillIn()
    await stage.submit()
    expect(stage.title()).toBe('Check your email')
    await stage.press('Back')
    expect(typed()).toEqual(['Analytical', '36', 'ada@example.com'])
    expect(stage.control('password')).toBeNull()
  })

  test('is there at the next opening', async () => {
    void stage.show('SIGNUP')
    fillIn()
    const before = typed()
    await stage.press('Already have an account? Log in')
    stage.hide()
    void stage.show('SIGNUP')
    expect(typed()).toEqual(before)
  })

  test('the opening’s own words go with every screen', async () => {
    void stage.show('SIGNUP', { translations: { already_have_an_account: 'Enter', login: 'Let me in' } })
    await stage.press('Enter')
    expect(stage.button('Let me in')).toBeDefined()
  })

  test('someone who opened the sign-up can log in instead, and the opener gets that', async () => {
    const result = stage.show('SIGNUP')
    await stage.press('Already have an account? Log in')
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    expect(await result).toMatchObject({ type: 'LOGIN' })
  })
})

describe('the ways of the sign-up', () => {
  test('an app may start with the mailed code; the password is then the alternative', async () => {
    stage.leave()
    stage = formStage({ additionalAuthMethods: { passwordless: { enabled: true, isDefault: true } } })
    void stage.show('SIGNUP')
    expect(stage.control('password')).toBeNull()
    expect(stage.button('Continue with Email')).toBeDefined()
    await stage.press('Sign up with a password')
    expect(stage.control('password')).not.toBeNull()
    expect(stage.button('Sign up')).toBeDefined()
  })

  test('a second press while the first is being answered makes no second account', async () => {
    stage.client.signupMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    void stage.show('SIGNUP')
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    const form = stage.input('email').form
    await act(async () => {
      form?.requestSubmit()
      form?.requestSubmit()
    })
    await stage.submit()
    expect(stage.client.signupMemberEmailPassword).toHaveBeenCalledOnce()
    expect(stage.find('button[type=submit]').getAttribute('aria-disabled')).toBe('true')
    expect(stage.find('button[type=submit] + output').textContent).toBe('Loading…')
  })

  test('parameters that are no object are as good as none', () => {
    void stage.show('SIGNUP', { signup: null, customFields: null, email: null })
    expect(typed()).toEqual(['', '', ''])
  })
})
