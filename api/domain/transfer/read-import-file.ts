import { IMPORT_MAX_ROWS } from '../../../contract/limits'
import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { yieldToEventLoop } from '../../lib/concurrency'
import type { RawFile, RawRow } from './raw-row'
import { readCsv } from './read-csv'

/** Looked at, or parsed, in one piece: a few milliseconds. */
const SLICE_CHARS = 500_000
/** Of one member: far more than the limits of what a member holds. */
const MEMBER_MAX_CHARS = 4_000_000
/** Of the file without its members. */
const FRAME_MAX_CHARS = 2_000_000

/**
 * The members of a file, none of them checked yet. Other requests run between two parts of it.
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`
 */
export async function readImportFile(app: AppDefinition, content: string, format: TransferFormat): Promise<RawFile> {
  const text = content.replace(/^\uFEFF/u, '')
  return format === 'csv' ? readCsv(app, text) : readJsonFile(text)
}

/**
 * Reads our export, or a list of members alone. `JSON.parse` of a whole file would hold the server's thread, so each member is
 * parsed by itself, and what is around them with their numbers in their place.
 * @throws ApiError `invalid-import-file`
 */
async function readJsonFile(content: string): Promise<RawFile> {
  const { frame, elements } = await takeElements(content)
  const list = membersOf(parse(frame))
  if (!Array.isArray(list))
    throw new ApiError('invalid-import-file', {
      message: 'This file is no list of members, and has none as `members`.',
    })
  if (list.length > IMPORT_MAX_ROWS) throw new ApiError('too-many-import-rows')
  const rows: RawRow[] = []
  let parsedChars = 0
  for (const [index, place] of list.entries()) {
    // Every list and every object within the list was taken out of it.
    const text = Array.isArray(place) ? elements[Number(place[0])] : undefined
    const chars = text?.length ?? 0
    rows.push({ row: index + 1, entry: text === undefined ? place : parse(text), chars })
    parsedChars += chars
    if (parsedChars < SLICE_CHARS) continue
    parsedChars = 0
    await yieldToEventLoop()
  }
  return { rows, ignored: [] }
}

const membersOf = (parsed: unknown): unknown =>
  typeof parsed === 'object' && parsed !== null && 'members' in parsed ? parsed.members : parsed

/** The parser's own message quotes the file, so it is dropped. */
function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new ApiError('invalid-import-file', { message: 'This file is not valid JSON.' })
  }
}

/**
 * The texts of the objects and lists that stand in the outermost list, or in a list that is a value of the outermost object; and
 * the file with `[0]`, `[1]` … in their places. It does not check the JSON: the parser does, later.
 */
async function takeElements(content: string): Promise<{ frame: string; elements: string[] }> {
  const elements: string[] = []
  const frame: string[] = []
  // The containers that are open, as their first characters; no more than three of them matter.
  const open: string[] = []
  let [depth, framedTo, begunAt, inText] = [0, 0, -1, false]
  let rested = 0
  for (let at = 0; at < content.length; at += 1) {
    if (at - rested > SLICE_CHARS) {
      await yieldToEventLoop()
      rested = at
    }
    const character = content.charAt(at)
    if (inText) {
      if (character === '\\') at += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      if (begunAt === -1 && isListOfMembers(open, depth)) begunAt = at
      if (depth < 3) open[depth] = character
      depth += 1
    } else if (character === '}' || character === ']') {
      depth -= 1
      if (begunAt === -1 || !isListOfMembers(open, depth)) continue
      if (at - begunAt > MEMBER_MAX_CHARS) throw tooLong()
      frame.push(content.slice(framedTo, begunAt), `[${elements.length}]`)
      elements.push(content.slice(begunAt, at + 1))
      ;[framedTo, begunAt] = [at + 1, -1]
    }
  }
  frame.push(content.slice(framedTo))
  const text = frame.join('')
  if (text.length > FRAME_MAX_CHARS) throw tooLong()
  return { frame: text, elements }
}

const isListOfMembers = (open: readonly string[], depth: number): boolean =>
  (depth === 1 && open[0] === '[') || (depth === 2 && open[0] === '{' && open[1] === '[')

const tooLong = (): ApiError =>
  new ApiError('invalid-import-file', {
    message: `A member of this file is longer than ${MEMBER_MAX_CHARS.toLocaleString('en')} characters, or the file is no export.`,
  })
