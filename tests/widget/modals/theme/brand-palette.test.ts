import * as fc from '../../../support/fast-check'
import { describe, expect, test } from 'vitest'
import { brandPalette, palette, type PaletteName } from '../../../../widget/modals/theme/brand-palette'
import { type Color, contrast, layOver, type ResolveColor } from '../../../../widget/modals/theme/colors'

/** A browser's result for the notations in these tests. */
const resolve: ResolveColor = (text) => {
  const hex = /^#(..)(..)(..)(..)?$/.exec(text)?.slice(1)
  const [red, green, blue, alpha = 255] =
    hex?.filter(Boolean).map((digits) => Number.parseInt(digits, 16)) ??
    (/^rgba?\((.+)\)$/.exec(text)?.[1] ?? '')
      .split(',')
      .map((channel, index) => (index === 3 ? Number(channel) * 255 : Number(channel)))
  return red === undefined || green === undefined || blue === undefined || Number.isNaN(red)
    ? null
    : { red, green, blue, alpha: alpha / 255 }
}
const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
const brand = (lightMode: Record<string, string>, darkMode?: Record<string, string>) =>
  brandPalette({ logo: null, colors: { lightMode, darkMode } }, resolve)

const pairs: [PaletteName, PaletteName][] = [
  ['title', 'surface'],
  ['text', 'surface'],
  ['muted', 'surface'],
  ['accent', 'surface'],
  ['success', 'surface'],
  ['danger', 'surface'],
  ['on-danger', 'danger-surface'],
  ['on-primary', 'primary'],
  ['on-secondary', 'secondary'],
]

function contrastOf(colors: ReturnType<typeof brand>, text: PaletteName, ground: PaletteName, scheme: 0 | 1): number {
  const surface = layOver(resolve(colors.surface[scheme])!, white)
  const under = layOver(resolve(colors[ground][scheme])!, surface)
  return contrast(layOver(resolve(colors[text][scheme])!, under), under)
}

describe('the palette of an app', () => {
  test('is the standard one without branding', () => {
    expect(brandPalette(null, resolve)).toEqual(palette)
  })

  test.each(pairs)('lets %s be read on %s in both schemes', (text, ground) => {
    expect(contrastOf(palette, text, ground, 0)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(palette, text, ground, 1)).toBeGreaterThanOrEqual(4.5)
  })

  test.each([0, 1] as const)('tells the border of an input from the surface (scheme %d)', (scheme) => {
    expect(contrastOf(palette, 'border', 'surface', scheme)).toBeGreaterThanOrEqual(3)
  })

  test('takes the primary button in both schemes and all other colours in the light one', () => {
    const colors = brand({ primaryButton: '#7a0000', background: '#fff8e7', borderColor: '#00ff00' })
    expect(colors.primary).toEqual(['rgb(122, 0, 0)', 'rgb(122, 0, 0)'])
    expect(colors.surface).toEqual(['rgb(255, 248, 231)', palette.surface[1]])
    expect(colors.border).toEqual(['rgb(0, 255, 0)', palette.border[1]])
  })

  test('takes the colours of the dark scheme where there are any', () => {
    const colors = brand(
      { primaryButton: '#7a0000', text: '#111111' },
      { primaryButton: '#ff69b4', background: '#000080' },
    )
    expect(colors.primary).toEqual(['rgb(122, 0, 0)', 'rgb(255, 105, 180)'])
    expect(colors.surface).toEqual([palette.surface[0], 'rgb(0, 0, 128)'])
    expect(colors.text).toEqual(['rgb(17, 17, 17)', palette.text[1]])
    expect(brand({}, { links: '#ffff00' }).accent).toEqual([palette.accent[0], 'rgb(255, 255, 0)'])
  })

  test('prefers the colour of links to that of the button for links', () => {
    const { accent, primary } = brand({ primaryButton: '#7a0000', links: '#005500' })
    expect([accent[0], primary[0]]).toEqual(['rgb(0, 85, 0)', 'rgb(122, 0, 0)'])
  })

  test('keeps the owner’s button text where it can be read, and chooses black or white where it cannot', () => {
    const text = (primaryButton: string, primaryButtonText: string) =>
      brand({ primaryButton, primaryButtonText })['on-primary'][0]
    expect(text('#ffd400', '#332200')).toBe('rgb(51, 34, 0)')
    expect(text('#ffd400', '#ffffff')).toBe('#000000')
    expect(text('#101010', '#222222')).toBe('#ffffff')
  })

  test('ignores what is no colour, or no text', () => {
    expect(brand({ primaryButton: 'url(https://example.com/x)', background: '' })).toEqual(palette)
    expect(brand(JSON.parse('{ "primaryButton": 5, "text": null, "background": {} }'))).toEqual(palette)
  })

  test('holds numbers that were understood, never the words of the owner', () => {
    const accepting: ResolveColor = (text) => (/^[#r]/.test(text) ? (resolve(text) ?? white) : null)
    const colors = brandPalette({ logo: null, colors: { lightMode: { background: 'red; } * {' } } }, accepting)
    expect(colors.surface[0]).toBe('rgb(255, 255, 255)')
  })

  test('has no text below 4.5:1, whatever the owner chose', () => {
    const hex = fc.stringMatching(/^#[\da-f]{6}([\da-f]{2})?$/)
    const names = ['primaryButton', 'primaryButtonText', 'background', 'titles', 'text', 'subtitles', 'errorBackground']
    const mode = fc.dictionary(fc.constantFrom(...names, 'secondaryButton', 'links', 'error'), hex)
    const schemes = fc.constantFrom(0 as const, 1 as const)
    fc.assert(
      fc.property(mode, mode, fc.constantFrom(...pairs), schemes, (lightMode, darkMode, [text, ground], scheme) => {
        return contrastOf(brand(lightMode, darkMode), text, ground, scheme) >= 4.5
      }),
      { numRuns: 400 },
    )
  })
})
