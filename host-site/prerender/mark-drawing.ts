import type { Palette } from './palette'

/** The mark of the product in a square of 32, as SVG. */
export function markDrawing(palette: Palette): string {
  return `<path d="M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" fill="${palette('accent')}"/>
<circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="${palette('brass-bright')}" stroke-width="1.8"/>
<path d="M9 19.5l5 5 9.5-10.5" fill="none" stroke="${palette('on-accent')}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>`
}
