import type { ColorScheme } from './color-scheme'
import type { SchemePair } from './palette'

/** One CSS value for both schemes. Browsers that cannot choose by scheme get the dark one only where it is forced. */
export function schemeValue([light, dark]: SchemePair, scheme: ColorScheme, css: Pick<typeof CSS, 'supports'>): string {
  if (light === dark) return light
  if (css.supports('color', 'light-dark(red, red)')) return `light-dark(${light}, ${dark})`
  return scheme === 'dark' ? dark : light
}
