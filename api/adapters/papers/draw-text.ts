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
export function drawText(
  fonts: Fonts,
  text: string,
  { family, size, weight, spacing = 0 }: TextStyle,
): DrawnText | null {
  const runs = toRuns(fonts[family], text)
  if (!runs) return null
  const paths: string[] = []
  let width = 0
  for (const { file, text: letters } of runs) {
    const font = file.atWeight(weight)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(letters)
    glyphs.forEach(({ path }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const place = [scale, 0, 0, -scale, width + xOffset * scale, -yOffset * scale] as const
      paths.push(path.transform(...place).toSVG())
      width += xAdvance * scale + spacing * size
    })
  }
  return { path: paths.join(''), width }
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
  for (let { size } = style; ; size *= 0.92) {
    const parts = most === 1 ? [text] : breakInTwo(text, (part) => fits(fonts, part, { ...style, size }, width))
    const lines = parts.map((part) => drawText(fonts, part, { ...style, size }))
    if (lines.some((line) => line === null)) return null
    const drawn = lines.filter((line) => line !== null)
    if (drawn.every((line) => line.width <= width) || size < SMALLEST) return { lines: drawn, size }
  }
}

const SMALLEST = 12

const fits = (fonts: Fonts, text: string, style: TextStyle, width: number): boolean =>
  (drawText(fonts, text, style)?.width ?? 0) <= width
