/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  red: number
  green: number
  blue: number
  alpha: number
}

/** WCAG 2.2 success criterion 1.4.3, for text of normal size. */
export const TEXT_CONTRAST = 4.5

/**
 * Reads the notations that a style sheet, a colour picker or a computed style gives: `#rgb[a]`, `#rrggbb[aa]`,
 * `rgb()`, `rgba()` and `color(srgb …)`.
 * @returns null for anything else
 */
export function parseColor(text: string): Color | null {
  const value = text.trim().toLowerCase()
  return parseHex(value) ?? parseFunction(value)
}

function parseHex(value: string): Color | null {
  if (!/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(value)) return null
  const digits = value.slice(1)
  const full = digits.length < 5 ? digits.replace(/./g, '$&$&') : digits
  const byte = (index: number): number => Number.parseInt(full.slice(index * 2, index * 2 + 2) || 'ff', 16)
  return { red: byte(0), green: byte(1), blue: byte(2), alpha: byte(3) / 255 }
}

function parseFunction(value: string): Color | null {
  const match = /^(rgba?\(|color\(srgb )([^()]*)\)$/.exec(value)
  if (!match) return null
  const scale = match[1] === 'color(srgb ' ? 255 : 1
  const parts = (match[2] ?? '').split(/[\s,/]+/).filter(Boolean)
  const [red, green, blue, alpha = 1] = parts.map((part) => Number.parseFloat(part) * (part.endsWith('%') ? 0.01 : 1))
  if (red === undefined || green === undefined || blue === undefined || parts.length > 4) return null
  // rgb() counts percentages of 255, color() and alpha of 1.
  const channel = (number: number, index: number): number => number * (parts[index]?.endsWith('%') ? 255 : scale)
  const color = { red: channel(red, 0), green: channel(green, 1), blue: channel(blue, 2), alpha }
  return Object.values(color).every(Number.isFinite) ? color : null
}

/** A colour on its way to another: at 0 the first, at 1 the second. */
export function mix(from: Color, to: Color, share: number): Color {
  return layOver({ ...to, alpha: share }, from)
}

export const formatColor = ({ red, green, blue }: Color): string =>
  `rgb(${[red, green, blue].map(Math.round).join(', ')})`

/** What the eye sees where `front` lies on an opaque `back`. */
export function layOver(front: Color, back: Color): Color {
  const channel = (over: number, under: number): number => over * front.alpha + under * (1 - front.alpha)
  return {
    red: channel(front.red, back.red),
    green: channel(front.green, back.green),
    blue: channel(front.blue, back.blue),
    alpha: 1,
  }
}

/** The WCAG contrast ratio of two opaque colours, from 1 to 21. */
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
