import type { Branding } from '../../../contract/entities'
import { DEFAULT_PRIMARY_BUTTON_COLOR } from '../../../contract/limits'
import { mapValues } from '../../lib/values'
import { type Color, contrast, formatColor, layOver, mix, type ResolveColor, TEXT_CONTRAST } from './colors'

/** The branding's names for a color. The first one that is set is used. */
const brandingNames: Partial<Record<PaletteName, readonly string[]>> = {
  primary: ['primaryButton'],
  'on-primary': ['primaryButtonText'],
  secondary: ['secondaryButton'],
  accent: ['links', 'primaryButton'],
  surface: ['background'],
  title: ['titles'],
  text: ['text'],
  muted: ['subtitles'],
  border: ['borderColor'],
  shadow: ['shadowColor'],
  danger: ['error'],
  'on-danger': ['error'],
  'danger-surface': ['errorBackground'],
}
/** Also used in the dark scheme if that has none. */
const inBothSchemes: ReadonlySet<PaletteName> = new Set(['primary', 'on-primary', 'accent'])

/** The background of each text color. The text must be readable on it, whatever the owner chose. */
export const backgrounds: Partial<Record<PaletteName, PaletteName>> = {
  title: 'surface',
  text: 'surface',
  muted: 'surface',
  accent: 'surface',
  success: 'surface',
  danger: 'surface',
  'on-danger': 'danger-surface',
  'on-primary': 'primary',
  'on-secondary': 'secondary',
}

const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
type Scheme = Readonly<Record<PaletteName, string>>

/**
 * An app's palette from its branding. A text color below 4.5:1 is replaced by a similar one, else by black or white.
 * Colors that the browser does not support are ignored.
 */
export function brandPalette(branding: Branding | null, resolve: ResolveColor): Palette {
  const { lightMode, darkMode } = branding?.colors ?? {}
  const standard: Palette = palette
  const light = mapValues(standard, (pair, name) => chosen(name, lightMode, resolve) ?? pair[0])
  const dark = mapValues(
    standard,
    (pair, name) =>
      chosen(name, darkMode, resolve) ?? (inBothSchemes.has(name) ? chosen(name, lightMode, resolve) : null) ?? pair[1],
  )
  const [readableLight, readableDark] = [makeReadable(light, resolve), makeReadable(dark, resolve)]
  return mapValues(standard, (_pair, name): SchemePair => [readableLight[name], readableDark[name]])
}

/** The owner's color, rebuilt from its numbers: no text of the owner reaches a style sheet. */
function chosen(name: PaletteName, colors: Readonly<Record<string, unknown>> | undefined, resolve: ResolveColor) {
  for (const theirs of brandingNames[name] ?? []) {
    const text = colors?.[theirs]
    const color = typeof text === 'string' && text ? resolve(text) : null
    if (color) return formatColor(color)
  }
  return null
}

function makeReadable(scheme: Scheme, resolve: ResolveColor): Scheme {
  const surface = layOver(resolve(scheme.surface) ?? WHITE, WHITE)
  return mapValues(scheme, (value, name) => {
    const on = backgrounds[name]
    if (!on) return value
    const ground = layOver(resolve(scheme[on]) ?? WHITE, surface)
    const isReadable = (text: string): boolean => {
      const color = resolve(text)
      return color !== null && contrast(layOver(color, ground), ground) >= TEXT_CONTRAST
    }
    if (isReadable(value)) return value
    // Black or white reaches 4.5:1 on any background.
    return [...replacements(name, scheme, resolve), '#ffffff'].find(isReadable) ?? '#000000'
  })
}

/**
 * Replacements for an unreadable color, closest first. A pale accent keeps its hue while it is mixed towards the text
 * color.
 */
function replacements(name: PaletteName, scheme: Scheme, resolve: ResolveColor): string[] {
  if (name === 'on-primary') return []
  const [color, text] = [resolve(scheme[name]), resolve(scheme.text)]
  if (!color || !text) return []
  return [...[0.25, 0.5, 0.75].map((share) => formatColor(mix(color, text, share))), scheme.text]
}

/** A color in the light and the dark scheme. */
export type SchemePair = readonly [light: string, dark: string]

/** The default colors. Text reaches 4.5:1, borders 3:1. */
export const palette = {
  surface: ['#ffffff', '#1a1b1f'],
  title: ['#101217', '#f5f6f8'],
  text: ['#1d2026', '#e9eaee'],
  muted: ['#5b626e', '#a6acb8'],
  border: ['#868d99', '#767d8a'],
  danger: ['#b3142b', '#ff9aa5'],
  'on-danger': ['#b3142b', '#ff9aa5'],
  'danger-surface': ['#fdeef0', '#3a1a20'],
  success: ['#11713f', '#63d696'],
  primary: [DEFAULT_PRIMARY_BUTTON_COLOR, DEFAULT_PRIMARY_BUTTON_COLOR],
  'on-primary': ['#ffffff', '#ffffff'],
  /** Transparent. */
  secondary: ['#00000000', '#00000000'],
  'on-secondary': ['#1d2026', '#e9eaee'],
  shadow: ['#0a0c10', '#000000'],
  /** Focus rings, links and selections: the primary color if it contrasts with the surface. */
  accent: [DEFAULT_PRIMARY_BUTTON_COLOR, '#7ea1ff'],
} as const satisfies Record<string, SchemePair>

export type PaletteName = keyof typeof palette
export type Palette = Readonly<Record<PaletteName, SchemePair>>
