import Papa from 'papaparse'
import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import { IMPORT_MAX_ROWS } from '../../../contract/limits'
import { yieldToEventLoop } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import type { RawFile, RawRow, TransferredMember } from './member-entry'

/** Parsed without a pause: a few milliseconds. */
const SLICE_CHARS = 250_000
const LINES_PER_SLICE = 500
/** Far more than a member can have. */
const LINE_MAX_CHARS = 4_000_000

const DELIMITERS = [',', ';', '\t'] as const

type Column = ReturnType<typeof findColumn>

/**
 * Reads CSV with headings: our export, Memberstack's, or one with similar column names. Empty cells have no value.
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`
 */
async function readCsv({ customFields }: Pick<AppDefinition, 'customFields'>, content: string): Promise<RawFile> {
  const { hinted, table } = readHint(content)
  const { columns, ignored, delimiter } = readHeadings(customFields, table, hinted)
  const lines = (await readLines(table, delimiter)).slice(1)
  if (lines.length > IMPORT_MAX_ROWS) throw new ApiError('too-many-import-rows')
  const rows: RawRow[] = []
  for (const [index, cells] of lines.entries()) {
    if (index % LINES_PER_SLICE === 0) await yieldToEventLoop()
    const chars = cells.reduce((sum, cell) => sum + cell.length, 0)
    rows.push({ row: index + 1, entry: toEntry(columns, cells), chars })
  }
  return { rows, ignored }
}

/** A spreadsheet's first line `sep=;`, with quotation marks or empty cells if it was saved again. */
const HINT = /^("?)sep=([^"\r\n])\1[,;\t ]*(?:\r\n|\r|\n|$)/iu

/** The separator that the file names, and the file without that line. */
function readHint(content: string): { hinted: string | null; table: string } {
  const hint = HINT.exec(content)
  return { hinted: hint?.[2] ?? null, table: content.slice(hint?.[0].length ?? 0) }
}

/** Pauses between chunks, so that other requests run. */
function readLines(content: string, delimiter: string): Promise<string[][]> {
  const lines: string[][] = []
  let unread = 0
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(new ApiError('invalid-import-file', { message: 'This file has a quotation mark that is never closed.' }))
    Papa.parse<string[]>(content, {
      delimiter,
      // One row over the limit, to detect it, and the headings.
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

/** Uses the delimiter that yields an email column. */
function readHeadings(customFields: AppDefinition['customFields'], content: string, hinted: string | null) {
  for (const delimiter of hinted === null ? DELIMITERS : [hinted]) {
    const { data } = Papa.parse<string[]>(content, { delimiter, preview: 1, skipEmptyLines: 'greedy' })
    const headings = (data[0] ?? []).map(unescapeCsvFormula)
    const columns = headings.map((heading) => findColumn(heading, customFields))
    if (!columns.some((column) => nameOf(column) === 'email')) continue
    refuseDuplicates(columns)
    const ignored = headings.filter((heading, index) => columns[index] === undefined && heading.trim() !== '')
    return { columns, ignored, delimiter }
  }
  throw new ApiError('invalid-import-file', { message: 'The first line of this file has no Email column.' })
}

function refuseDuplicates(columns: readonly Column[]): void {
  const names = columns.map(nameOf).filter((name) => name !== null)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new ApiError('invalid-import-file', { message: `This file has two ${twin} columns.` })
}

function nameOf(column: Column): string | null {
  if (!column) return null
  return 'customField' in column ? `customFields.${column.customField}` : column.field
}

function toEntry(columns: readonly Column[], cells: readonly string[]): unknown {
  // Cells without a heading usually mean a missing quotation mark.
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

/** An unreadable value stays text, and the field's check refuses it. */
const readers: Record<CellKind, (text: string) => unknown> = {
  text: (text) => text.trim(),
  flag: (text) => flags.get(text.trim().toLowerCase()) ?? text,
  json: readJson,
  ids: (text) => text.split(/[,;|\s]+/u).filter((id) => id !== ''),
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

type CellKind = 'text' | 'flag' | 'json' | 'ids'

interface CsvColumn {
  /** Heading in exports. */
  header: string
  /** Key in JSON; null for a column that imports ignore. */
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
    kind: 'text',
    aliases: ['created', 'created date', 'date created', 'signup date', 'sign up date', 'joined'],
  },
  { header: 'Last Login', field: 'lastLogin', kind: 'text', aliases: ['last login at', 'last login date'] },
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

/** Spreadsheets read a text with an apostrophe prefix as text: members can enter formulas (CSV injection). */
const escapeCsvFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const unescapeCsvFormula = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell)

/** Scanned or parsed without a pause: a few milliseconds. */
const PAUSE_AFTER_CHARS = 500_000
/** Far more than a member can have. */
const MEMBER_MAX_CHARS = 4_000_000
/** The file without its members. */
const FRAME_MAX_CHARS = 2_000_000

/** Members are unchecked. Pauses for other requests. @throws ApiError `invalid-import-file`, `too-many-import-rows` */
export async function readImportFile(app: AppDefinition, content: string, format: TransferFormat): Promise<RawFile> {
  const text = content.replace(/^\uFEFF/u, '')
  return format === 'csv' ? readCsv(app, text) : readJsonFile(text)
}

/**
 * Reads our export, or a bare list of members. `JSON.parse` of the whole file would block the thread, so each member is
 * parsed alone, and so is the frame, with their indexes as placeholders.
 * @throws ApiError `invalid-import-file`
 */
async function readJsonFile(content: string): Promise<RawFile> {
  const { frame, elements } = await takeElements(content)
  const list = membersOf(parse(frame))
  if (!Array.isArray(list))
    throw new ApiError('invalid-import-file', {
      message: 'This file must be a list of members, or an object with a list as `members`.',
    })
  if (list.length > IMPORT_MAX_ROWS) throw new ApiError('too-many-import-rows')
  const rows: RawRow[] = []
  let parsedChars = 0
  for (const [index, place] of list.entries()) {
    // Every object in the list is now a placeholder.
    const text = Array.isArray(place) ? elements[Number(place[0])] : undefined
    const chars = text?.length ?? 0
    rows.push({ row: index + 1, entry: text === undefined ? place : parse(text), chars })
    parsedChars += chars
    if (parsedChars < PAUSE_AFTER_CHARS) continue
    parsedChars = 0
    await yieldToEventLoop()
  }
  return { rows, ignored: [] }
}

const membersOf = (parsed: unknown): unknown =>
  typeof parsed === 'object' && parsed !== null && 'members' in parsed ? parsed.members : parsed

/** Drops the parser's message, because it quotes the file. */
function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new ApiError('invalid-import-file', { message: 'This file is not valid JSON.' })
  }
}

/**
 * Cuts the elements out of the outermost list, or of a list in the outermost object, and leaves `[0]`, `[1]` … in the
 * frame. The parser checks the JSON later.
 */
async function takeElements(content: string): Promise<{ frame: string; elements: string[] }> {
  const elements: string[] = []
  const frame: string[] = []
  // Opening characters of the open containers; only the first three matter.
  const open: string[] = []
  let [depth, framedTo, begunAt, inText] = [0, 0, -1, false]
  let rested = 0
  for (let at = 0; at < content.length; at += 1) {
    if (at - rested > PAUSE_AFTER_CHARS) {
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
    message: `A member of this file is longer than ${MEMBER_MAX_CHARS.toLocaleString('en')} characters, or the file is not an export.`,
  })
