// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { COPIED_LABEL_MS } from '../../../../contract/limits'
import { aMember } from '../../../support/a-member'
import { type SidebarStage, sidebarStage } from './sidebar-stage'

let stage: SidebarStage
beforeEach(async () => (stage = await sidebarStage()))
afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

/** The box of one value, in a custom field of the member. */
async function show(value: string): Promise<HTMLElement> {
  await stage.change(() => stage.store.memberData.set(aMember({ customFields: { field: value } })))
  await stage.click('Member')
  const box = [...stage.root.querySelectorAll<HTMLElement>('.value')].find(
    (one) => one.querySelector('span')?.textContent === 'field',
  )
  if (!box) throw new Error('There is no such box.')
  return box
}

describe('a value box', () => {
  it('copies its text on a click, and says so for a moment', async () => {
    const box = await show('ada lovelace')
    vi.useFakeTimers()
    await stage.change(() => box.click())
    expect(stage.copied).toEqual(['ada lovelace'])
    expect(stage.find('output').textContent).toBe('Copied')
    await stage.change(() => void vi.advanceTimersByTime(COPIED_LABEL_MS))
    expect(stage.find('output').textContent).toBe('')
  })

  it.each(['#fff', '#12ab9F', '#12345678', 'rgb(41, 98, 255)', 'rgba(0, 0, 0, .5)', 'hsl(120deg 50% 50% / 20%)'])(
    'shows %s as a color',
    async (color) => {
      const box = await show(color)
      expect(box.querySelector('.swatch rect')?.getAttribute('fill')).toBe(color)
      expect(box.textContent).toBe(`field${color}`)
    },
  )

  it.each(['#1', '#12345', '#ggg', 'red', 'rgb', 'my rgb(1, 2, 3)', 'url(https://a.test/a.svg)'])(
    'takes %s for no color',
    async (text) => expect((await show(text)).querySelector('.swatch')).toBeNull(),
  )

  it.each(['https://a.test/a.png', '/a.jpg', 'b/a.JPEG', 'http://a.test/a.gif'])(
    'shows %s as an image',
    async (address) => {
      const image = (await show(address)).querySelector('img')
      expect(image?.getAttribute('src')).toBe(new URL(address, document.baseURI).href)
      expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer')
    },
  )

  it.each(['https://a.test/a.svg', 'a.png?x', 'https://a.test/png', 'javascript:alert(1)//.png'])(
    'does not load %s',
    async (text) => expect((await show(text)).querySelector('img')).toBeNull(),
  )

  it('says so of an image that cannot be shown, until there is another', async () => {
    const box = await show('/gone.png')
    await stage.change(() => void box.querySelector('img')?.dispatchEvent(new Event('error')))
    expect(box.textContent).toBe('field/gone.pngThis image can’t be loaded.')
    expect((await show('/other.png')).querySelector('img')).not.toBeNull()
  })
})

describe('where the clipboard is refused', () => {
  const refuse = (): void =>
    void vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no permission'))

  it('the text can be taken by hand, and the focus goes back', async () => {
    refuse()
    const box = await show('ada')
    box.focus()
    await stage.change(() => box.click())
    expect(stage.find('output').textContent).toBe('The browser blocked copying. Press Ctrl+C, or ⌘C.')
    expect(stage.find('textarea')).toHaveProperty('value', 'ada')
    expect(stage.root.activeElement).toBe(stage.find('textarea'))
    await stage.click('Done')
    expect(stage.root.querySelector('textarea')).toBeNull()
    expect(stage.root.activeElement).toBe(box)
  })

  it('Escape takes that away first', async () => {
    refuse()
    const box = await show('ada')
    await stage.change(() => box.click())
    await stage.key('Escape', stage.find('textarea'))
    expect(stage.root.querySelector('textarea')).toBeNull()
    expect(stage.close).not.toHaveBeenCalled()
  })

  it('a page without a clipboard is the same', async () => {
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent })
    const box = await show('ada')
    await stage.change(() => box.click())
    expect(stage.root.querySelector('textarea')).not.toBeNull()
  })
})
