// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { answering } from '../support/answering'
import { control, find, leaveSite, renderSite, texts } from '../support/render-site'

afterEach(leaveSite)

const linksIn = (within: string) => [...find(within).querySelectorAll('a')].map((link) => link.getAttribute('href'))

describe('the home page', () => {
  it('starts with a hero that links to the assessment, a profile, the check and the partners', async () => {
    await renderSite('/')
    expect(find('h1').textContent).toBe('Prove what you can do')
    expect(linksIn('.hero')).toEqual(['/create-trust-tag', '/verify', '/profile', '/partnership', '/transparency'])
  })

  it('shows the free offer only while it is on', async () => {
    const packages = { packages: [], refundRule: '', offer: { isOn: true, endsAt: null } }
    await renderSite('/', { call: answering({ listPackages: () => packages }).call })
    expect(control('One TrustTag free, for a limited time').getAttribute('href')).toBe('/checkout')
    await leaveSite()
    const ended = { ...packages, offer: { isOn: false, endsAt: '2026-01-01T00:00:00.000Z' } }
    await renderSite('/', { call: answering({ listPackages: () => ended }).call })
    expect(find('.hero-offer').textContent).toBe('')
    expect(document.body.textContent).not.toMatch(/\bfree\b/i)
  })

  it('explains a TrustTag and shows one, marked as a sample', async () => {
    await renderSite('/')
    expect(find('.hero .lead').textContent).toContain('a verified skill badge with a score, a certificate')
    expect(find('.hero .credential .badge').textContent).toBe('Sample')
  })

  it('explains the marks on the sample', async () => {
    await renderSite('/')
    const letters = (within: string) => texts(`${within} .hallmark text`)
    expect(letters('.marks')).toEqual(letters('.hero .credential'))
    expect(texts('.marks h3')).toEqual(['Whose it is', 'How good it is', 'Who tested it', 'When'])
  })

  it('names its audience, without claiming them as users', async () => {
    await renderSite('/')
    expect(texts('.audiences h3')).toEqual([
      'Skilled workers and tradespeople',
      'Freelancers',
      'Professionals',
      'People without formal credentials',
      'Immigrants and refugees',
    ])
    expect(find('main').textContent).toContain('is built for the 1.5B+ people whose skills')
  })

  it('lets employers look up a TrustTag without an account or a script', async () => {
    await renderSite('/')
    const form = find('.check-form')
    expect([form.getAttribute('method'), form.getAttribute('action')]).toEqual(['get', '/verify'])
    const id = find('.check-form input')
    expect([id.getAttribute('name'), id.hasAttribute('required')]).toEqual(['id', true])
    expect(control('Verify', '.check-form').getAttribute('type')).toBe('submit')
    expect(linksIn('.check-form')).toEqual(['/verify?id=TT-EL2024017'])
  })

  it('has three partner cards, each with a link', async () => {
    await renderSite('/')
    expect(texts('.partner-cards h3')).toEqual(['Employers', 'NGOs and training organizations', 'Governments'])
    expect(linksIn('.partner-cards')).toEqual(['/verify', '/partnership', '/partnership'])
  })
})
