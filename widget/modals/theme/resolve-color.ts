import { type Color, parseSrgb } from './color'

/** Turns a CSS colour into numbers; null if the browser does not understand it. */
export type ResolveColor = (text: string) => Color | null

/**
 * Understands every notation that the browser does: names, hex, hsl, oklch and what comes next.
 * @param probe an element on the page; its own colour is changed and set back
 */
export function createResolveColor(probe: HTMLElement): ResolveColor {
  const { style } = probe
  return (text) => {
    // Notations compute to themselves; a colour mixed with itself in sRGB computes to numbers.
    style.color = `color-mix(in srgb, ${text}, ${text})`
    const color = style.color ? parseSrgb(getComputedStyle(probe).color) : null
    style.color = ''
    return color
  }
}
