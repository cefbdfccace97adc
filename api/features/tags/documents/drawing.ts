import type { Font, Glyph } from 'fontkit'
import { create } from 'fontkit'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VerifiedTag } from '../../../../contract/schemas/tags'

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

/** As many words as fit on the first line, the others on the second. */
export function breakInTwo(text: string, isShort: (part: string) => boolean): string[] {
  if (isShort(text)) return [text]
  const words = text.split(' ')
  const places = words.map((_, index) => index).filter((index) => index > 0)
  const at = places.findLast((place) => isShort(words.slice(0, place).join(' ')))
  return at === undefined ? [text] : [words.slice(0, at).join(' '), words.slice(at).join(' ')]
}

/** For headings, and for everything else. */
const families = { display: 'bricolage-grotesque', text: 'instrument-sans' } as const
export type Family = keyof typeof families

/** A file of a family for a set of letters; the first one that has a letter draws it. */
export interface FontFile {
  name: string
  content: Buffer
  font: Font
  /** The same font in another weight. */
  atWeight(weight: number): Font
}

export type Fonts = Readonly<Record<Family, readonly FontFile[]>>

/** Letters of one font in a row. */
export interface Run {
  file: FontFile
  text: string
}

/** @param folder with the TrueType files that the build writes */
export function readFonts(folder: string): Fonts {
  const read = (family: string): FontFile[] =>
    ['latin', 'latin-ext'].map((letters) => {
      const name = `${family}-${letters}`
      const content = readFileSync(join(folder, `${name}.ttf`))
      const font = create(content)
      if (!('layout' in font)) throw new Error(`${name} is a collection of fonts.`)
      return { name, content, font, atWeight: rememberWeights(font) }
    })
  return { display: read(families.display), text: read(families.text) }
}

/** Making one takes long, and every line needs one. */
function rememberWeights(font: Font): FontFile['atWeight'] {
  const known = new Map<number, Font>()
  return (weight) => {
    const found = known.get(weight) ?? font.getVariation({ wght: weight })
    known.set(weight, found)
    return found
  }
}

/** Parts a text by the font that has its letters; null when one of them is in none. */
export function toRuns(files: readonly FontFile[], text: string): Run[] | null {
  const runs: Run[] = []
  for (const letter of text.normalize('NFC')) {
    const file = files.find(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    if (!file) return null
    const last = runs.at(-1)
    if (last?.file === file) last.text += letter
    else runs.push({ file, text: letter })
  }
  return runs
}

/** Of the light set of the design language; a test compares them with the site's own. */
export const colours = {
  paper: '#fbfaf6',
  raised: '#ffffff',
  ink: '#15211f',
  'ink-soft': '#4b5855',
  line: '#dcd8cb',
  accent: '#0b5750',
  'on-accent': '#ffffff',
  brass: '#7d5300',
  'brass-bright': '#dfa32c',
  danger: '#a3160f',
} as const

/** The mark of TrustTag, 32 by 32: a tag with its corner cut. */
export const MARK_PATH = 'M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z'

/** The one word that must be read first, where a TrustTag is not simply valid. */
export function warningOf({ mode, status }: Pick<VerifiedTag, 'mode' | 'status'>): string | null {
  if (status === 'revoked') return 'Revoked'
  if (status === 'expired') return 'Expired'
  if (mode === 'live') return null
  return mode === 'test' ? 'Test Mode' : 'Sample'
}
