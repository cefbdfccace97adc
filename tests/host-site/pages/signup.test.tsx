// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { profileServer } from '../support/member-credits'
import { refusal } from '../support/fake-client'
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

const required = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  password: 'password1',
  phone: '+1555',
}

afterEach(leaveSite)

describe('the signup page', () => {
  it('has a title, and links to login and home', async () => {
    await renderSite('/signup')
    expect(find('h1').textContent).toBe('Join TrustTag')
    expect(control('Login', 'main').getAttribute('href')).toBe('/login')
    expect(control('Back to Home').getAttribute('href')).toBe('/')
  })

  it('asks for required fields first, and groups optional ones', async () => {
    await renderSite('/signup')
    expect(texts('legend')).toEqual(['Account', 'About your work'])
    const needed = (group: number) =>
      [
        ...document.querySelectorAll('fieldset')[group]!.querySelectorAll<HTMLInputElement>('input, select, textarea'),
      ].map(({ required: isRequired }) => isRequired)
    expect(needed(0)).toEqual([true, true, true, true, true])
    expect(needed(1)).toEqual([false, false, false, false, false, false])
  })

  it('shows the minimum password length at the field', async () => {
    await renderSite('/signup')
    const password = field('password')
    expect(password.minLength).toBe(8)
    expect(find(`#${password.getAttribute('aria-describedby')}`).textContent).toBe(
      'Password must be at least 8 characters long',
    )
  })

  it('can be submitted once all required fields are filled', async () => {
    await renderSite('/signup')
    for (const [name, value] of Object.entries(required)) {
      expect(submitButton().disabled).toBe(true)
      await fill({ [name]: value })
    }
    expect(submitButton().disabled).toBe(false)
    await fill({ phone: ' ' })
    expect(submitButton().disabled).toBe(true)
  })

  it('sends the filled fields and opens the profile', async () => {
    const { client } = await renderSite('/signup', { call: profileServer().call })
    await fill({ ...required, country: 'mx', skills: 'Carpentry' })
    await submit()
    expect(client.signupMemberEmailPassword).toHaveBeenCalledExactlyOnceWith({
      email: 'ann@example.com',
      password: 'password1',
      customFields: {
        'first-name': 'Ann',
        'last-name': 'Lee',
        phone: '+1555',
        country: 'mx',
        skills: 'Carpentry',
      },
    })
    expect(location.pathname).toBe('/profile')
    expect(find('main').textContent).toContain('Ann Lee')
  })

  it('shows progress, and sends only once', async () => {
    const { client } = await renderSite('/signup')
    client.signupMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    await fill(required)
    expect(submitButton().textContent).toBe('Create Account')
    await submit()
    expect(submitButton().textContent).toBe('Creating Account...')
    expect(submitButton().getAttribute('aria-disabled')).toBe('true')
    await submit()
    expect(client.signupMemberEmailPassword).toHaveBeenCalledOnce()
  })

  it('sends once, even for two simultaneous submits', async () => {
    const { client } = await renderSite('/signup')
    client.signupMemberEmailPassword.mockReturnValue(new Promise(() => {}))
    await fill(required)
    await act(async () => {
      submitButton().form?.requestSubmit()
      submitButton().form?.requestSubmit()
    })
    expect(client.signupMemberEmailPassword).toHaveBeenCalledOnce()
  })

  it('shows errors beside the fields, and sends nothing until they are fixed', async () => {
    const { client } = await renderSite('/signup')
    await fill({ ...required, email: 'abc', password: 'seven77' })
    await submit()
    expect(texts('.field-error')).toEqual([
      'Please enter an email address, such as name@example.com.',
      'This password is too short.',
    ])
    expect(document.activeElement).toBe(field('email'))
    expect(client.signupMemberEmailPassword).not.toHaveBeenCalled()
    await fill({ email: required.email, password: 'eight888' })
    await submit()
    expect(texts('.field-error')).toEqual([])
    expect(client.signupMemberEmailPassword).toHaveBeenCalledOnce()
  })

  it('has autocomplete on each field', async () => {
    await renderSite('/signup')
    const purposes = ['firstName', 'lastName', 'email', 'password', 'phone', 'country', 'city', 'profession'] as const
    expect(purposes.map((name) => field(name).getAttribute('autocomplete'))).toEqual([
      'given-name',
      'family-name',
      'email',
      'new-password',
      'tel',
      'country-name',
      'address-level2',
      'organization-title',
    ])
  })

  it.each([
    ['the text of the service', refusal('email-already-in-use', 'Taken.', 409), 'Taken.'],
    ['its own text for a refusal without one', refusal('x', '', 500), 'Failed to create account. Please try again.'],
    [
      'that something unexpected happened when no answer came',
      refusal('network-error', 'Unreachable.', 0),
      'An unexpected error occurred. Please try again.',
    ],
  ])('shows %s, and keeps what was typed', async (_name, error, text) => {
    const { client, reports } = await renderSite('/signup', { call: profileServer().call })
    client.signupMemberEmailPassword.mockRejectedValueOnce(error)
    await fill(required)
    await submit()
    expect(alertText()).toBe(text)
    expect(reports).toHaveLength(1)
    expect(location.pathname).toBe('/signup')
    for (const [name, value] of Object.entries(required)) {
      expect(field(name).value).toBe(value)
    }
    expect(submitButton().textContent).toBe('Create Account')
    await click(submitButton())
    expect(alertText()).toBeNull()
    expect(location.pathname).toBe('/profile')
  })
})
