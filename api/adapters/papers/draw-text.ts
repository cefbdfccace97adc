import type { Glyph } from 'fontkit'
import { breakInTwo } from './break-in-two'
import { toRuns } from './fonts'
import type { Family, Fonts } from './fonts'

export interface TextStyle {
  family: Family
  size: number
  weight: number
  /** Between letters, in parts of the size. */
  spacing?: number
}

/** A text as outlines: whoever draws it needs no fonts. */
export interface DrawnText {
  /** Data of an SVG path, from 0 on the base line. */
  path: string
  width: number
}

/** Null when a letter is in none of the fonts. */
export function drawText(fonts: Fonts, text: string, style: TextStyle): DrawnText | null {
  const letters = layOut(fonts, text, style)
  if (!letters) return null
  const { size } = style
  const paths: string[] = []
  let width = 0
  for (const { glyph, scale, advance, xOffset, yOffset } of letters) {
    const unit = size * scale
    paths.push(glyph.path.transform(unit, 0, 0, -unit, width + xOffset * unit, -yOffset * unit).toSVG())
    width += advance * size
  }
  return { path: paths.join(''), width }
}

/** How wide a text is at size 1: its width grows as its size does. Null when a letter is in none of the fonts. */
function measureText(fonts: Fonts, text: string, style: Omit<TextStyle, 'size'>): number | null {
  const letters = layOut(fonts, text, style)
  return letters && letters.reduce((width, { advance }) => width + advance, 0)
}

interface PlacedGlyph {
  glyph: Glyph
  /** From the font's units to size 1. */
  scale: number
  /** To the next one, at size 1. */
  advance: number
  /** In the font's units. */
  xOffset: number
  yOffset: number
}

function layOut(
  fonts: Fonts,
  text: string,
  { family, weight, spacing = 0 }: Omit<TextStyle, 'size'>,
): PlacedGlyph[] | null {
  const runs = toRuns(fonts[family], text)
  return (
    runs &&
    runs.flatMap(({ file, text: letters }) => {
      const font = file.atWeight(weight)
      const scale = 1 / font.unitsPerEm
      const { glyphs, positions } = font.layout(letters)
      return glyphs.map((glyph, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        return { glyph, scale, advance: xAdvance * scale + spacing, xOffset, yOffset }
      })
    })
  )
}

/**
 * A text on one line, or on two where it is wider than there is room, and smaller where two are not enough.
 * @returns lines with the size they came out at; null when a letter is in none of the fonts
 */
export function fitText(
  fonts: Fonts,
  text: string,
  { style, width, lines: most }: { style: TextStyle; width: number; lines: 1 | 2 },
): { lines: DrawnText[]; size: number } | null {
  // Each part is measured once and no part is drawn before its size is known: a stranger chooses the text.
  const widthOf = remember((part: string) => measureText(fonts, part, style))
  if (widthOf(text) === null) return null
  for (let { size } = style; ; size *= 0.92) {
    const isShort = (part: string) => (widthOf(part) ?? 0) * size <= width
    const parts = most === 1 ? [text] : breakInTwo(text, isShort)
    if (size >= SMALLEST && !parts.every(isShort)) continue
    return { lines: parts.flatMap((part) => drawText(fonts, part, { ...style, size }) ?? []), size }
  }
}

const SMALLEST = 12

function remember<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const fresh = find(text)
    known.set(text, fresh)
    return fresh
  }
}
