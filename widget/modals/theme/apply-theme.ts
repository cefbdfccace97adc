import type { Branding } from '../../../contract/entities'
import { brandPalette } from './brand-palette'
import { colorScheme } from './color-scheme'
import { fontFamily } from './font-family'
import type { ResolveColor } from './resolve-color'
import { schemeValue } from './scheme-value'

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
