// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setMember } from '../../../widget/stores/identity'
import { $modalRequest } from '../../../widget/stores/modal'
import { aMember } from '../../support/a-member'
import { formStage, type FormStage } from './form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  stage.leave()
  setMember(undefined)
})

const email = 'ada@example.com'
const key = (name: string): void => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, composed: true })
  act(() => void (stage.focused() ?? stage.dialog()!).dispatchEvent(event))
}

async function requestCode(): Promise<void> {
  await stage.press('Email me a login code')
  stage.type('email', email)
  await stage.submit()
}

describe('a dialog that is opened again', () => {
  test('has what was typed, but no password, not even one that is shown', async () => {
    void stage.show('LOGIN')
    stage.type('email', email)
    await stage.click('.reveal')
    stage.type('password', 'secret word')
    stage.hide()
    void stage.show('LOGIN')
    expect([stage.input('email').value, stage.input('password').value]).toEqual([email, ''])
  })

  test('shows the email that its page sets now', () => {
    void stage.show('LOGIN')
    stage.type('email', email)
    stage.hide()
    void stage.show('LOGIN', { email: 'bob@example.com' })
    expect(stage.input('email').value).toBe('bob@example.com')
  })

  test('is empty again after a login: the next person may be someone else', () => {
    void stage.show('LOGIN')
    stage.type('email', email)
    stage.hide()
    act(() => setMember(aMember()))
    void stage.show('LOGIN')
    expect(stage.input('email').value).toBe('')
  })

  test('returns to the step of a mailed code, also on the next page of the tab', async () => {
    void stage.show('LOGIN')
    await requestCode()
    expect(stage.title()).toBe('Check your email')
    stage.hide()
    void stage.show('LOGIN')
    expect(stage.title()).toBe('Check your email')
    const stored = Object.entries(sessionStorage)
    stage.leave()
    stage = formStage()
    for (const [name, value] of stored) sessionStorage.setItem(name, String(value))
    void stage.show('LOGIN')
    await act(async () => stage.enterCode('123456'))
    const sent = { email, passwordlessToken: '123456' }
    expect(stage.client.loginMemberPasswordless).toHaveBeenCalledWith(sent, { includeContentGroups: true })
    stage.hide()
    void stage.show('LOGIN')
    expect(stage.title()).toBe('Log in to your account')
  })

  test('starts at the form for another email, after Back, for another dialog, and once the code has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    void stage.show('LOGIN')
    await requestCode()
    stage.hide()
    void stage.show('SIGNUP')
    expect(stage.title()).toBe('Create an account')
    stage.hide()
    void stage.show('LOGIN', { email: 'bob@example.com' })
    expect(stage.title()).toBe('Log in to your account')
    stage.hide()
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1)
    void stage.show('LOGIN')
    expect(stage.title()).toBe('Log in to your account')
    vi.setSystemTime(Date.now() - 20 * 60_000)
    stage.hide()
    void stage.show('LOGIN')
    await stage.press('Back')
    stage.hide()
    void stage.show('LOGIN')
    expect(stage.title()).toBe('Log in to your account')
  })

  test('a mailed reset code is asked for again by both dialogs that lead to it', async () => {
    void stage.show('LOGIN')
    await stage.press('Forgot password?')
    stage.type('email', email)
    await stage.submit()
    stage.hide()
    for (const name of ['LOGIN', 'FORGOT_PASSWORD'] as const) {
      void stage.show(name)
      expect(stage.button('Confirm & Reset')).toBeDefined()
      stage.hide()
    }
  })

  test.each(['{', '7', '{"screen":"PROFILE","opener":"LOGIN","params":{},"minutes":1,"until":9e15}'])(
    'ignores what a script of the page stored (%s)',
    (stored) => {
      sessionStorage.setItem('_ms-code', stored)
      void stage.show('LOGIN')
      expect(stage.title()).toBe('Log in to your account')
    },
  )
})

describe('Escape during a call', () => {
  test('cancels it: the button returns, nothing follows, and the next one closes', async () => {
    let answer: (value: { data: { success: true } }) => void = () => {}
    stage.client.sendMemberLoginPasswordlessEmail.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const result = stage.show('LOGIN')
    await requestCode()
    expect(stage.find('form').getAttribute('aria-busy')).toBe('true')
    await act(async () => key('Escape'))
    expect(stage.signals.at(-1)?.aborted).toBe(true)
    expect(stage.find('form').getAttribute('aria-busy')).toBe('false')
    expect([stage.alert(), stage.dialog()?.open]).toEqual(['', true])
    await act(async () => answer({ data: { success: true } }))
    expect(stage.title()).toBe('Log in to your account')
    await act(async () => stage.find('.close').click())
    expect(await result).toEqual({ type: 'CLOSED' })
  })

  test('closing cancels it too', async () => {
    stage.client.loginMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    void stage.show('LOGIN')
    stage.type('email', email)
    stage.type('password', 'secret word')
    await stage.submit()
    expect(stage.signals.at(-1)?.aborted).toBe(false)
    await act(async () => stage.find('.close').click())
    expect(stage.signals.at(-1)?.aborted).toBe(true)
    expect($modalRequest.get()).toBeNull()
  })
})

test('the message about the missing network ends with it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  void stage.show('FORGOT_PASSWORD')
  stage.type('email', email)
  await stage.submit()
  expect(stage.alert()).toContain('You are offline.')
  act(() => void dispatchEvent(new Event('online')))
  expect(stage.alert()).toBe('')
})

test('someone who is logged in already is shown which account it is', () => {
  setMember(aMember())
  void stage.show('LOGIN')
  expect(stage.text()).toContain(`You are logged in as ${aMember().auth.email}.`)
})

test('an email that is taken is named once, beside its field, with the way to log in', async () => {
  const message = 'An account with this email already exists.'
  stage.client.signupMemberEmailPassword.mockRejectedValue({ code: 'email-already-in-use', message })
  void stage.show('SIGNUP')
  stage.type('email', email)
  stage.type('password', 'a-good-password')
  await stage.submit()
  expect(stage.note('email')).toBe('There is already an account with this email address.')
  expect([stage.alert(), stage.focused()]).toEqual(['', stage.input('email')])
  await stage.press('Log in')
  expect([stage.title(), stage.input('email').value]).toEqual(['Log in to your account', email])
})
