import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import { IMPORT_MAX_ROWS } from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import { yieldToEventLoop } from '../../lib/time-slices'
import { readCsv } from './csv'
import type { RawFile, RawRow } from './member-entry'

/** Scanned or parsed without a pause: a few milliseconds. */
const SLICE_CHARS = 500_000
/** Far more than a member can have. */
const MEMBER_MAX_CHARS = 4_000_000
/** The file without its members. */
const FRAME_MAX_CHARS = 2_000_000

/**
 * Reads the members of a file, unchecked. Pauses so that other requests run.
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`
 */
export async function readImportFile(app: AppDefinition, content: string, format: TransferFormat): Promise<RawFile> {
  const text = content.replace(/^\uFEFF/u, '')
  return format === 'csv' ? readCsv(app, text) : readJsonFile(text)
}

/**
 * Reads our export, or a bare list of members. `JSON.parse` of the whole file would block the thread, so each member is
 * parsed alone, and the frame around them with their indexes as placeholders.
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
    // Every object in the list is a placeholder by now.
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

/** The parser's message is dropped, because it quotes the file. */
function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new ApiError('invalid-import-file', { message: 'This file is not valid JSON.' })
  }
}

/**
 * Cuts the elements out of the outermost list, or of a list in the outermost object, and leaves `[0]`, `[1]` … in the frame.
 * The parser checks the JSON later.
 */
async function takeElements(content: string): Promise<{ frame: string; elements: string[] }> {
  const elements: string[] = []
  const frame: string[] = []
  // Opening characters of the open containers; only the first three matter.
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
