import { sizeOf } from '../../../contract/admin/schemas/paging'
import type { AuditAction } from '../../../contract/admin/schemas/audit-log'
import { AUDIT_EXPORT_MAX_ROWS, OWNER_READ_MAX_MS } from '../../../contract/limits'
import { toIso } from '../../lib/clock'
import { withHeading } from '../../lib/text'
import type { ExpensiveRead, ExpensiveReadLimits } from '../../database/expensive-reads'
import type { PageCursor } from '../../database/sql'
import type { AdminHandlers } from '../apps/secret-keys'
import { type AuditRow, listAuditEntries } from './repository'

/**
 * Runs an owner's list or search on a separate reader: its cost grows with the members and must not delay other requests.
 * @param caller the owner, whose reads share a limit
 * @throws ApiError `query-limit-exceeded` past OWNER_READ_MAX_MS, `too-many-requests`, `server-busy`
 */
export const ownerRead = <R, T>(
  { expensiveRead }: { expensiveRead: ExpensiveRead<R> },
  caller: string,
  work: (db: R) => Promise<T>,
): Promise<T> => expensiveRead(work, { maxMs: OWNER_READ_MAX_MS, ...ownerTurn(caller) })

/** Owners take turns with the visitors of each app, and with each other. @param caller the owner */
export const ownerTurn = (caller: string): Pick<ExpensiveReadLimits, 'caller' | 'isSlow'> => ({
  caller: ['owners', caller],
  isSlow: true,
})

export interface PageOptions {
  limit: number
  /** `next` of the previous page; null for the first. */
  before: string | null
}

interface PagedRows<Row, Shown> {
  /** Newest first. */
  read: (limit: number, before: PageCursor | null) => Promise<Row[]>
  placeOf: (row: Row) => PageCursor
  show: (row: Row) => Shown | Promise<Shown>
}

export async function readPage<Row, Shown>(
  { limit, before }: PageOptions,
  { read, placeOf, show }: PagedRows<Row, Shown>,
): Promise<{ records: Shown[]; next: string | null }> {
  // One extra row shows whether another page follows.
  const rows = await read(limit + 1, before === null ? null : readCursor(before))
  const shown = rows.slice(0, limit)
  const records: Shown[] = []
  for (const row of shown) records.push(await show(row))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { records, next: last === undefined ? null : writeCursor(placeOf(last)) }
}

const writeCursor = ({ at, id }: PageCursor): string => `${at}.${id}`

/** Null for an unreadable cursor: the list starts over. */
function readCursor(text: string): PageCursor | null {
  const [, at, id] = /^(\d{1,15})\.(.{1,100})$/u.exec(text) ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

export const auditHandlers = {
  /** Actions of owners, admin keys and the service; newest first. */
  async listAuditLog({ store }, { app, mode, keyId }, { first, limit, after, ...filter }) {
    const page = { limit: sizeOf({ first, limit }), before: after ?? null }
    const { records, next } = await ownerRead(store, keyId, (db) =>
      readPage(page, {
        read: (size, before) => listAuditEntries(db, { appId: app.id, mode }, size, { before, filter }),
        placeOf: ({ id, at }) => ({ id, at }),
        show: toAct,
      }),
    )
    return { endCursor: next, hasNextPage: next !== null, data: records }
  },

  /** The newest rows that pass the filters. */
  async exportAuditLog({ store }, { app, mode, keyId }, filter) {
    const read = (before: PageCursor | null) =>
      ownerRead(store, keyId, (db) => listAuditEntries(db, { appId: app.id, mode }, EXPORT_PAGE, { before, filter }))
    return { data: withHeading(csvLine(HEADINGS), auditFile(read)), contentType: 'text/csv' }
  },
} satisfies Partial<AdminHandlers>

/** @param read newest first, `EXPORT_PAGE` rows at a time */
async function* auditFile(read: (before: PageCursor | null) => Promise<AuditRow[]>): AsyncGenerator<string> {
  let before: PageCursor | null = null
  for (let left = AUDIT_EXPORT_MAX_ROWS; left > 0; left -= EXPORT_PAGE) {
    const rows: AuditRow[] = await read(before)
    yield rows.map((row) => toCsv(toAct(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_PAGE) return
    before = { at: last.at, id: last.id }
  }
}

const EXPORT_PAGE = 1_000
const HEADINGS = ['Time', 'Who', 'By way of', 'Action', 'Subject', 'Detail']

const toAct = ({ at, id, act, subject, detail, actor, actorId, via }: AuditRow): AuditAction => ({
  id,
  actor,
  actorId,
  via,
  act,
  subject,
  detail,
  doneAt: toIso(at),
})

function toCsv({ doneAt, actor, via, act, subject, detail }: AuditAction): string {
  const named = Object.entries(detail).map(([key, value]) => `${key}: ${value}`)
  return csvLine([doneAt, actor, via ?? '', act, subject, named.join('; ')])
}

/** Spreadsheets read a text with an apostrophe as text, so no cell is a formula. */
const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${(/^'*[=+\-@\t\r\n]/u.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
