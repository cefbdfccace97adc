import Papa from 'papaparse'
import { IMPORT_MAX_ROWS } from '../../../contract/limits'
import { ApiError } from '../api-error'
import type { AppDefinition } from '../app-definition'
import { findColumn } from './csv-columns'
import type { CellKind } from './csv-columns'
import { fromHarmlessCell } from './harmless-cell'
import type { RawFile, RawRow } from './raw-row'

const DELIMITERS = [',', ';', '\t'] as const

type Column = ReturnType<typeof findColumn>

/**
 * A file as spreadsheets write it, with headings: ours, the one that Memberstack gives and takes, and whatever names its
 * columns like them. A cell that is empty says nothing.
 *
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`
 */
export function readCsv({ customFields }: Pick<AppDefinition, 'customFields'>, content: string): RawFile {
  const { columns, ignored, delimiter } = readHeadings(customFields, content)
  // One more than may be, to tell that there are more; the first line is that of the headings.
  const { data, errors } = Papa.parse<string[]>(content, {
    delimiter,
    preview: IMPORT_MAX_ROWS + 2,
    skipEmptyLines: 'greedy',
  })
  if (errors.some(({ type }) => type === 'Quotes')) {
    throw new ApiError('invalid-import-file', { message: 'A quotation mark of this file is never closed.' })
  }
  const lines = data.slice(1)
  if (lines.length > IMPORT_MAX_ROWS) throw new ApiError('too-many-import-rows')
  return { rows: lines.map((cells, index): RawRow => ({ row: index + 1, entry: toEntry(columns, cells) })), ignored }
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
