// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { availableIn } from '../../../host-site/pages/availability'
import { termsSections } from '../../../host-site/pages/terms'
import { find, leaveSite, renderSite, texts } from '../support/render-site'

afterEach(leaveSite)

describe.each(['/terms', '/privacy'])('%s', (path) => {
  it('shows its effective and last-updated dates', async () => {
    await renderSite(path)
    expect(texts('.dates dt')).toEqual(['Effective', 'Last updated'])
    expect(texts('.dates dd')).toEqual(['4 October 2025', '23 November 2026'])
  })

  it('lists its sections with links', async () => {
    await renderSite(path)
    const links = [...find('.contents').querySelectorAll('a')]
    expect(links.length).toBeGreaterThan(3)
    for (const [index, link] of links.entries()) {
      expect(find(`${link.getAttribute('href')} h2`).textContent).toBe(`${index + 1}. ${link.textContent}`)
    }
  })
})

it('the terms have eight sections', async () => {
  await renderSite('/terms')
  expect(texts('.legal h2')).toEqual(termsSections.map(({ heading }, index) => `${index + 1}. ${heading}`))
  expect(termsSections).toHaveLength(8)
})

describe('the list of countries', () => {
  it('has every country once, under its first letter, in order', async () => {
    await renderSite('/availability')
    const names = texts('.countries li li').map((name) => name ?? '')
    expect(names).toHaveLength(availableIn.length)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    for (const group of document.querySelectorAll('.countries > li')) {
      const letter = group.querySelector('h2')?.textContent ?? ''
      for (const name of group.querySelectorAll('li')) expect(name.textContent?.charAt(0)).toBe(letter)
    }
  })

  it('draws one line for each country', async () => {
    await renderSite('/availability')
    expect(find('.rays path').getAttribute('d')?.match(/M/g)).toHaveLength(availableIn.length)
    expect(find('.reach-lines').textContent).toContain(`${availableIn.length} countries`)
  })
})
