/**
 * Reads the files that are attached to a PDF. Only that: no page, font or script is interpreted. Objects are found by
 * scanning, not by the table of references, so that files that other programs saved again are read too. Every version
 * of an attachment counts, also one that a later change replaced: what two readers may see differently is found.
 */
import { inflate, TooLargeError } from './archive'
import type { Budget } from './archive'

export interface PdfReading {
  /** Encrypted: its attachments can't be read. */
  isLocked: boolean
  attachments: Uint8Array[]
}

interface PdfObject {
  number: number
  /** Text of the dictionary; other values are not needed. */
  dictionary: string
  /** Null without a stream. */
  stream: Uint8Array | null
}

/** Far more than a page with attachments has. */
const OBJECTS_MAX = 50_000
const DICTIONARY_MAX_CHARS = 100_000
/** Of all dictionaries together, also of those that never end. */
const SCANNED_MAX_CHARS = 8_000_000
const TRAILERS_MAX = 200
/** Of the table in a stream of objects. */
const TABLE_MAX_CHARS = 500_000

interface Scan {
  charsLeft: number
}

export const isPdf = (bytes: Uint8Array): boolean => latin1(bytes.subarray(0, 1024)).includes('%PDF-')

/** @throws TooLargeError */
export async function readPdf(bytes: Uint8Array, budget: Budget): Promise<PdfReading> {
  const text = latin1(bytes)
  const scan: Scan = { charsLeft: SCANNED_MAX_CHARS }
  const objects = await findObjects(text, bytes, { budget, scan })
  if (isEncrypted(text, objects)) return { isLocked: true, attachments: [] }
  for (const packed of objects.filter(({ dictionary }) => /\/Type\s*\/ObjStm\b/u.test(dictionary)))
    objects.push(...(await unpackObjects(packed, { budget, scan })))
  const attachments: Uint8Array[] = []
  for (const { stream, dictionary } of attached(objects)) {
    const content = stream && (await decode(stream, dictionary, budget))
    if (content) attachments.push(content)
  }
  return { isLocked: false, attachments }
}

/** One character per byte, so that positions are equal. */
const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

async function findObjects(text: string, bytes: Uint8Array, { budget, scan }: Limits): Promise<PdfObject[]> {
  const objects: PdfObject[] = []
  const lastMark = text.lastIndexOf('endstream')
  const opening = /(?<!\d)(\d{1,10})\s{1,20}\d{1,5}\s{1,20}obj\b\s{0,100}/gu
  for (let match = opening.exec(text); match && objects.length < OBJECTS_MAX; match = opening.exec(text)) {
    await budget.pause()
    const at = match.index + match[0].length
    const end = dictionaryEnd(text, at, scan)
    if (end < 0) continue
    const dictionary = text.slice(at, end)
    const place = end < lastMark ? streamPlace(text, end, dictionary) : null
    objects.push({ number: Number(match[1]), dictionary, stream: place && bytes.subarray(...place) })
    opening.lastIndex = place ? place[1] : end
  }
  return objects
}

interface Limits {
  budget: Budget
  scan: Scan
}

/** Where a dictionary ends; -1 for another value. Brackets inside strings do not count. @throws TooLargeError */
function dictionaryEnd(text: string, from: number, scan: Scan): number {
  if (!text.startsWith('<<', from)) return -1
  let depth = 0
  const last = Math.min(text.length, from + DICTIONARY_MAX_CHARS)
  for (let at = from; at < last; at += 1) {
    scan.charsLeft -= 1
    if (scan.charsLeft < 0) throw new TooLargeError('It has too many objects.')
    if (text[at] === '(') at = stringEnd(text, at, last, scan)
    else if (text.startsWith('<<', at)) [depth, at] = [depth + 1, at + 1]
    else if (text.startsWith('>>', at)) [depth, at] = [depth - 1, at + 1]
    if (depth === 0) return at + 1
  }
  return -1
}

function stringEnd(text: string, from: number, last: number, scan: Scan): number {
  let depth = 0
  for (let at = from; at < last; at += 1) {
    scan.charsLeft -= 1
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return last
}

/** Start and end of an object's stream. A wrong or indirect length is replaced by the end mark. */
function streamPlace(text: string, from: number, dictionary: string): [number, number] | null {
  const [head] = /^\s{0,100}stream(?:\r\n|\n|\r)/u.exec(text.slice(from, from + 120)) ?? []
  if (head === undefined) return null
  const start = from + head.length
  const [, length] = /\/Length\s+(\d{1,9})(?!\s+\d+\s+R)(?!\d)/u.exec(dictionary) ?? []
  const end = start + Number(length ?? 0)
  if (length !== undefined && /^\s{0,2}endstream/u.test(text.slice(end, end + 12))) return [start, end]
  const mark = text.indexOf('endstream', start)
  return mark < 0 ? null : [start, mark]
}

/** The table of references says so, as text or as a stream. */
const isEncrypted = (text: string, objects: readonly PdfObject[]): boolean =>
  trailersOf(text).some((trailer) => /\/Encrypt\b/u.test(trailer)) ||
  objects.some(({ dictionary }) => /\/Type\s*\/XRef\b/u.test(dictionary) && /\/Encrypt\b/u.test(dictionary))

/** The first ones: each version of a file adds one. */
function trailersOf(text: string): string[] {
  const found: string[] = []
  for (const { index } of text.matchAll(/\btrailer\s{0,20}<</gu)) {
    const [trailer = ''] = text.slice(index, index + 5_000).split(/\bstartxref\b/u, 1)
    if (found.push(trailer) === TRAILERS_MAX) break
  }
  return found
}

/** Objects that were saved inside a compressed stream. They have no streams themselves. */
async function unpackObjects({ stream, dictionary }: PdfObject, { budget, scan }: Limits): Promise<PdfObject[]> {
  const content = stream && (await decode(stream, dictionary, budget))
  if (!content) return []
  const text = latin1(content)
  const first = numberOf(dictionary, 'First')
  const table = text.slice(0, Math.min(first, TABLE_MAX_CHARS))
  scan.charsLeft -= table.length
  const pairs = table.trim().split(/\s+/u).map(Number)
  const found: PdfObject[] = []
  for (let at = 0; at + 1 < pairs.length && found.length < OBJECTS_MAX; at += 2) {
    await budget.pause()
    const start = first + (pairs[at + 1] ?? 0)
    const end = dictionaryEnd(text, start, scan)
    if (end >= 0) found.push({ number: pairs[at] ?? 0, dictionary: text.slice(start, end), stream: null })
  }
  return found
}

const numberOf = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name}\\s+(\\d{1,9})`, 'u').exec(dictionary)?.[1] ?? 0)

/** Named by a file specification, or marked as an embedded file. */
function attached(objects: readonly PdfObject[]): PdfObject[] {
  const numbers = new Set<number>()
  const specifications = new Set<number>()
  const addRefs = (text: string) => {
    for (const [, number] of text.matchAll(/(\d{1,10})\s+\d{1,5}\s+R\b/gu)) numbers.add(Number(number))
  }
  for (const { dictionary } of objects)
    for (const [, inner, number] of dictionary.matchAll(/\/EF\s*(?:<<([^>]{0,500})>>|(\d{1,10})\s+\d{1,5}\s+R\b)/gu)) {
      addRefs(inner ?? '')
      if (number !== undefined) specifications.add(Number(number))
    }
  for (const { number, dictionary } of objects) if (specifications.has(number)) addRefs(dictionary)
  return objects.filter(
    ({ number, stream, dictionary }) =>
      stream !== null && (numbers.has(number) || /\/Type\s*\/EmbeddedFile\b/u.test(dictionary)),
  )
}

/** Null for a filter that attachments of text don't have. */
async function decode(stream: Uint8Array, dictionary: string, budget: Budget): Promise<Uint8Array | null> {
  const [, filters = ''] = /\/Filter\s*(\[[^\]]{0,200}\]|\/\w+)/u.exec(dictionary) ?? []
  const names = [...filters.matchAll(/\/(\w+)/gu)].map(([, name]) => name)
  if (names.length === 0) return stream
  const isPlain = names.length === 1 && (names[0] === 'FlateDecode' || names[0] === 'Fl')
  return isPlain && numberOf(dictionary, 'Predictor') < 2 ? inflate(stream, 'zlib', budget) : null
}
