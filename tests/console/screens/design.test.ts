import { describe, expect, it } from 'vitest'
import {
  colorNames,
  isFontList,
  isLogo,
  isSameDesign,
  readColors,
  readDesign,
  toChanges,
} from '../../../console/screens/design/design'
import type { Color } from '../../../widget/modals/theme/colors'

/** `#rrggbb`, `#rrggbbaa` and `rgb()`: what the palette and the tests contain. */
function resolve(text: string): Color | null {
  const [, hex = ''] = /^#([\da-f]{6}(?:[\da-f]{2})?)$/i.exec(text) ?? []
  const channels = hex
    ? [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    : (/^rgba?\(([^)]+)\)$/.exec(text)?.[1] ?? 'none').split(',').map(Number)
  const [red = NaN, green = NaN, blue = NaN, alpha = hex.length === 8 ? Number.parseInt(hex.slice(6), 16) / 255 : 1] =
    channels
  return Number.isNaN(red) ? null : { red, green, blue, alpha }
}

const branding = {
  logo: 'https://example.com/logo.png',
  theme: 'dark',
  cornerRadius: 4,
  fontFamily: 'Georgia, serif',
  colors: { lightMode: { primaryButton: '#7a0000', ours: '#123456' }, darkMode: { text: '#eeeeee' } },
}

describe('a design', () => {
  it('is saved as it was stored, with color names that the screen does not list', () => {
    expect(toChanges(readDesign(branding))).toEqual(branding)
  })

  it('without anything is the default, which null restores', () => {
    const nothing = { logo: null, theme: null, cornerRadius: null, fontFamily: null, colors: { lightMode: {} } }
    expect(toChanges(readDesign(undefined))).toEqual(nothing)
    expect(toChanges(readDesign({ logo: 5, theme: 'blue', cornerRadius: '4', colors: { lightMode: 7 } }))).toEqual(
      nothing,
    )
  })

  it('with an emptied color equals one without it', () => {
    const stored = readDesign({ logo: null, colors: { lightMode: {} } })
    expect(isSameDesign({ ...stored, colors: { light: { text: ' ' }, dark: {} } }, stored)).toBe(true)
    expect(isSameDesign({ ...stored, colors: { light: { text: 'red' }, dark: {} } }, stored)).toBe(false)
  })
})

describe('the contrast of a color', () => {
  const facts = (lightMode: Record<string, string>) =>
    new Map(readColors(readDesign({ colors: { lightMode } }), 'light', resolve).map((fact) => [fact.name, fact]))

  it('is that of the given colors, and the dialogs replace unreadable ones', () => {
    const pale = facts({ text: '#dddddd' }).get('text')
    expect(pale?.ratio).toBeCloseTo(1.36, 1)
    expect(pale?.isReplaced).toBe(true)
    expect(pale?.shown).not.toBe('#dddddd')
    const black = facts({ text: '#000000' }).get('text')
    expect([black?.ratio, black?.isReplaced, black?.shown]).toEqual([21, false, '#000000'])
  })

  it('depends on the background', () => {
    expect(facts({ titles: '#ffffff' }).get('titles')?.isReplaced).toBe(true)
    expect(facts({ titles: '#ffffff', background: '#101010' }).get('titles')?.isReplaced).toBe(false)
  })

  it('is enough for every default, and backgrounds have none', () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const { name, ratio, isReplaced } of readColors(readDesign({}), scheme, resolve)) {
        if (ratio !== null) expect(ratio, `${scheme} ${name}`).toBeGreaterThanOrEqual(name === 'borderColor' ? 3 : 4.5)
        expect(isReplaced).toBe(false)
      }
    expect(facts({}).get('background')?.ratio).toBeNull()
  })

  it('is unknown for what is no color', () => {
    const wrong = facts({ links: 'reddish' }).get('links')
    expect([wrong?.isUnknown, wrong?.isReplaced]).toEqual([true, false])
    expect(facts({}).size).toBe(colorNames.length)
  })
})

describe('logo and font', () => {
  it.each([
    ['', true],
    ['https://example.com/a.svg', true],
    ['data:image/png;base64,AA', true],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
    ['logo.png', false],
  ])('a logo %j: %s', (text, isOne) => expect(isLogo(text)).toBe(isOne))

  it.each([
    ['Georgia, serif', true],
    ['"Open Sans"', true],
    ['url(https://evil.example)', false],
    ['a; b', false],
  ])('fonts %j: %s', (text, areOnes) => expect(isFontList(text)).toBe(areOnes))
})
