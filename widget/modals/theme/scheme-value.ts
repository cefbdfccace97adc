import type { SchemePair } from './palette'

/** One CSS value for both schemes. Browsers that cannot choose by scheme get the light one. */
export function schemeValue([light, dark]: SchemePair, css: Pick<typeof CSS, 'supports'>): string {
  return light !== dark && css.supports('color', 'light-dark(red, red)') ? `light-dark(${light}, ${dark})` : light
}
