import type { Palette } from './palette'
import { schemeValue } from './scheme-value'

/**
 * Sets the palette as `--ms-…` custom properties on the sheet's `:host` rule. Not on the element: there it would beat
 * what the page's own style sheet says about it, and a rule needs no exception in a page's style-src.
 */
export function applyPalette(sheet: CSSStyleSheet, palette: Palette, css: Pick<typeof CSS, 'supports'>): void {
  const host = sheet.cssRules[0]
  if (!(host instanceof CSSStyleRule)) return
  for (const [name, pair] of Object.entries(palette)) {
    host.style.setProperty(`--ms-${name}`, schemeValue(pair, css))
  }
}
