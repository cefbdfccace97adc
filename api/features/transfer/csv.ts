import Papa from 'papaparse'
import { IMPORT_MAX_ROWS } from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import { yieldToEventLoop } from '../../lib/time-slices'
import type { RawFile, RawRow } from './member-entry'
import type { TransferredMember } from './serializers'

/** Parsed without a pause: a few milliseconds. */
const SLICE_CHARS = 250_000
const LINES_PER_SLICE = 500
/** Far more than a member can have. */
const LINE_MAX_CHARS = 4_000_000

const DELIMITERS = [',', ';', '\t'] as const

type Column = ReturnType<typeof findColumn>

/**
 * Reads CSV with headings: our export, Memberstack's, or one with similar column names. An empty cell means no value.
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

/** Pauses between chunks, so that other requests run. */
function readLines(content: string, delimiter: string): Promise<string[][]> {
  const lines: string[][] = []
  let unread = 0
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(new ApiError('invalid-import-file', { message: 'A quotation mark of this file is never closed.' }))
    Papa.parse<string[]>(content, {
      delimiter,
      // One row more than allowed, to detect too many, and the headings.
      preview: IMPORT_MAX_ROWS + 2,
      skipEmptyLines: 'greedy',
      chunkSize: SLICE_CHARS,
      chunk: ({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
        lines.push(...data)
        unread = data.length > 0 ? 0 : unread + SLICE_CHARS
        // Papa reads an unfinished line again with each chunk.
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

/** Takes the delimiter that yields a column for the email address. */
function readHeadings(customFields: AppDefinition['customFields'], content: string) {
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(content, { delimiter, preview: 1, skipEmptyLines: 'greedy' })
    const headings = (data[0] ?? []).map(unescapeCsvFormula)
    const columns = headings.map((heading) => findColumn(heading, customFields))
    if (!columns.some((column) => nameOf(column) === 'email')) continue
    refuseDuplicates(columns)
    const ignored = headings.filter((heading, index) => columns[index] === undefined && heading.trim() !== '')
    return { columns, ignored, delimiter }
  }
  throw new ApiError('invalid-import-file', { message: 'The first line of this file names no column Email.' })
}

function refuseDuplicates(columns: readonly Column[]): void {
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
  // Cells without a heading: most often a quotation mark is missing.
  if (cells.slice(columns.length).some((cell) => cell !== '')) return 'too many cells'
  const fields: [string, unknown][] = []
  const customFields: [string, string][] = []
  for (const [index, column] of columns.entries()) {
    const text = unescapeCsvFormula(cells[index] ?? '')
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

/** An unreadable value stays text, which the field's check then refuses. */
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

type Columns = Pick<AppDefinition, 'customFields'> & { withHashes: boolean }

const PASSWORD_HASH = 'passwordHash'

const columnsOf = (withHashes: boolean) => csvColumns.filter(({ field }) => withHashes || field !== PASSWORD_HASH)

export const csvHeadings = ({ customFields, withHashes }: Columns): string =>
  toLines([[...columnsOf(withHashes).map(({ header }) => header), ...customFields.map(headerOf)]])

/** One line per member, with formulas escaped. */
export function csvLines({ customFields, withHashes }: Columns, members: readonly TransferredMember[]): string {
  const columns = columnsOf(withHashes).map(({ header }) => header)
  return toLines(
    members.map((member) => {
      const cells = cellsOf(member)
      return [
        ...columns.map((header) => cells[header] ?? ''),
        ...customFields.map(({ key }) => String(member.customFields[key] ?? '')),
      ]
    }),
  )
}

function cellsOf(member: TransferredMember): Record<string, string> {
  const plans = (isPaid: boolean) =>
    member.plans.filter(({ priceId, status }) => (priceId !== null) === isPaid && status !== 'CANCELED')
  return {
    'Member ID': member.id,
    Email: member.email,
    Verified: String(member.verified),
    'Password Hash': member.passwordHash ?? '',
    'Free Plan IDs': plans(false)
      .map(({ planId }) => planId)
      .join(','),
    'Paid Plan IDs': plans(true)
      .map(({ planId }) => planId)
      .join(','),
    'Login Providers': member.providers.map(({ provider }) => provider).join(','),
    'Login Redirect': member.loginRedirect ?? '',
    'Profile Image': member.profileImage ?? '',
    'Stripe Customer ID': member.stripeCustomerId ?? '',
    'Created At': member.createdAt,
    'Last Login': member.lastLogin ?? '',
    Metadata: toJson(member.metaData),
    JSON: toJson(member.json),
  }
}

const toJson = (value: object): string => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

const toLines = (rows: string[][]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((cells) => cells.map(escapeCsvFormula)),
        { quotes: true, newline: '\r\n' },
      )}\r\n`

type CellKind = 'text' | 'flag' | 'json' | 'ids' | 'moment'

interface CsvColumn {
  /** Heading in an export. */
  header: string
  /** Key in JSON; null for a column that an import ignores. */
  field: string | null
  kind: CellKind
  /** Other headings. Case, spaces and punctuation are ignored. */
  aliases: readonly string[]
}

/** Columns of every file; custom fields follow. */
const csvColumns: readonly CsvColumn[] = [
  { header: 'Member ID', field: 'id', kind: 'text', aliases: ['id', 'memberstack id'] },
  { header: 'Email', field: 'email', kind: 'text', aliases: ['email address', 'auth email'] },
  { header: 'Verified', field: 'verified', kind: 'flag', aliases: ['email verified', 'is verified'] },
  { header: 'Password Hash', field: 'passwordHash', kind: 'text', aliases: ['hashed password', 'password'] },
  {
    header: 'Free Plan IDs',
    field: 'plans',
    kind: 'ids',
    aliases: ['free plan id', 'free plan id(s)', 'free plans', 'plan id', 'plan ids', 'plan id(s)', 'plans', 'plan'],
  },
  { header: 'Paid Plan IDs', field: null, kind: 'ids', aliases: [] },
  { header: 'Login Providers', field: null, kind: 'text', aliases: [] },
  { header: 'Login Redirect', field: 'loginRedirect', kind: 'text', aliases: [] },
  { header: 'Profile Image', field: 'profileImage', kind: 'text', aliases: ['profile image url'] },
  { header: 'Stripe Customer ID', field: 'stripeCustomerId', kind: 'text', aliases: [] },
  {
    header: 'Created At',
    field: 'createdAt',
    kind: 'moment',
    aliases: ['created', 'created date', 'date created', 'signup date', 'sign up date', 'joined'],
  },
  { header: 'Last Login', field: 'lastLogin', kind: 'moment', aliases: ['last login at', 'last login date'] },
  { header: 'Metadata', field: 'metaData', kind: 'json', aliases: [] },
  { header: 'JSON', field: 'json', kind: 'json', aliases: ['member json'] },
]

const plain = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const byName = new Map(
  csvColumns.flatMap((column) => [column.header, ...column.aliases].map((name) => [plain(name), column] as const)),
)

/** Undefined for an unknown heading. */
function findColumn(
  header: string,
  customFields: readonly CustomFieldDefinition[],
): CsvColumn | { customField: string } | undefined {
  const own = /^\s*custom[ _-]?fields?\s*[:./ _-]\s*(.+)$/iu.exec(header)?.[1]
  const name = own ?? header
  const known = own === undefined ? byName.get(plain(name)) : undefined
  if (known) return known
  const field =
    customFields.find(({ key }) => key === name.trim()) ??
    customFields.find(({ key }) => plain(key) === plain(name)) ??
    customFields.find(({ label }) => plain(label) === plain(name))
  return field && { customField: field.key }
}

/** The key of a custom field, with a prefix if it equals another heading. */
const headerOf = ({ key }: CustomFieldDefinition): string => (byName.has(plain(key)) ? `Custom Field: ${key}` : key)

/** Start of a formula in spreadsheets, after any number of escaping apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/u
const MARKED = /^'+[=+\-@\t\r\n]/u

/** Prefixes a formula with an apostrophe, which spreadsheets read as text: members can enter formulas (CSV injection). */
const escapeCsvFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const unescapeCsvFormula = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell)
