import { type Color, parseSrgb } from './color'

/** Turns a CSS colour into numbers; null if the browser does not understand it. */
export type ResolveColor = (text: string) => Color | null

/**
 * Understands every notation that the browser does: names, hex, hsl, oklch and what comes next.
 * @param parent on the page, out of its style sheets' reach; has a child for as long as a colour is looked at
 */
export function createResolveColor(parent: Node): ResolveColor {
  const probe = document.createElement('i')
  const known = new Map<string, Color | null>()
  const compute = (text: string): Color | null => {
    if (!CSS.supports('color', text)) return null
    // Notations compute to themselves; a colour mixed with itself in sRGB computes to numbers.
    probe.style.color = `color-mix(in srgb, ${text}, ${text})`
    parent.appendChild(probe)
    const color = probe.style.color ? parseSrgb(getComputedStyle(probe).color) : null
    probe.remove()
    return color
  }
  return (text) => {
    const color = known.get(text) ?? compute(text)
    known.set(text, color)
    return color
  }
}
