import Papa from 'papaparse'
import { IMPORT_MAX_ROWS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { findColumn } from './csv-columns'
import type { CellKind } from './csv-columns'
import { fromHarmlessCell } from './harmless-cell'
import { yieldToEventLoop } from '../../lib/concurrency'
import type { RawFile, RawRow } from './raw-row'

/** Parsed in one piece: a few milliseconds. */
const SLICE_CHARS = 250_000
const LINES_PER_SLICE = 500
/** Far more than the limits of what a member holds. */
const LINE_MAX_CHARS = 4_000_000

const DELIMITERS = [',', ';', '\t'] as const

type Column = ReturnType<typeof findColumn>

/**
 * A file as spreadsheets write it, with headings: ours, the one that Memberstack gives and takes, and whatever names its
 * columns like them. A cell that is empty says nothing.
 *
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`
 */
export async function readCsv(
  { customFields }: Pick<AppDefinition, 'customFields'>,
  content: string,
): Promise<RawFile> {
  const { columns, ignored, delimiter } = readHeadings(customFields, content)
  const lines = (await readLines(content, delimiter)).slice(1)
  if (lines.length > IMPORT_MAX_ROWS) throw new ApiError('too-many-import-rows')
  const rows: RawRow[] = []
  for (const [index, cells] of lines.entries()) {
    if (index % LINES_PER_SLICE === 0) await yieldToEventLoop()
    const chars = cells.reduce((sum, cell) => sum + cell.length, 0)
    rows.push({ row: index + 1, entry: toEntry(columns, cells), chars })
  }
  return { rows, ignored }
}

/** The file is parsed in parts, and other requests run between them. */
function readLines(content: string, delimiter: string): Promise<string[][]> {
  const lines: string[][] = []
  let unread = 0
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(new ApiError('invalid-import-file', { message: 'A quotation mark of this file is never closed.' }))
    Papa.parse<string[]>(content, {
      delimiter,
      // One more than may be, to tell that there are more; the first line is that of the headings.
      preview: IMPORT_MAX_ROWS + 2,
      skipEmptyLines: 'greedy',
      chunkSize: SLICE_CHARS,
      chunk: ({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
        lines.push(...data)
        unread = data.length > 0 ? 0 : unread + SLICE_CHARS
        // A line that does not end is read again with each part.
        if (unread > LINE_MAX_CHARS || errors.some(({ type }) => type === 'Quotes')) {
          refuse()
          parser.abort()
          return
        }
        parser.pause()
        setImmediate(() => parser.resume())
      },
      complete: () => resolve(lines),
    })
  })
}

/** The delimiter is the one with which a column holds e-mails. */
function readHeadings(customFields: AppDefinition['customFields'], content: string) {
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(content, { delimiter, preview: 1, skipEmptyLines: 'greedy' })
    const headings = (data[0] ?? []).map(fromHarmlessCell)
    const columns = headings.map((heading) => findColumn(heading, customFields))
    if (!columns.some((column) => nameOf(column) === 'email')) continue
    refuseTwins(columns)
    const ignored = headings.filter((heading, index) => columns[index] === undefined && heading.trim() !== '')
    return { columns, ignored, delimiter }
  }
  throw new ApiError('invalid-import-file', { message: 'The first line of this file names no column Email.' })
}

function refuseTwins(columns: readonly Column[]): void {
  const names = columns.map(nameOf).filter((name) => name !== null)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined)
    throw new ApiError('invalid-import-file', { message: `This file has two columns for ${twin}.` })
}

function nameOf(column: Column): string | null {
  if (!column) return null
  return 'customField' in column ? `customFields.${column.customField}` : column.field
}

function toEntry(columns: readonly Column[], cells: readonly string[]): unknown {
  // Cells without a heading belong to nothing: most often a quotation mark is missing.
  if (cells.slice(columns.length).some((cell) => cell !== '')) return 'too many cells'
  const fields: [string, unknown][] = []
  const customFields: [string, string][] = []
  for (const [index, column] of columns.entries()) {
    const text = fromHarmlessCell(cells[index] ?? '')
    if (!column || text.trim() === '') continue
    if ('customField' in column) customFields.push([column.customField, text])
    else if (column.field !== null) fields.push([column.field, readers[column.kind](text)])
  }
  return { ...Object.fromEntries(fields), customFields: Object.fromEntries(customFields) }
}

const flags = new Map([
  ...['true', 'yes', 'y', '1', 'verified'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'unverified'].map((word) => [word, false] as const),
])

/** What cannot be read stays text, which the field then refuses. */
const readers: Record<CellKind, (text: string) => unknown> = {
  text: (text) => text.trim(),
  flag: (text) => flags.get(text.trim().toLowerCase()) ?? text,
  json: readJson,
  ids: (text) => text.split(/[,;|\s]+/u).filter((id) => id !== ''),
  moment: (text) => {
    const time = Date.parse(text)
    return Number.isNaN(time) ? text : new Date(time).toISOString()
  },
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
