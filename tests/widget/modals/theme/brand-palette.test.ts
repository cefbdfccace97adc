import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandPalette } from '../../../../widget/modals/theme/brand-palette'
import { type Color, contrast, layOver } from '../../../../widget/modals/theme/color'
import { palette, type PaletteName } from '../../../../widget/modals/theme/palette'
import type { ResolveColor } from '../../../../widget/modals/theme/resolve-color'

/** What a browser does with the notations that these tests use. */
const resolve: ResolveColor = (text) => {
  const hex = /^#(..)(..)(..)(..)?$/.exec(text)?.slice(1)
  const [red, green, blue, alpha = 255] =
    hex?.filter(Boolean).map((digits) => Number.parseInt(digits, 16)) ??
    (/^rgb\((.+)\)$/.exec(text)?.[1] ?? '').split(',').map(Number)
  return red === undefined || green === undefined || blue === undefined || Number.isNaN(red)
    ? null
    : { red, green, blue, alpha: alpha / 255 }
}
const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
const brand = (lightMode: Record<string, string>) => brandPalette({ logo: null, colors: { lightMode } }, resolve)

const pairs: [PaletteName, PaletteName][] = [
  ['title', 'surface'],
  ['text', 'surface'],
  ['muted', 'surface'],
  ['accent', 'surface'],
  ['success', 'surface'],
  ['danger', 'surface'],
  ['on-danger', 'danger-surface'],
  ['on-primary', 'primary'],
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
    expect(colors.primary).toEqual(['#7a0000', '#7a0000'])
    expect(colors.surface).toEqual(['#fff8e7', palette.surface[1]])
    expect(colors.border).toEqual(['#00ff00', palette.border[1]])
  })

  test('keeps the owner’s button text where it can be read, and chooses black or white where it cannot', () => {
    expect(brand({ primaryButton: '#ffd400', primaryButtonText: '#332200' })['on-primary'][0]).toBe('#332200')
    expect(brand({ primaryButton: '#ffd400', primaryButtonText: '#ffffff' })['on-primary'][0]).toBe('#000000')
    expect(brand({ primaryButton: '#101010', primaryButtonText: '#222222' })['on-primary'][0]).toBe('#ffffff')
  })

  test('ignores what is no colour', () => {
    expect(brand({ primaryButton: 'url(https://example.com/x)', background: '' })).toEqual(palette)
  })

  test('has no text below 4.5:1, whatever the owner chose', () => {
    const hex = fc.stringMatching(/^#[\da-f]{6}([\da-f]{2})?$/)
    const names = ['primaryButton', 'primaryButtonText', 'background', 'titles', 'text', 'subtitles', 'errorBackground']
    const lightMode = fc.dictionary(fc.constantFrom(...names), hex)
    fc.assert(
      fc.property(
        lightMode,
        fc.constantFrom(...pairs),
        fc.constantFrom(0 as const, 1 as const),
        (given, pair, scheme) => {
          const [text, ground] = pair
          return contrastOf(brand(given), text, ground, scheme) >= 4.5
        },
      ),
    )
  })
})
