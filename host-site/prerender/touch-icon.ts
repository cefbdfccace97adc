import { markDrawing } from './mark-drawing'
import type { Palette } from './palette'

/** The mark on paper, for home screens: they round the corners themselves and show no transparency. */
export function touchIcon(palette: Palette): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="180" viewBox="-8 -8 48 48">
<rect x="-8" y="-8" width="48" height="48" fill="${palette('paper')}"/>
${markDrawing(palette)}
</svg>
`
}
