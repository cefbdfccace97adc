import type { Branding } from '../../../contract/entities'
import type { PaletteName } from '../../../widget/modals/theme/brand-palette'
import { backgrounds, brandPalette, palette } from '../../../widget/modals/theme/brand-palette'
import type { Color, ResolveColor } from '../../../widget/modals/theme/colors'
import { contrast, layOver, TEXT_CONTRAST } from '../../../widget/modals/theme/colors'
import type { Scheme } from '../../lib/preview-messages'

/** Colors of the branding, with what they paint in the dialogs. */
export const colorParts = {
  primaryButton: 'primary',
  primaryButtonText: 'on-primary',
  secondaryButton: 'secondary',
  links: 'accent',
  background: 'surface',
  titles: 'title',
  text: 'text',
  subtitles: 'muted',
  borderColor: 'border',
  shadowColor: 'shadow',
  error: 'danger',
  errorBackground: 'danger-surface',
} as const satisfies Record<string, PaletteName>

export type ColorName = keyof typeof colorParts

const isColorName = (name: string): name is ColorName => Object.hasOwn(colorParts, name)
export const colorNames = Object.keys(colorParts).filter(isColorName)

export type Theme = 'auto' | Scheme

/** The edited values. Empty texts: the default. */
export interface Design {
  logo: string
  theme: Theme
  /** Null: the default. */
  cornerRadius: number | null
  fontFamily: string
  colors: Readonly<Record<Scheme, Readonly<Record<string, string>>>>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const colorsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, color]) =>
      typeof color === 'string' && color.trim() ? [[name, color.trim()]] : [],
    ),
  )

/** @param branding of a stored definition */
export function readDesign(branding: unknown): Design {
  const { logo, theme, cornerRadius, fontFamily, colors } = isObject(branding) ? branding : {}
  const schemes = isObject(colors) ? colors : {}
  return {
    logo: textOf(logo),
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    cornerRadius: typeof cornerRadius === 'number' ? cornerRadius : null,
    fontFamily: textOf(fontFamily),
    colors: { light: colorsOf(schemes['lightMode']), dark: colorsOf(schemes['darkMode']) },
  }
}

/** `changes` of the part `design`. Null is the default. */
export function toChanges({ logo, theme, cornerRadius, fontFamily, colors }: Design): Record<string, unknown> {
  const [lightMode, darkMode] = [colorsOf(colors.light), colorsOf(colors.dark)]
  return {
    logo: logo.trim() || null,
    theme: theme === 'auto' ? null : theme,
    cornerRadius,
    fontFamily: fontFamily.trim() || null,
    colors: { lightMode, ...(Object.keys(darkMode).length > 0 && { darkMode }) },
  }
}

export const isSameDesign = (one: Design, other: Design): boolean =>
  JSON.stringify(toChanges(one)) === JSON.stringify(toChanges(other))

const toBranding = ({ colors }: Design): Branding => ({
  logo: null,
  colors: { lightMode: { ...colors.light }, darkMode: { ...colors.dark } },
})

export interface ColorFact {
  name: ColorName
  /** As typed; empty: the default. */
  typed: string
  /** Not a color of this browser. */
  isUnknown: boolean
  /** The color in the dialogs, as `#rrggbb`. */
  shown: string
  /** Against what it is drawn on; null for backgrounds and shadows. */
  ratio: number | null
  /** The written color can't be read there: the dialogs show another one. */
  isReplaced: boolean
}

const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 }

/** Borders of inputs are parts of a control: WCAG 2.2, 1.4.11. The dialogs leave them as they are. */
export const BORDER_CONTRAST = 3

/** The contrast that a color needs. */
export const neededContrast = (name: ColorName): number => (name === 'borderColor' ? BORDER_CONTRAST : TEXT_CONTRAST)

/** Each color of a scheme, by the rules of the dialogs themselves. */
export function readColors(design: Design, scheme: Scheme, resolve: ResolveColor): ColorFact[] {
  const side = scheme === 'light' ? 0 : 1
  const shownPalette = brandPalette(toBranding(design), resolve)
  const colorOf = (part: PaletteName): Color => resolve(shownPalette[part][side]) ?? WHITE
  const surface = layOver(colorOf('surface'), WHITE)
  return colorNames.map((name) => {
    const part = colorParts[name]
    const typed = design.colors[scheme][name] ?? ''
    const written = typed ? resolve(typed) : null
    const shown = colorOf(part)
    const on = part === 'border' ? 'surface' : backgrounds[part]
    const ground = on ? layOver(colorOf(on), surface) : null
    const ratio = ground && contrast(layOver(written ?? shown, ground), ground)
    return {
      name,
      typed,
      isUnknown: typed !== '' && written === null,
      shown: toHex(layOver(shown, surface)),
      ratio,
      isReplaced: part !== 'border' && written !== null && ratio !== null && ratio < TEXT_CONTRAST,
    }
  })
}

/** For `input type="color"`. */
export function toHex({ red, green, blue }: Color): string {
  const hex = (channel: number): string =>
    Math.round(Math.min(255, Math.max(0, channel)))
      .toString(16)
      .padStart(2, '0')
  return `#${hex(red)}${hex(green)}${hex(blue)}`
}

const IMAGE = /^(?:https?:\/\/\S+|data:image\/(?:png|jpeg|gif|webp|avif)[;,]\S+)$/iu

/** Whether the dialogs would show it. Empty: no logo. */
export const isLogo = (text: string): boolean => text.trim() === '' || IMAGE.test(text.trim())

/** Only names: other values could load or compute something. */
export const isFontList = (text: string): boolean => text.trim() === '' || /^[\p{L}\p{N}\s'",_-]+$/u.test(text.trim())

/** Default corners of the panel, in CSS pixels (`docs/theming.md`). */
export const DEFAULT_RADIUS_PX = 16
export const RADIUS_MAX_PX = 40

export const defaultColor = (name: ColorName, scheme: Scheme): string =>
  palette[colorParts[name]][scheme === 'light' ? 0 : 1]
