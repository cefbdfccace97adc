import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import bidiFactory from 'bidi-js'
import { create } from 'fontkit'
import type { Font } from 'fontkit'
import subsetFont from 'subset-font'
import { memoize } from '../../../lib/cache'
import { createTimeSlices } from '../../../lib/concurrency'

/** Display is for headings. */
const families = { display: 'bricolage-grotesque', text: 'instrument-sans' } as const
export type Family = keyof typeof families

/** One file of a family, for a set of letters; the first file with a letter draws it. */
export interface FontFile {
  name: string
  /** TrueType, at normal weight. */
  content: Buffer
  font: Font
  atWeight(weight: number): Font
  /** Whether a text that it cannot lay out is possible: our own two families have been tried. */
  mayFail: boolean
}

export type Fonts = Readonly<Record<Family, readonly FontFile[]>>

/** Consecutive letters of one font. */
export interface Run {
  file: FontFile
  text: string
}

/** @param folder with the TrueType files of the build */
export function readFonts(folder: string): Fonts {
  const read = (family: string): FontFile[] =>
    ['latin', 'latin-ext'].map((letters) => {
      const name = `${family}-${letters}`
      const content = readFileSync(join(folder, `${name}.ttf`))
      return { ...toFontFile(name, content, content), mayFail: false }
    })
  return { display: read(families.display), text: read(families.text) }
}

/** @param variable the same font with all weights */
function toFontFile(name: string, content: Buffer, variable: Buffer): FontFile {
  const font = create(variable)
  if (!('layout' in font)) throw new Error(`${name} is a font collection, not a single font.`)
  // Creating a variation is slow, and every line needs one.
  const atWeight = memoize((weight: number) => font.getVariation({ wght: weight }))
  return { name, content, font, atWeight, mayFail: true }
}

/**
 * Packages of `@fontsource-variable` for the letters that our own fonts lack, in the order in which they are asked.
 * `contract/drawn-scripts.ts` names their scripts.
 */
const FALLBACKS = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-bengali',
  'noto-sans-devanagari',
  'noto-sans-ethiopic',
  'noto-sans-georgian',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-hebrew',
  'noto-sans-kannada',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-malayalam',
  'noto-sans-myanmar',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thai',
] as const
/** After all others, and each draws Han letters differently: see `inReadingOrder`. */
const HAN = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'] as const

/** One file of a package, and the letters it is for. */
interface Slice {
  name: string
  file: string
  ranges: readonly (readonly [from: number, to: number])[]
}

const requireHere = createRequire(import.meta.url)

const slicesOf = memoize(async (name: string): Promise<Slice[]> => {
  const index = requireHere.resolve(`@fontsource-variable/${name}/unicode.json`)
  const entries: unknown = JSON.parse(await readFile(index, 'utf8'))
  return Object.entries(entries ?? {}).map(([key, ranges]) => {
    const slice = `${name}-${key.replaceAll(/[[\]]/gu, '')}`
    return {
      name: slice,
      file: join(dirname(index), 'files', `${slice}-wght-normal.woff2`),
      ranges: String(ranges).split(',').map(toRange),
    }
  })
})

/** `U+600-6ff` or `U+20ac`. */
function toRange(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

/**
 * Adds fonts for the letters of these texts that ours lack. It takes milliseconds for each file of a package that has
 * some of them; other requests run in between.
 * @param fonts our own
 */
export async function withFallbacks(fonts: Fonts, texts: readonly string[]): Promise<Fonts> {
  const lacking = new Set(texts.flatMap((text) => lackingLetters(fonts, text)))
  if (lacking.size === 0) return fonts
  const added: FontFile[] = []
  const nextSlice = createTimeSlices()
  for (const name of [...FALLBACKS, ...inReadingOrder(texts.join(''))]) {
    for (const slice of await slicesOf(name)) {
      const letters = [...lacking].filter((letter) => isIn(slice, letter))
      if (letters.length === 0) continue
      await nextSlice()
      const file = toFontFile(slice.name, ...(await decodeSlice(slice)))
      for (const letter of letters) if (hasLetter(file, letter)) lacking.delete(letter)
      added.push(file)
    }
    if (lacking.size === 0) break
  }
  return { display: [...fonts.display, ...added], text: [...fonts.text, ...added] }
}

/** Kana are Japanese, Hangul is Korean; Han letters alone are taken for Chinese. */
function inReadingOrder(text: string): readonly string[] {
  const first = /\p{Script=Hangul}/u.test(text)
    ? 'noto-sans-kr'
    : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      ? 'noto-sans-jp'
      : null
  return first === null ? HAN : [first, ...HAN.filter((name) => name !== first)]
}

const isIn = ({ ranges }: Slice, letter: string): boolean => {
  const point = letter.codePointAt(0) ?? 0
  return ranges.some(([from, to]) => point >= from && point <= to)
}

/** Fontkit cannot read the places of marks in these; without them, marks stand where their outlines are. */
const WITHOUT_MARK_PLACES = /^noto-sans-(?:gurmukhi|malayalam)-/u

/** A Han file has about 130 kB, others up to 1 MB. Parsed fonts grow with each letter drawn, so they are not cached. */
const DECODED_MAX = 40

/**
 * The file at normal weight, and with all weights. It has all its letters: shaping needs signs that no name contains.
 * Cached, because the certificate, the badge and the images of a TrustTag need the same files.
 */
const decodeSlice = memoize(async ({ name, file }: Slice): Promise<[normal: Buffer, variable: Buffer]> => {
  const whole = await readFile(file)
  const dropTables = WITHOUT_MARK_PLACES.test(name) ? ['GPOS'] : []
  const options = { targetFormat: 'truetype', keepAllGlyphs: true, dropTables } as const
  const normal = await subsetFont(whole, '', { ...options, variationAxes: { wght: 400 } })
  return [normal, await subsetFont(whole, '', options)]
}, DECODED_MAX)

/** Of every letter combination that a family cannot write with one font. */
function lackingLetters(fonts: Fonts, text: string): string[] {
  const isLacking = (cluster: string): boolean => Object.values(fonts).some((files) => !findFile(files, cluster))
  return clustersOf(text)
    .filter(isLacking)
    .flatMap((cluster) => Array.from(cluster))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Letters with their marks. */
const clustersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment)

/** Joiners and the like, which no font has to have. */
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u

const hasLetter = ({ font }: FontFile, letter: string): boolean =>
  IGNORABLE.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

const findFile = (files: readonly FontFile[], cluster: string): FontFile | undefined =>
  files.find((file) => Array.from(cluster).every((letter) => hasLetter(file, letter)))

/** Splits a text by font, from left to right as it is drawn; null if no font has or can lay out some of it. */
export function toRuns(files: readonly FontFile[], text: string): Run[] | null {
  const letters: (Run & { isWord: boolean })[] = []
  for (const cluster of clustersOf(text)) {
    const whole = findFile(files, cluster)
    for (const letter of whole ? [cluster] : Array.from(cluster)) {
      const file = whole ?? findFile(files, letter)
      if (!file) return null
      letters.push({ file, text: letter, isWord: letter.trim() !== '' })
    }
  }
  const runs = RIGHT_TO_LEFT.test(text) ? inVisualOrder(letters) : joined(letters)
  return runs.every(canBeLaidOut) ? runs : null
}

/** Shaping of rare combinations may fail; one name must not keep a whole certificate from being drawn. */
function canBeLaidOut({ file, text }: Run): boolean {
  if (!file.mayFail) return true
  try {
    return file.font.layout(text).glyphs.every(({ id }) => id !== 0)
  } catch {
    return false
  }
}

function joined(letters: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const { file, text } of letters) {
    const last = runs.at(-1)
    if (last?.file === file) last.text += text
    else runs.push({ file, text })
  }
  return runs
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const bidi = bidiFactory()

/**
 * Unicode's bidirectional algorithm over runs: words of one font and level. Within a run, the font puts its letters in
 * order.
 */
function inVisualOrder(letters: readonly (Run & { isWord: boolean })[]): Run[] {
  const { levels } = bidi.getEmbeddingLevels(letters.map(({ text }) => text).join(''))
  const runs: (Run & { isWord: boolean; level: number })[] = []
  let at = 0
  for (const { file, text, isWord } of letters) {
    const level = levels[at] ?? 0
    at += text.length
    const shown = level % 2 === 1 ? mirrored(text) : text
    const last = runs.at(-1)
    if (last?.file === file && last.level === level && last.isWord && isWord) last.text += shown
    else runs.push({ file, text: shown, isWord, level })
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) reverseFrom(runs, level)
  return runs.map(({ file, text }) => ({ file, text }))
}

/** Reverses each sequence of runs of at least this level, in place. */
function reverseFrom(runs: { level: number }[], level: number): void {
  let from = 0
  while (from < runs.length) {
    let to = from
    while ((runs[to]?.level ?? -1) >= level) to += 1
    runs.splice(from, to - from, ...runs.slice(from, to).toReversed())
    from = to + 1
  }
}

/** A bracket opens to the other side. */
const mirrored = (text: string): string => bidi.getMirroredCharacter(text) ?? text
