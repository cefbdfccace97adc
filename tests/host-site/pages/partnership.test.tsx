// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
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

const filled = {
  organizationName: 'Harbor Works',
  contactName: 'Grace Hopper',
  email: 'grace@harbor.example',
  useCase: 'We train welders.',
}

afterEach(leaveSite)

describe('the partnership page', () => {
  it('shows audience, reasons and an inquiry form', async () => {
    await renderSite('/partnership')
    expect(texts('.columns > .card h2')).toEqual(['Enterprises', 'NGOs and training organizations', 'Governments'])
    expect(texts('.why h3')).toEqual(['Fast implementation', 'Global reach', 'Proven results'])
    expect(find('.why').textContent).toContain('50+ countries')
    expect(texts('legend')).toEqual(['Your organization', 'You', 'Your idea'])
    expect(texts('#organizationType option').slice(1)).toEqual([
      'Enterprise',
      'NGO',
      'Training organization',
      'Government',
      'International organization',
      'Other',
    ])
  })

  it('sends the trimmed input, and thanks', async () => {
    const { api } = await renderSite('/partnership')
    await fill({ ...filled, organizationName: '  Harbor Works ', website: 'https://harbor.example' })
    await submit()
    expect(api.send).toHaveBeenCalledExactlyOnceWith('sendInquiry', {
      ...filled,
      organizationType: '',
      phone: '',
      website: 'https://harbor.example',
      description: '',
      fax: '',
    })
    expect(find('#thank-you').textContent).toBe('Thank You')
    expect(document.activeElement).toBe(find('#thank-you'))
    expect(find('.thank-you').textContent).toContain('within 24 hours')
    expect(control('Back to Home', '.thank-you').getAttribute('href')).toBe('/')
  })

  it('shows errors beside the fields, focuses the first, and sends nothing', async () => {
    const { api } = await renderSite('/partnership')
    await fill({ organizationName: 'Harbor Works', email: 'grace', website: 'harbor' })
    await submit()
    expect(texts('.field-error')).toEqual([
      'Please enter a full URL, such as https://example.org.',
      'Please enter your name.',
      'Please enter an email address, such as name@example.com.',
      'Please tell us what you would use TrustTag for.',
    ])
    expect(field('contactName').getAttribute('aria-invalid')).toBe('true')
    expect(field('contactName').getAttribute('aria-describedby')).toBe('contactName-error')
    expect(document.activeElement).toBe(field('website'))
    expect(field('organizationName').hasAttribute('aria-invalid')).toBe(false)
    expect(api.send).not.toHaveBeenCalled()
  })

  it('does not require optional fields, and treats blanks as empty', async () => {
    const { api } = await renderSite('/partnership')
    await fill({ ...filled, useCase: '   ' })
    await submit()
    expect(texts('.field-error')).toEqual(['Please tell us what you would use TrustTag for.'])
    await fill({ useCase: 'Training' })
    await submit()
    expect(api.send).toHaveBeenCalledOnce()
  })

  it.each([
    ['the server’s words', 'Too many messages.', 'Too many messages.'],
    ['its default text without one', '', 'Your message could not be sent. Please try again.'],
  ])('after a failure says %s and keeps what was typed', async (_what, error, said) => {
    const { api } = await renderSite('/partnership')
    api.send.mockResolvedValueOnce({ success: false, error })
    await fill(filled)
    await submit()
    expect(alertText()).toBe(said)
    expect(field('organizationName').value).toBe('Harbor Works')
    await submit()
    expect(find('.thank-you')).toBeTruthy()
  })

  it('shows progress, and sends once', async () => {
    const { api } = await renderSite('/partnership')
    let answer: (result: { success: boolean }) => void = () => {}
    api.send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    await fill(filled)
    await submit()
    expect(submitButton().textContent).toBe('Sending...')
    await submit()
    expect(api.send).toHaveBeenCalledOnce()
    await act(async () => answer({ success: true }))
    expect(find('.thank-you')).toBeTruthy()
  })
})

describe('the contact page', () => {
  it('shows contact options, response times and hours', async () => {
    await renderSite('/contact')
    const text = find('main').textContent
    for (const part of [
      'support@trusttag.example',
      'Reply in 5-7 business days',
      '(313) 555-0142',
      'text is the fastest way',
      'Answered the same day',
      'Service area',
    ])
      expect(text).toContain(part)
    expect(texts('.hours dt')).toEqual(['Mon-Fri', 'Sat', 'Sun'])
    expect(texts('.hours dd')).toEqual(['9:00-18:00 ET', '10:00-16:00 ET', 'closed'])
    expect(control('Partner with TrustTag').getAttribute('href')).toBe('/partnership')
  })

  it('sends a message and thanks', async () => {
    const { api } = await renderSite('/contact')
    await fill({ name: 'Ann', email: 'ann@example.com', message: 'Hello' })
    await submit()
    expect(api.send).toHaveBeenCalledExactlyOnceWith('sendContactMessage', {
      name: 'Ann',
      email: 'ann@example.com',
      message: 'Hello',
      fax: '',
    })
    expect(find('.thank-you').textContent).toContain('5-7 business days')
    await click(control('Back to Home', '.thank-you'))
    expect(location.pathname).toBe('/')
  })
})
