import type { Branding } from '../../../contract/entities'
import { brandPalette, type SchemePair } from './brand-palette'
import type { ResolveColor } from './colors'

const MAX_RADIUS_PX = 40

/**
 * Sets colours, scheme, corners and font as `--ms-…` custom properties on the sheet's first rule. Not on the element:
 * there they would beat what the page's own style sheet says about it, and a rule needs no exception in a page's
 * style-src.
 */
export function applyTheme(
  sheet: CSSStyleSheet,
  window: Window & typeof globalThis,
  branding: Branding | null,
  resolve: ResolveColor,
): void {
  const rule = sheet.cssRules[0]
  if (!(rule instanceof CSSStyleRule)) return
  const scheme = colorScheme(window, branding)
  const radius = branding?.cornerRadius
  const corner = (share: number): string | null =>
    typeof radius === 'number' ? `${Math.round(Math.min(MAX_RADIUS_PX, Math.max(0, radius)) * share)}px` : null
  const properties: Record<string, string | null> = {
    'color-scheme': scheme,
    radius: corner(1),
    // Controls stand inside the panel: the same curve would look rounder on them.
    'control-radius': corner(0.625),
    font: fontFamily(window, branding?.fontFamily),
  }
  for (const [name, pair] of Object.entries(brandPalette(branding, resolve))) {
    properties[name] = schemeValue(pair, scheme, window.CSS)
  }
  for (const [name, value] of Object.entries(properties)) rule.style.setProperty(`--ms-${name}`, value)
}

/** A value of the CSS property `color-scheme`. */
export type ColorScheme = 'light' | 'dark' | 'light dark'

/**
 * The scheme of the modals: what the page's configuration forces, else what the app's branding does, else the page's
 * own. A page that declares none leaves it to the visitor's system.
 */
export function colorScheme(window: Window, branding: Branding | null): ColorScheme {
  const forced = window.memberstackConfig?.theme ?? branding?.theme
  if (forced === 'light' || forced === 'dark') return forced
  const { body, documentElement } = window.document
  const declared =
    window.getComputedStyle(body ?? documentElement).colorScheme +
    (window.document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '')
  const [light, dark] = [declared.includes('light'), declared.includes('dark')]
  return light === dark ? 'light dark' : dark ? 'dark' : 'light'
}

/**
 * The font of the modals as the app's branding names it, null for the standard one. `inherit` is the page's own, whose
 * web fonts reach the modals by their names. Nothing but names: a value that could load or compute something is none.
 */
export function fontFamily(window: Window & typeof globalThis, wanted: string | undefined): string | null {
  const { body, documentElement } = window.document
  if (wanted === 'inherit') return window.getComputedStyle(body ?? documentElement).fontFamily || null
  const isNames = typeof wanted === 'string' && /^[\p{L}\p{N}\s'",_-]+$/u.test(wanted)
  return isNames && window.CSS.supports('font-family', wanted) ? wanted : null
}

/** One CSS value for both schemes. Browsers that cannot choose by scheme get the dark one only where it is forced. */
export function schemeValue([light, dark]: SchemePair, scheme: ColorScheme, css: Pick<typeof CSS, 'supports'>): string {
  if (light === dark) return light
  if (css.supports('color', 'light-dark(red, red)')) return `light-dark(${light}, ${dark})`
  return scheme === 'dark' ? dark : light
}
