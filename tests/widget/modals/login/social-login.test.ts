// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FADE_MS } from '../../../../contract/limits'
import { aMemberAuth } from '../../../support/fake-client'
import { formStage, type FormStage } from '../form-stage'
import { $app } from '../../../../widget/stores/app'
import { anApp } from '../../../support/an-app'
import { aProvider, providerWindows, twoProviders } from '../social-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage(twoProviders)
})
afterEach(() => stage.leave())

const GOOGLE = 'Continue with Google'
const GITHUB = 'Continue with GitHub'
const root = () => stage.element().shadowRoot!
const disabled = (label: string) => stage.button(label)?.getAttribute('aria-disabled')
const busy = (label: string) => stage.button(label)?.dataset['busy']

function windows() {
  const made = providerWindows<{ data: ReturnType<typeof aMemberAuth> }>()
  stage.client.loginWithProvider.mockImplementation(made.open)
  return made
}

async function sendPassword(): Promise<void> {
  stage.type('email', 'ada@example.com')
  stage.type('password', 'secret word')
  await stage.submit()
}

describe('the providers in the login screen', () => {
  test('stand above the form, in the order of the app', () => {
    void stage.show('LOGIN')
    const texts = [...root().querySelectorAll('form button, .or')].map(({ textContent }) => textContent)
    expect(texts).toEqual([
      GOOGLE,
      GITHUB,
      'or',
      '',
      'Forgot password?',
      'Log in',
      'Email me a login code',
      'Don’t have an account? Sign up',
    ])
  })

  test('from three up are small, each with its icon and name', async () => {
    const providers = ['a', 'b', 'c'].map((key, order) => aProvider(key, `Provider ${key}`, order))
    $app.set(anApp({ authProviders: providers.slice(0, 2) }))
    void stage.show('LOGIN')
    expect(root().querySelector('.small')).toBeNull()
    act(() => $app.set(anApp({ authProviders: providers })))
    const small = [...root().querySelectorAll('.small button')]
    expect(small.map(({ textContent }) => textContent)).toEqual(providers.map(({ name }) => name))
    expect(small.map((one) => one.getAttribute('aria-label'))).toEqual(
      providers.map(({ name }) => `Continue with ${name}`),
    )
  })

  test('Escape closes an open window first', async () => {
    const { open } = windows()
    void stage.show('LOGIN')
    await stage.press(GOOGLE)
    expect(busy(GOOGLE)).toBe('true')
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    await act(async () => void stage.find('form').dispatchEvent(escape))
    expect([busy(GOOGLE), stage.dialog()?.open, stage.alert()]).toEqual(['false', true, ''])
    expect(vi.mocked(open).mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  test('are not there for an app that offers none, and neither is the line below them', () => {
    stage.leave()
    stage = formStage({ additionalAuthMethods: { passwordless: { enabled: false, isDefault: false } } })
    void stage.show('LOGIN')
    expect(root().querySelector('.social, .or')).toBeNull()
  })

  test('stay where a mailed code takes the password’s place', async () => {
    void stage.show('LOGIN', { passwordless: true })
    expect(stage.button(GOOGLE)).toBeDefined()
  })

  test('log in at the press itself, tell the opener and greet, as a password does', async () => {
    const data = aMemberAuth()
    const { open, answer } = windows()
    const result = stage.show('LOGIN')
    act(() => stage.button(GOOGLE)!.click())
    expect(open).toHaveBeenCalledExactlyOnceWith({
      provider: 'google',
      signal: expect.any(AbortSignal),
    })
    await answer({ data })
    expect(await result).toEqual({ type: 'LOGIN', data })
    expect(stage.title()).toBe('Welcome back')
  })

  test('pass on what the opener allows, and nothing else', async () => {
    const { open } = windows()
    void stage.show('LOGIN', { allowSignup: true })
    await stage.press(GOOGLE)
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ allowSignup: true }))
    void stage.show('LOGIN', { allowSignup: 'yes' })
    await stage.press(GITHUB)
    expect(open).toHaveBeenLastCalledWith({ provider: 'github', signal: expect.any(AbortSignal) })
  })

  test('one at a time: its button is busy, the others wait, and the form can be used', async () => {
    windows()
    void stage.show('LOGIN')
    await stage.press(GOOGLE)
    expect([busy(GOOGLE), disabled(GOOGLE), disabled(GITHUB), disabled('Log in')]).toEqual([
      'true',
      'false',
      'true',
      'false',
    ])
    expect(stage.find('.social output').textContent).toBe('Loading…')
    await stage.press(GITHUB)
    expect(stage.client.loginWithProvider).toHaveBeenCalledOnce()
  })

  test('a second press on the same one asks for the window again, which brings it back', async () => {
    const { open, answer } = windows()
    const result = stage.show('LOGIN')
    await stage.press(GOOGLE)
    await stage.press(GOOGLE)
    expect(open).toHaveBeenCalledTimes(2)
    expect(vi.mocked(open).mock.calls[1]?.[0].signal?.aborted).toBe(false)
    expect(busy(GOOGLE)).toBe('true')
    await answer({ data: aMemberAuth() })
    expect((await result).type).toBe('LOGIN')
  })

  test('a window that was closed leaves everything as it was, without a word', async () => {
    const { refuse } = windows()
    void stage.show('LOGIN')
    stage.type('email', 'ada@example.com')
    await stage.press(GOOGLE)
    await refuse('popup-closed', 'The login window was closed.')
    expect([stage.alert(), stage.status(), busy(GOOGLE), disabled(GITHUB)]).toEqual(['', '', 'false', 'false'])
    expect(stage.input('email').value).toBe('ada@example.com')
  })

  test('what else goes wrong is said by its message until the next try, and what was typed stays', async () => {
    const { refuse } = windows()
    void stage.show('LOGIN')
    stage.type('email', 'ada@example.com')
    await stage.press(GOOGLE)
    await refuse('account-not-found', 'No account uses this login yet.')
    expect(stage.alert()).toBe('No account uses this login yet.')
    expect(stage.input('email').value).toBe('ada@example.com')
    await stage.press(GITHUB)
    expect(stage.alert()).toBe('')
  })

  test('an account whose email must be verified first returns the person to the fields', async () => {
    const { refuse } = windows()
    void stage.show('LOGIN', { email: 'ada@example.com' })
    stage.button(GOOGLE)?.focus()
    await stage.press(GOOGLE)
    await refuse('use-email-login', 'Log in the way you did before.')
    expect(stage.alert()).toBe('Log in the way you did before.')
    expect(stage.focused()).toBe(stage.input('password'))
  })

  test('closing the modal closes the window', async () => {
    const { open } = windows()
    void stage.show('LOGIN')
    await stage.press(GOOGLE)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    stage.hide()
    await act(() => vi.advanceTimersByTimeAsync(FADE_MS))
    vi.useRealTimers()
    expect(vi.mocked(open).mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  test('so do another screen, and a login by password instead', async () => {
    const { open } = windows()
    const aborted = () => vi.mocked(open).mock.calls.map(([{ signal }]) => signal?.aborted)
    void stage.show('LOGIN')
    await stage.press(GOOGLE)
    stage.client.loginMemberEmailPassword.mockRejectedValueOnce({ code: 'x', message: 'Invalid email or password.' })
    await sendPassword()
    expect([aborted(), stage.alert(), busy(GOOGLE)]).toEqual([[true], 'Invalid email or password.', 'false'])
    await stage.press(GOOGLE)
    await stage.press('Forgot password?')
    expect(aborted()).toEqual([true, true])
  })

  test('an answer that the window gave before it was closed still counts', async () => {
    const data = aMemberAuth()
    const { open, answer } = providerWindows<{ data: typeof data }>()
    // Too late: it has already responded.
    stage.client.loginWithProvider.mockImplementation(({ provider }) => open({ provider }))
    const result = stage.show('LOGIN')
    await stage.press(GOOGLE)
    await stage.press('Forgot password?')
    await answer({ data })
    expect(await result).toEqual({ type: 'LOGIN', data })
  })

  test('without a connection it says so at once and opens nothing', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    void stage.show('LOGIN')
    await stage.press(GOOGLE)
    expect(stage.alert()).toBe('You are offline. Please check your connection and try again.')
    expect(stage.client.loginWithProvider).not.toHaveBeenCalled()
  })

  test('a mark that the page does not let in gives way to the initial, in the same place', async () => {
    void stage.show('LOGIN')
    const place = root().querySelector<HTMLElement>('.provider-icon')!
    expect([place.querySelector('img')?.getAttribute('alt'), place.dataset['initial']]).toEqual(['', ''])
    await act(async () => place.querySelector('img')?.dispatchEvent(new Event('error')))
    expect([place.querySelector('img'), place.dataset['initial'], place.getAttribute('aria-hidden')]).toEqual([
      null,
      'G',
      'true',
    ])
  })

  test('a text that was written without a place for the name has it at the end', () => {
    void stage.show('LOGIN', { translations: { continue_with: 'Weiter mit' } })
    expect(stage.button('Weiter mit GitHub')).toBeDefined()
  })
})
