// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { refundRule } from '../../../contract/refund-rule'
import { termsSections } from '../../../host-site/pages/terms'
import { click, control, field, find, leaveSite, renderSite, texts } from '../support/render-site'

const row = (at: number) => `.package:nth-child(${at})`
const open = () => renderSite('/checkout')

afterEach(leaveSite)

describe('the packages', () => {
  it('are the five of the product, each with its price', async () => {
    await open()
    expect(texts('.package-name > :first-child')).toEqual([
      'Single TrustTag',
      '3 TrustTags',
      '5 TrustTags',
      '10+ TrustTags',
      'Business Package',
    ])
    expect(texts('.package-price')).toEqual(['$7', '$18', '$32', 'Custom', 'Custom'])
  })

  it('mark one as most popular, show savings, and call none a best value', async () => {
    await open()
    expect(texts(`${row(2)} .badge`)).toEqual(['Most popular', 'Save $3'])
    expect(texts(`${row(3)} .badge`)).toEqual(['Save $3'])
    expect(texts('.package .badge:not(.plain)')).toHaveLength(3)
    expect(texts('.package .badge.plain')).toEqual(Array.from({ length: 4 }, () => 'planned'))
    expect(find('main').textContent).not.toMatch(/best (value|price|deal)/i)
  })

  it('have a button for the next step', async () => {
    await open()
    expect(texts('.package button')).toEqual([
      ...Array.from({ length: 3 }, () => 'Create TrustTags'),
      ...Array.from({ length: 2 }, () => 'Get Custom Quote'),
    ])
  })

  it('are one radio group', async () => {
    await open()
    const radios = [...document.querySelectorAll<HTMLInputElement>('fieldset input[type="radio"]')]
    expect(new Set(radios.map(({ name }) => name))).toEqual(new Set(['package']))
    expect(radios.some(({ checked }) => checked)).toBe(false)
    await click(find(`${row(2)} .package-price`))
    expect(radios.map(({ checked }) => checked)).toEqual([false, true, false, false, false])
  })
})

describe('the summary', () => {
  it('shows once a package is chosen, and follows the choice', async () => {
    await open()
    expect(document.querySelector('.summary')).toBeNull()
    await click(find(`${row(1)} input`))
    expect(texts('.summary dd')).toEqual(['Single TrustTag', '1', '$7'])
    await click(find(`${row(5)} input`))
    expect(texts('.summary dd')).toEqual(['Business Package', 'Unlimited', 'Custom'])
    expect(find('.summary button').textContent).toBe('Get Custom Quote')
  })
})

describe('a custom package', () => {
  it.each([
    [4, '10+ TrustTags', 'ten-plus'],
    [5, 'Business Package', 'business'],
  ])('leads with thanks to the contact page, which names it', async (at, name, id) => {
    await open()
    await click(find(`${row(at)} button`))
    expect(find('.summary h2').textContent).toBe('Thank you for your interest')
    expect(document.activeElement).toBe(find('.summary h2'))
    expect(find('.summary output').textContent).toContain('For custom pricing, please contact us')
    await click(control('Continue to Contact', '.summary'))
    expect(location.pathname + location.search).toBe(`/contact?package=${id}`)
    expect(field('message').value).toBe(`I would like a quote for: ${name}\n\n`)
  })

  it.each(['/contact', '/contact?package=single', '/contact?package=nope'])('is not named at %s', async (path) => {
    await renderSite(path)
    expect(field('message').value).toBe('')
  })
})

describe('the refund rule', () => {
  it('is the sentence of the terms', async () => {
    await open()
    expect(find('.promise-note').textContent).toContain(refundRule)
    const inTerms = termsSections.some(({ paragraphs }) => paragraphs.some((one) => one === refundRule))
    expect(inTerms).toBe(true)
    expect(find('.promise-note h2').textContent).toContain('30 days')
    expect(find('.promise-note').textContent).toContain('A payment is final once its TrustTag has been issued.')
  })
})

it('leads back to the skills', async () => {
  await open()
  expect(control('Back', 'main').getAttribute('href')).toBe('/create-trust-tag')
})
