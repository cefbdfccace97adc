// @vitest-environment happy-dom
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
} from '../support/render-site'

const typed = { email: 'ann@example.com', password: 'password1' }

afterEach(leaveSite)

describe('the login page', () => {
  it('is titled, demands both fields, and leads to a new password, signup and home', async () => {
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

  it('says that it is working', async () => {
    const { client } = await renderSite('/login')
    client.loginMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    await fill(typed)
    await submit()
    expect(submitButton().textContent).toBe('Signing In...')
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

  it('survives an answer that makes no sense', async () => {
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

describe('the profile page', () => {
  it("shows a member's name, e-mail and first day", async () => {
    await renderSite('/profile', { loggedIn: aMember() })
    expect(find('main dl').textContent).toBe('NameAnn LeeEmailann@example.comMember sinceMarch 4, 2026')
  })

  it('says when the account could not be reached, and tries again', async () => {
    const { client } = await renderSite('/verify', { loggedIn: aMember() })
    client.getCurrentMember.mockRejectedValueOnce(refusal('network-error', 'Unreachable.', 0))
    await click(control('Profile'))
    expect(alertText()).toBe('Your account could not be reached.')
    await click(control('Try again'))
    expect(find('main').textContent).toContain('Ann Lee')
  })

  it('asks a visitor to log in or sign up', async () => {
    await renderSite('/profile')
    expect(control('Login', 'main').getAttribute('href')).toBe('/login')
    expect(control('Sign Up', 'main').getAttribute('href')).toBe('/signup')
  })
})
