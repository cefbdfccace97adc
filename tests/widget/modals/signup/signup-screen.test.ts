// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { aMemberAuth } from '../../../support/fake-client'
import { aField, formStage, type FormStage } from '../form-stage'

let stage: FormStage

afterEach(() => stage.leave())

const customFields = [
  aField('newsletter', { type: 'checkbox', order: 9 }),
  aField('company', { order: 1, required: true }),
  aField('internal-note', { hidden: true }),
]
const groups = { includeContentGroups: true }

function fillIn(password = 'secret word'): void {
  stage.type('company', 'Analytical')
  stage.type('email', ' ada@example.com ')
  if (stage.control('password')) stage.type('password', password)
}

const fold = () => stage.overlay()!.querySelector('details')

describe('the sign-up screen', () => {
  test('creates the account with its fields and plans, tells the opener, and greets', async () => {
    stage = formStage({ customFields })
    const data = aMemberAuth()
    stage.client.signupMemberEmailPassword.mockResolvedValue({ data })
    const result = stage.show('SIGNUP', { signup: { plans: ['pln_free'] } })
    fillIn()
    await act(async () => stage.control('newsletter').click())
    await stage.press('Sign up')
    expect(stage.client.signupMemberEmailPassword).toHaveBeenCalledExactlyOnceWith(
      {
        email: 'ada@example.com',
        password: 'secret word',
        customFields: { company: 'Analytical', newsletter: true },
        plans: [{ planId: 'pln_free' }],
      },
      groups,
    )
    expect(await result).toEqual({ type: 'SIGNUP', data })
    expect(stage.title()).toBe('Welcome')
    expect(stage.overlay()?.querySelector('form')).toBeNull()
  })

  test('asks for address and new password, then for required fields; optional ones are folded below', () => {
    stage = formStage({ customFields })
    void stage.show('SIGNUP')
    const labels = [...stage.overlay()!.querySelectorAll('label')].map(({ textContent }) => textContent)
    expect(labels).toEqual(['Email address', 'Password', 'The companyrequired', 'The newsletter'])
    expect(stage.control('company').required).toBe(true)
    expect(stage.control('newsletter').required).toBe(false)
    expect(stage.input('email').getAttribute('autocomplete')).toBe('username')
    expect(stage.input('password').getAttribute('autocomplete')).toBe('new-password')
    expect(stage.note('password')).toBe('At least 8 characters')
    expect(stage.focused()).toBe(stage.control('email'))
    expect(fold()?.open).toBe(false)
    expect(fold()?.contains(stage.control('newsletter'))).toBe(true)
    expect(fold()?.contains(stage.control('company'))).toBe(false)
  })

  test('shows folded fields with a value of the page, a draft or an error', async () => {
    stage = formStage({ customFields: [...customFields, aField('site', { type: 'url' })] })
    void stage.show('SIGNUP', { customFields: { newsletter: true } })
    expect(fold()?.open).toBe(true)
    stage.leave()
    stage = formStage({ customFields: [aField('site', { type: 'url' })] })
    void stage.show('SIGNUP')
    fold()?.removeAttribute('open')
    stage.type('site', 'not a URL')
    await stage.submit()
    expect(fold()?.open).toBe(true)
    expect(stage.note('site')).toBe('Please enter a web address that starts with https://.')
  })

  test('names all that is wrong beside the fields, goes to the first, and sends nothing', async () => {
    stage = formStage({ customFields })
    void stage.show('SIGNUP')
    stage.type('email', 'ada')
    stage.type('password', '1234567')
    await stage.submit()
    expect(stage.note('company')).toBe('Please fill in this field.')
    expect(stage.note('email')).toBe('Please enter a valid email address.')
    expect(stage.note('password')).toBe('Please choose a password with at least 8 characters.')
    expect(stage.focused()).toBe(stage.control('email'))
    expect(stage.client.signupMemberEmailPassword).not.toHaveBeenCalled()
    stage.type('company', 'A')
    expect(stage.control('company').getAttribute('aria-invalid')).toBe('false')
    expect(stage.control('email').getAttribute('aria-invalid')).toBe('true')
  })

  test('keeps what was typed when the server refuses', async () => {
    stage = formStage({ customFields })
    const common = { code: 'password-too-common', message: 'This password is too common.' }
    stage.client.signupMemberEmailPassword.mockRejectedValueOnce(common)
    void stage.show('SIGNUP')
    fillIn()
    await stage.submit()
    expect(stage.alert()).toBe('This password is too common.')
    const typed = ['company', 'email', 'password'].map((name) => stage.control(name).value)
    expect(typed).toEqual(['Analytical', 'ada@example.com', 'secret word'])
  })

  test('empties itself without a word, and sends nothing, when its hidden field was filled in', async () => {
    stage = formStage({ customFields: [...customFields, aField('reset')] })
    void stage.show('SIGNUP')
    const trap = stage.input('ms-reference')
    expect([trap.tabIndex, trap.autocomplete, trap.closest('[aria-hidden=true]')]).toEqual([
      -1,
      'off',
      expect.anything(),
    ])
    fillIn()
    stage.type('ms-reference', 'http://spam.example')
    await stage.submit()
    expect(stage.client.signupMemberEmailPassword).not.toHaveBeenCalled()
    expect([stage.control('email').value, trap.value, stage.alert()]).toEqual(['', '', ''])
    expect(stage.title()).toBe('Create an account')
  })

  test.each([
    [
      ['pln_free', 7, 'prc_x', null, '<b>', 'pln_newsletter'],
      [{ planId: 'pln_free' }, { planId: 'pln_newsletter' }],
    ],
    ['pln_free', []],
    [{ length: 3 }, []],
  ])('takes from %j only what can be a plan', async (plans, joined) => {
    stage = formStage()
    void stage.show('SIGNUP', { signup: { plans } })
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    expect(stage.client.signupMemberEmailPassword.mock.calls[0]?.[0].plans).toEqual(joined)
  })

  test('by mailed code it asks for no password and takes plans and fields along', async () => {
    stage = formStage({ customFields })
    void stage.show('SIGNUP', { signup: { plans: ['pln_free'] } })
    fillIn()
    await stage.press('Continue with Email')
    expect(stage.control('password')).toBeNull()
    await stage.press('Continue with Email')
    const email = 'ada@example.com'
    expect(stage.client.sendMemberSignupPasswordlessEmail).toHaveBeenCalledExactlyOnceWith({ email })
    expect(stage.client.signupMemberEmailPassword).not.toHaveBeenCalled()
    stage.enterCode('123456')
    await stage.submit()
    expect(stage.client.signupMemberPasswordless).toHaveBeenCalledExactlyOnceWith(
      {
        email,
        passwordlessToken: '123456',
        plans: [{ planId: 'pln_free' }],
        customFields: { company: 'Analytical', newsletter: false },
      },
      groups,
    )
  })
})
