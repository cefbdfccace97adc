import type { Branding } from '../../../contract/entities'
import { type Color, contrast, formatColor, layOver, mix, TEXT_CONTRAST } from './color'
import { type Palette, palette, type PaletteName, type SchemePair } from './palette'
import type { ResolveColor } from './resolve-color'

/** An app's colour names (they are for the light scheme) → ours. The button's colours hold in both schemes. */
const lightNames = {
  background: 'surface',
  titles: 'title',
  text: 'text',
  subtitles: 'muted',
  borderColor: 'border',
  errorBackground: 'danger-surface',
} as const satisfies Record<string, PaletteName>

/** Which text stands on which ground; each pair must stay readable whatever the owner chose. */
const textOn = {
  title: 'surface',
  text: 'surface',
  muted: 'surface',
  danger: 'danger-surface',
  success: 'surface',
  accent: 'surface',
} as const satisfies Partial<Record<PaletteName, PaletteName>>

const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
type Scheme = Record<PaletteName, string>

/**
 * The palette of an app: its branding where it has one, and never a text below 4.5:1: what the owner chose then gives
 * way to the default, and the default to black or white. Colours that no browser understands are ignored.
 */
export function brandPalette(branding: Branding | null, resolve: ResolveColor): Palette {
  const given = branding?.colors.lightMode ?? {}
  const chosen = (name: string): string | null => {
    const text = Object.hasOwn(given, name) ? given[name] : undefined
    return text && resolve(text) ? text : null
  }
  const light = schemeOf(0)
  for (const [theirs, ours] of Object.entries(lightNames)) light[ours] = chosen(theirs) ?? light[ours]
  const primary = chosen('primaryButton')
  const schemes = [light, schemeOf(1)].map((scheme) => {
    const onPrimary = chosen('primaryButtonText') ?? scheme['on-primary']
    const branded = { ...scheme, ...(primary && { primary, accent: primary }), 'on-primary': onPrimary }
    return readable(branded, resolve)
  }) as [Scheme, Scheme]
  const pair = (name: PaletteName): SchemePair => [schemes[0][name], schemes[1][name]]
  return Object.fromEntries((Object.keys(palette) as PaletteName[]).map((name) => [name, pair(name)])) as Palette
}

function schemeOf(index: 0 | 1): Scheme {
  return Object.fromEntries(Object.entries(palette).map(([name, pair]) => [name, pair[index]])) as Scheme
}

function readable(scheme: Scheme, resolve: ResolveColor): Scheme {
  const surface = layOver(resolve(scheme.surface) ?? WHITE, WHITE)
  const ground = (name: PaletteName): Color => layOver(resolve(scheme[name]) ?? WHITE, surface)
  const result = { ...scheme }
  for (const [text, on] of Object.entries(textOn) as [PaletteName, PaletteName][]) {
    const wanted = text === 'accent' ? shades(scheme, resolve) : [scheme[text], scheme.text]
    result[text] = readableOn(ground(on), wanted, resolve)
  }
  return { ...result, 'on-primary': readableOn(ground('primary'), [scheme['on-primary']], resolve) }
}

/** The accent, and how it looks on its way to the colour of text, so that a pale brand keeps its hue. */
function shades(scheme: Scheme, resolve: ResolveColor): string[] {
  const [accent, text] = [resolve(scheme.accent), resolve(scheme.text)]
  if (!accent || !text) return [scheme.text]
  return [scheme.accent, ...[0.25, 0.5, 0.75].map((share) => formatColor(mix(accent, text, share))), scheme.text]
}

/** The first colour that can be read on the ground; black or white can always. */
function readableOn(ground: Color, wanted: readonly string[], resolve: ResolveColor): string {
  const isReadable = (text: string): boolean => {
    const color = resolve(text)
    return color !== null && contrast(layOver(color, ground), ground) >= TEXT_CONTRAST
  }
  return [...wanted, '#ffffff'].find(isReadable) ?? '#000000'
}
