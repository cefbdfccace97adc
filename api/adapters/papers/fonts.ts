import { create } from 'fontkit'
import type { Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
