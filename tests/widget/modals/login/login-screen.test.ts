// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aMemberAuth } from '../../../support/fake-client'
import { modalStage, type ModalStage } from '../open-modal'

let stage: ModalStage

beforeEach(() => {
  stage = modalStage()
})
afterEach(() => stage.leave())

const focused = () => stage.element().shadowRoot?.activeElement?.getAttribute('name')
const value = (name: string) => stage.input(name).value

async function logIn(email = 'ada@example.com', password = 'secret word'): Promise<void> {
  stage.type('email', email)
  stage.type('password', password)
  await stage.submit()
}

describe('the login screen', () => {
  test('asks for what password managers know: a user name and the current password, sent by POST', () => {
    void stage.open()
    expect(stage.find('form').getAttribute('method')).toBe('post')
    expect(stage.input('email').getAttribute('autocomplete')).toBe('username')
    expect(stage.input('password').getAttribute('autocomplete')).toBe('current-password')
    expect(stage.input('password').getAttribute('type')).toBe('password')
    expect(focused()).toBe('email')
  })

  test('logs in, tells the opener, and greets until the opener hides it', async () => {
    const auth = aMemberAuth()
    stage.client.loginMemberEmailPassword.mockResolvedValue({ data: auth })
    const result = stage.open()
    await logIn(' ada@example.com ')
    expect(stage.client.loginMemberEmailPassword).toHaveBeenCalledExactlyOnceWith(
      { email: 'ada@example.com', password: 'secret word' },
      { includeContentGroups: true },
    )
    expect(await result).toEqual({ type: 'LOGIN', data: auth })
    expect(stage.dialog()?.open).toBe(true)
    expect(stage.text()).toContain('Welcome back')
    expect(stage.text()).toContain('ada@example.com')
    expect(stage.overlay()?.querySelector('form')).toBeNull()
    stage.hide()
    expect(stage.dialog()?.open ?? false).toBe(false)
  })

  test('shows what failed by its message until the next try, and keeps what was typed', async () => {
    stage.client.loginMemberEmailPassword.mockRejectedValueOnce({ code: 'x', message: 'Invalid email or password.' })
    void stage.open()
    await logIn()
    expect(stage.find('[role=alert]').textContent).toBe('Invalid email or password.')
    expect([value('email'), value('password')]).toEqual(['ada@example.com', 'secret word'])
    stage.type('password', 'another')
    expect(stage.find('[role=alert]').textContent).toBe('Invalid email or password.')
    let answer: (auth: { data: ReturnType<typeof aMemberAuth> }) => void = () => {}
    stage.client.loginMemberEmailPassword.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    await stage.submit()
    expect(stage.find('[role=alert]').textContent).toBe('')
    await act(async () => answer({ data: aMemberAuth() }))
    expect(stage.text()).toContain('Welcome back')
  })

  test('has a sentence even for a failure without one', async () => {
    stage.client.loginMemberEmailPassword.mockRejectedValueOnce(undefined)
    void stage.open()
    await logIn()
    expect(stage.find('[role=alert]').textContent).toBe('Something went wrong. Please try again.')
  })

  test('is busy while it asks: one call, fields that cannot change, a password that is hidden again', async () => {
    stage.client.loginMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    void stage.open()
    await stage.click('.reveal')
    expect(stage.input('password').getAttribute('type')).toBe('text')
    await logIn()
    await stage.submit()
    expect(stage.client.loginMemberEmailPassword).toHaveBeenCalledOnce()
    expect(stage.find('form').getAttribute('aria-busy')).toBe('true')
    expect(stage.find('button[type=submit]').getAttribute('aria-disabled')).toBe('true')
    expect(stage.find('button[type=submit] + output').textContent).toBe('Loading…')
    expect(stage.input('email').readOnly).toBe(true)
    expect(stage.input('password').getAttribute('type')).toBe('password')
  })

  test('names what is wrong beside the field, goes to the first one, and asks the server nothing', async () => {
    void stage.open()
    stage.type('password', 'x')
    stage.input('password').focus()
    await stage.submit()
    const email = stage.input('email')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    const message = stage.element().shadowRoot?.getElementById(email.getAttribute('aria-describedby') ?? '')
    expect(message?.textContent).toBe('Please enter a valid email address.')
    expect(stage.input('password').getAttribute('aria-invalid')).toBe('false')
    expect(focused()).toBe('email')
    expect(stage.client.loginMemberEmailPassword).not.toHaveBeenCalled()
    stage.type('email', 'a')
    expect(email.getAttribute('aria-invalid')).toBe('false')
    expect(email.hasAttribute('aria-describedby')).toBe(false)
  })

  test('names both fields and the dialog', () => {
    void stage.open()
    const labels = [...stage.overlay()!.querySelectorAll('label')].map((label) => [label.textContent, label.htmlFor])
    const ids = [...stage.overlay()!.querySelectorAll('input')].map((input) => input.id)
    expect(labels).toEqual([
      ['Email address', ids[0]],
      ['Password', ids[1]],
    ])
    expect(stage.dialog()!.getAttribute('aria-label')).toBe('Log in to your account')
  })

  test('speaks the opening’s words before the page’s and the app’s, and never as markup', () => {
    vi.stubGlobal('memberstackTranslations', { login: 'Page', password: 'Page password' })
    void stage.open({ translations: { login: '<b>Go</b>' } })
    expect(stage.find('button[type=submit]').textContent).toBe('<b>Go</b>')
    expect(stage.overlay()?.querySelector('b')).toBeNull()
    expect(stage.text()).toContain('Page password')
  })
})
