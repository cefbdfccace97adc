// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { categories } from '../../../host-site/content/categories'
import type { SiteApi } from '../../../host-site/lib/site-api'
import { anAttempt } from '../features/assessment/an-attempt'
import { click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

/** Every skill can be started. */
const call: SiteApi['call'] = async (name, input) => {
  const skill = 'skill' in input ? input.skill : ''
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only call of these tests
  return { success: true, data: anAttempt({ skill }), message: name } as never
}

beforeEach(async () => void (await renderSite('/create-trust-tag', { call })))
afterEach(leaveSite)

const toggle = (title: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('.category button[aria-expanded]')].find((button) =>
    button.textContent.startsWith(title),
  )
  if (!found) throw new Error(`There is no category ${title}.`)
  return found
}
const expanded = (): string[] =>
  [...document.querySelectorAll('.category [aria-expanded="true"]')].map(({ textContent }) => textContent)
async function type(id: string, value: string): Promise<void> {
  const input = find(`#${id}`)
  if (!(input instanceof HTMLInputElement)) throw new Error(`${id} takes no text.`)
  await act(async () => {
    // Sets the value past React's own tracking.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

describe('the catalogue', () => {
  it('shows every category with the number of its skills', () => {
    expect(texts('.category h3 .soft')).toEqual(categories.map(({ skills }) => `${skills.length} skills available`))
  })

  it('opens one category at a time, and closes it again', async () => {
    expect(expanded()).toEqual([])
    await click(toggle('Skilled Trades'))
    expect(expanded()).toEqual([expect.stringContaining('Skilled Trades')])
    expect(find('#skills-trades').hidden).toBe(false)
    await click(toggle('Healthcare'))
    expect(expanded()).toEqual([expect.stringContaining('Healthcare')])
    expect(find('#skills-trades').hidden).toBe(true)
    await click(toggle('Healthcare'))
    expect(expanded()).toEqual([])
  })

  it('leads from a skill to its assessment and back, each time scrolled to the top', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo')
    await click(toggle('Skilled Trades'))
    await click(control('Electrician', '#skills-trades'))
    expect(find('main h2').textContent).toBe('Electrician Technical Assessment')
    expect(document.activeElement).toBe(find('legend'))
    expect(window.location.search).toBe('?attempt=att_1')
    expect(scrolled).toHaveBeenLastCalledWith(0, 0)
    scrolled.mockClear()
    await click(control('Back to Skills'))
    expect(scrolled).toHaveBeenCalledWith(0, 0)
    expect(document.activeElement).toBe(find('h1'))
    expect(texts('.category')).toHaveLength(12)
    expect(window.location.search).toBe('')
  })

  it('shows the popular jobs, and selects one', async () => {
    expect(texts('.chip')).toHaveLength(15)
    await click(control('Proven Housekeeper'))
    expect(find('main h2').textContent).toBe('Proven Housekeeper Technical Assessment')
  })

  it('accepts a typed skill, trimmed, but no blank one', async () => {
    const create = control('Create Assessment')
    expect(create.hasAttribute('disabled')).toBe(true)
    await type('own-skill', '   ')
    expect(create.hasAttribute('disabled')).toBe(true)
    await type('own-skill', '  Beekeeper ')
    await click(create)
    expect(find('main h2').textContent).toBe('Beekeeper Technical Assessment')
  })

  it('searches, and shows the number of results', async () => {
    await type('skill-search', 'driver')
    expect(texts('.category')).toEqual([])
    expect(find('.results output').textContent).toMatch(/^\d+ skills match/)
    await type('skill-search', 'beekeeper')
    expect(find('.results output').textContent).toBe('No listed skill matches “beekeeper”.')
    await click(find('.results-list button'))
    expect(find('main h2').textContent).toBe('beekeeper Technical Assessment')
  })
})
