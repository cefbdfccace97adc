// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { aMemberAuth } from '../../../support/fake-client'
import { aField, formStage, type FormStage } from '../form-stage'
import { providerWindows, twoProviders } from '../social-stage'

let stage: FormStage

afterEach(() => stage.leave())

const GOOGLE = 'Continue with Google'
const customFields = [
  aField('company', { order: 1 }),
  aField('website', { order: 2, type: 'url' }),
  aField('age', { order: 3, type: 'number' }),
  aField('newsletter', { order: 4, type: 'checkbox' }),
  aField('internal-note', { hidden: true }),
]

function open(params: object = {}, fields = customFields) {
  stage = formStage({ ...twoProviders, customFields: fields })
  const windows = providerWindows<{ data: ReturnType<typeof aMemberAuth> }>()
  stage.client.signupWithProvider.mockImplementation(windows.open)
  return { ...windows, result: stage.show('SIGNUP', params) }
}

describe('the providers in the sign-up screen', () => {
  test('stand above the form', () => {
    open()
    const root = stage.element().shadowRoot!
    const texts = [...root.querySelectorAll('form button, .or')].map(({ textContent }) => textContent)
    expect(texts).toEqual([
      GOOGLE,
      'Continue with GitHub',
      'or',
      '',
      'Sign up',
      'Continue with Email',
      'Already have an account? Log in',
    ])
  })

  test('sign up at the press itself with what the fields hold and the plans, and end as a password does', async () => {
    const data = aMemberAuth()
    const { answer, result } = open({ signup: { plans: ['pln_free', 'no plan'] } })
    stage.type('company', ' Analytical ')
    await act(async () => stage.control('newsletter').click())
    act(() => stage.button(GOOGLE)!.click())
    expect(stage.client.signupWithProvider).toHaveBeenCalledExactlyOnceWith({
      provider: 'google',
      signal: expect.any(AbortSignal),
      customFields: { company: 'Analytical', newsletter: true },
      plans: [{ planId: 'pln_free' }],
    })
    await answer({ data })
    expect(await result).toEqual({ type: 'SIGNUP', data })
    expect(stage.title()).toBe('Welcome')
  })

  test('need neither address nor password, but name a field that is wrong before any window opens', async () => {
    open({}, [aField('company', { order: 1, required: true }), ...customFields.slice(1)])
    stage.type('website', 'nowhere')
    await stage.press(GOOGLE)
    expect([stage.note('company'), stage.note('website')]).toEqual([
      'Please fill in this field.',
      'Please enter a web address that starts with https://.',
    ])
    expect(stage.control('email').getAttribute('aria-invalid')).toBe('false')
    expect(stage.focused()).toBe(stage.control('company'))
    expect(stage.client.signupWithProvider).not.toHaveBeenCalled()
  })

  test('no longer call wrong what they do not need', async () => {
    open()
    await stage.submit()
    expect(stage.control('email').getAttribute('aria-invalid')).toBe('true')
    await stage.press(GOOGLE)
    expect(stage.control('email').getAttribute('aria-invalid')).toBe('false')
  })

  test('a failure is said at the top, and what was typed stays', async () => {
    const { refuse } = open()
    stage.type('company', 'Analytical')
    stage.type('email', 'ada@example.com')
    await stage.press(GOOGLE)
    await refuse('use-email-login', 'There is an account with this email already.')
    expect(stage.alert()).toBe('There is an account with this email already.')
    expect([stage.control('company').value, stage.control('email').value]).toEqual(['Analytical', 'ada@example.com'])
  })

  test('a sign-up by password closes the window first', async () => {
    const { open: opened } = open()
    await stage.press(GOOGLE)
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    const { signal } = stage.client.signupWithProvider.mock.calls[0]![0]
    expect([signal?.aborted, opened]).toEqual([true, expect.anything()])
    expect(stage.title()).toBe('Welcome')
  })

  test('wait while the form is being sent', async () => {
    open()
    stage.client.signupMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    await stage.submit()
    await stage.press(GOOGLE)
    expect(stage.button(GOOGLE)?.getAttribute('aria-disabled')).toBe('true')
    expect(stage.client.signupWithProvider).not.toHaveBeenCalled()
  })
})
