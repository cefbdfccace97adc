import { type Color, parseColor } from './color'

export type ResolveColor = (text: string) => Color | null

/**
 * Understands every colour that the browser does (names, hsl, oklch …) by having it computed on a probe.
 * @param probe an element on the page whose own colour may be changed
 */
export function createResolveColor(probe: HTMLElement): ResolveColor {
  return (text) => {
    const known = parseColor(text)
    if (known) return known
    const computed = (value: string): Color | null => {
      probe.style.color = ''
      probe.style.color = value
      const isUnderstood = probe.style.color !== ''
      const color = isUnderstood ? (probe.ownerDocument.defaultView?.getComputedStyle(probe).color ?? '') : ''
      probe.style.color = ''
      return parseColor(color)
    }
    // Wide-gamut notations compute to themselves; mixing a colour with itself in sRGB turns them into numbers.
    return computed(text) ?? computed(`color-mix(in srgb, ${text}, ${text})`)
  }
}
