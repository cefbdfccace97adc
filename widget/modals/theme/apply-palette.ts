import type { Palette } from './palette'
import { schemeValue } from './scheme-value'

/** Sets the palette as `--ms-…` custom properties; goes through the object model, which no style-src stands against. */
export function applyPalette(element: HTMLElement, palette: Palette, css: Pick<typeof CSS, 'supports'>): void {
  for (const [name, pair] of Object.entries(palette)) {
    element.style.setProperty(`--ms-${name}`, schemeValue(pair, css))
  }
}
