/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  red: number
  green: number
  blue: number
  alpha: number
}

/** WCAG 2.2 success criterion 1.4.3, for text of normal size. */
export const TEXT_CONTRAST = 4.5

/** Parses the notation that browsers compute mixed colors to: `color(srgb 1 0.5 0 / 0.5)`. Null for any other. */
export function parseSrgb(text: string): Color | null {
  const channels =
    /^color\(srgb ([^()]+)\)$/
      .exec(text)?.[1]
      ?.split(/[\s/]+/)
      .map(Number) ?? []
  const [red = NaN, green = NaN, blue = NaN, alpha = 1] = channels
  return [red, green, blue, alpha].every(Number.isFinite)
    ? { red: red * 255, green: green * 255, blue: blue * 255, alpha }
    : null
}

/** Reads `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`. Null for any other notation. */
export function parseHex(text: string): Color | null {
  const digits = /^#([\da-f]{3,4}|(?:[\da-f]{2}){3,4})$/i.exec(text)?.[1]
  if (!digits) return null
  const pairs = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return { red, green, blue, alpha: alpha / 255 }
}

/** Mixes two colors: 0 is the first, 1 the second. */
export function mix(from: Color, to: Color, share: number): Color {
  return layOver({ ...to, alpha: share }, from)
}

/** In `rgb()` notation. Colors outside sRGB are clamped. */
export function formatColor({ red, green, blue, alpha }: Color): string {
  const channels = [red, green, blue].map((channel) => Math.round(Math.min(255, Math.max(0, channel))))
  return alpha < 1 ? `rgba(${channels.join(', ')}, ${alpha})` : `rgb(${channels.join(', ')})`
}

/** `front` blended over an opaque `back`. */
export function layOver(front: Color, back: Color): Color {
  const channel = (over: number, under: number): number => over * front.alpha + under * (1 - front.alpha)
  return {
    red: channel(front.red, back.red),
    green: channel(front.green, back.green),
    blue: channel(front.blue, back.blue),
    alpha: 1,
  }
}

/** The WCAG contrast ratio of two opaque colors, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminance({ red, green, blue }: Color): number {
  const linear = (channel: number): number => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Converts a CSS color to numbers; null if the browser does not support it. */
export type ResolveColor = (text: string) => Color | null

/**
 * Supports every notation of the browser: names, hex, hsl, oklch and future ones. Only for hex it need not compute
 * styles.
 * @param parent on the page, unaffected by its style sheets; it has a child while a color is computed
 */
export function createResolveColor(parent: Node): ResolveColor {
  const probe = document.createElement('i')
  const known = new Map<string, Color | null>()
  const compute = (text: string): Color | null => {
    if (!CSS.supports('color', text)) return null
    // Notations compute to themselves. A color mixed with itself in sRGB computes to numbers.
    probe.style.color = `color-mix(in srgb, ${text}, ${text})`
    parent.appendChild(probe)
    const color = probe.style.color ? parseSrgb(getComputedStyle(probe).color) : null
    probe.remove()
    return color
  }
  return (text) => {
    const color = known.get(text) ?? parseHex(text) ?? compute(text)
    known.set(text, color)
    // Chosen colors are asked for again, as they are written.
    if (color) known.set(formatColor(color), color)
    return color
  }
}
