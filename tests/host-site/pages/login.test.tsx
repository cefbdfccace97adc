// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { aMember, refusal } from '../support/fake-client'
import {
  alertText,
  click,
  control,
  field,
  fill,
  find,
  leaveSite,
  renderSite,
  submit,
  submitButton,
  texts,
} from '../support/render-site'

const typed = { email: 'ann@example.com', password: 'password1' }

afterEach(leaveSite)

describe('the login page', () => {
  it('has a title, requires both fields, and links to password reset, signup and home', async () => {
    await renderSite('/login')
    expect(find('h1').textContent).toBe('Welcome Back')
    for (const name of Object.keys(typed)) expect(field(name).required).toBe(true)
    expect(control('Forgot your password?').getAttribute('href')).toBe('/forgot-password')
    expect(control('Sign Up', 'main').getAttribute('href')).toBe('/signup')
    expect(control('Back to Home').getAttribute('href')).toBe('/')
  })

  it('logs in and goes to the profile', async () => {
    const { client } = await renderSite('/login')
    await fill(typed)
    await submit()
    expect(client.loginMemberEmailPassword).toHaveBeenCalledExactlyOnceWith(typed)
    expect(location.pathname).toBe('/profile')
    expect(window.localStorage.getItem('isLoggedIn')).toBe('true')
  })

  it('shows errors beside the fields, and sends nothing until they are fixed', async () => {
    const { client } = await renderSite('/login')
    await submit()
    expect(texts('.field-error')).toEqual(['Please enter your email address.', 'Please enter your password.'])
    expect(document.activeElement).toBe(field('email'))
    await fill({ email: 'abc', password: 'password1' })
    await submit()
    expect(texts('.field-error')).toEqual(['Please enter an email address, such as name@example.com.'])
    expect(field('email').getAttribute('aria-invalid')).toBe('true')
    expect(find(`#${field('email').getAttribute('aria-describedby')}`).textContent).toContain('such as')
    await fill({ email: typed.email, password: '' })
    await submit()
    expect(texts('.field-error')).toEqual(['Please enter your password.'])
    expect(document.activeElement).toBe(field('password'))
    expect(client.loginMemberEmailPassword).not.toHaveBeenCalled()
    await fill(typed)
    await submit()
    expect(client.loginMemberEmailPassword).toHaveBeenCalledExactlyOnceWith(typed)
  })

  it('works with password managers', async () => {
    await renderSite('/login')
    expect(field('email').autocomplete).toBe('username')
    expect(field('password').autocomplete).toBe('current-password')
  })

  it('does not redirect a user who left the page', async () => {
    const { client } = await renderSite('/login')
    let answer = () => {}
    client.loginMemberEmailPassword.mockReturnValue(
      new Promise((resolve) => {
        const tokens = { accessToken: 't', expires: 1, type: 'bearer' as const }
        answer = () => resolve({ data: { tokens, member: aMember(), redirect: null } })
      }),
    )
    await fill(typed)
    await submit()
    await click(control('Verify'))
    await act(async () => answer())
    expect(location.pathname).toBe('/verify')
    expect(control('Logout')).toBeTruthy()
  })

  it('shows progress', async () => {
    const { client } = await renderSite('/login')
    client.loginMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    await fill(typed)
    await submit()
    expect(submitButton().textContent).toBe('Signing In...')
    expect(submitButton().getAttribute('aria-disabled')).toBe('true')
  })

  it.each([
    ['the text of the service', refusal('invalid-credentials', 'Wrong.', 401), 'Wrong.'],
    ['its own text for a refusal without one', refusal('x', '', 401), 'Invalid email or password. Please try again.'],
    [
      'that something unexpected happened when no answer came',
      refusal('network-error', 'Unreachable.', 0),
      'An unexpected error occurred. Please try again.',
    ],
  ])('shows %s, and keeps what was typed', async (_name, error, text) => {
    const { client } = await renderSite('/login')
    client.loginMemberEmailPassword.mockRejectedValue(error)
    await fill(typed)
    await submit()
    expect(alertText()).toBe(text)
    expect(field('email').value).toBe(typed.email)
    expect(field('password').value).toBe(typed.password)
    expect(location.pathname).toBe('/login')
  })

  it('handles a malformed response', async () => {
    const { client } = await renderSite('/login')
    const member = aMember()
    Reflect.deleteProperty(member, 'customFields')
    const tokens = { accessToken: 't', expires: 1, type: 'bearer' as const }
    client.loginMemberEmailPassword.mockResolvedValue({ data: { tokens, member, redirect: null } })
    await fill(typed)
    await submit()
    expect(alertText()).toBe('An unexpected error occurred. Please try again.')
    expect(submitButton().textContent).toBe('Sign In')
    expect(window.localStorage).toHaveLength(0)
  })
})
