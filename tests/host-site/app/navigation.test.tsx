// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aMember, refusal } from '../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

const labels = () => texts('header nav a, header nav button')

afterEach(leaveSite)

describe('the navigation', () => {
  it('offers login and signup to visitors', async () => {
    await renderSite('/')
    expect(labels()).toEqual(['Create TrustTag', 'Verify', 'Partners', 'Login', 'Sign Up'])
  })

  it('offers profile and logout to members', async () => {
    await renderSite('/', { loggedIn: aMember() })
    expect(labels()).toEqual(['Create TrustTag', 'Verify', 'Partners', 'Profile', 'Logout'])
  })

  it('follows a login and a logout in another tab', async () => {
    const { become } = await renderSite('/')
    await act(async () => become(aMember()))
    expect(labels()).toContain('Logout')
    await act(async () => become(null))
    expect(labels()).toContain('Login')
  })

  it('marks the current page', async () => {
    await renderSite('/verify')
    expect(texts('header [aria-current="page"]')).toEqual(['Verify'])
  })

  it('asks who is logged in on each route change', async () => {
    const { client } = await renderSite('/')
    expect(client.getCurrentMember).toHaveBeenCalledTimes(1)
    await click(control('Verify'))
    await click(control('Partners'))
    expect(client.getCurrentMember).toHaveBeenCalledTimes(3)
  })

  it('logs out to a freshly loaded home page', async () => {
    const { loads } = await renderSite('/profile', { loggedIn: aMember() })
    await click(control('Logout'))
    expect(loads).toEqual(['/'])
    expect(labels()).toContain('Login')
  })

  it('says so when a logout fails, and stays logged in', async () => {
    const { client, loads, reports } = await renderSite('/', { loggedIn: aMember() })
    client.logout.mockRejectedValue(refusal('x', ''))
    await click(control('Logout'))
    expect(alertText()).toBe('You could not be logged out. Please try again.')
    expect(reports).toHaveLength(1)
    expect(loads).toEqual([])
    expect(labels()).toContain('Logout')
  })

  it('opens and closes its menu by button, by Escape and by following a link', async () => {
    await renderSite('/')
    const toggle = control('Menu')
    const isOpen = () => toggle.getAttribute('aria-expanded') === 'true' && find('#site-menu').hasAttribute('data-open')
    expect(isOpen()).toBe(false)
    await click(toggle)
    expect(isOpen()).toBe(true)
    await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(toggle)
    await click(toggle)
    await click(control('Verify'))
    expect(isOpen()).toBe(false)
  })
})

describe('a page change', () => {
  it('sets the title, starts at the top and moves the focus to the heading', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    await renderSite('/')
    expect(document.activeElement).toBe(document.body)
    await click(control('Verify'))
    expect(document.title).toBe('Verify a TrustTag')
    expect(document.activeElement).toBe(find('h1'))
    expect(scrollTo).toHaveBeenCalledWith(0, 0)
  })

  it('to an unknown path shows the not-found page', async () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
    await renderSite('/no/such/page')
    expect(find('h1').textContent).toBe('Page Not Found')
    expect(control('Return Home').getAttribute('href')).toBe('/')
    await click(control('Go Back'))
    expect(back).toHaveBeenCalledOnce()
  })
})

describe('the footer', () => {
  it('links to the pages and shows contact and availability', async () => {
    await renderSite('/')
    expect(texts('footer nav a')).toEqual([
      'Create TrustTag',
      'Skills',
      'Verify',
      'Partners',
      'Privacy',
      'Terms',
      'Transparency',
      'Contact',
      'support@trusttag.example',
      '(313) 555-0142',
    ])
    expect(control('Available in 50+ countries', 'footer').getAttribute('href')).toBe('/availability')
  })
})
