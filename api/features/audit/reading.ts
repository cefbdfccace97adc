import { toIso } from '../../lib/clock'
import { sizeOf } from '../../../contract/admin/schemas/paging'
import { OWNER_READ_MAX_MS } from '../../../contract/limits'
import type { PageCursor } from '../../database/sql'
import type { AdminHandlers } from '../../ports/admin-handler'
import type { ExpensiveRead } from '../../database/expensive-reads'

/**
 * Runs a list or a search of an owner on a reader of its own: its cost grows with the number of members, and no other
 * request may wait for it.
 * @param caller names the owner: the reads of one owner share a limit
 * @throws ApiError `query-limit-exceeded` past OWNER_READ_MAX_MS, `too-many-requests` while too many others read
 */
export const ownerRead = <R, T>(
  { expensiveRead }: { expensiveRead: ExpensiveRead<R> },
  caller: string,
  work: (db: R) => Promise<T>,
): Promise<T> => expensiveRead(work, { maxMs: OWNER_READ_MAX_MS, caller })

export interface PageOptions {
  limit: number
  /** `next` of the page before; null for the first page. */
  before: string | null
}

interface PagedRows<Row, Shown> {
  /** Newest first. */
  read: (limit: number, before: PageCursor | null) => Promise<Row[]>
  placeOf: (row: Row) => PageCursor
  show: (row: Row) => Shown | Promise<Shown>
}

/** Reads one page of a list, ordered by time. */
export async function readPage<Row, Shown>(
  { limit, before }: PageOptions,
  { read, placeOf, show }: PagedRows<Row, Shown>,
): Promise<{ records: Shown[]; next: string | null }> {
  // One row more than is shown says whether another page follows.
  const rows = await read(limit + 1, before === null ? null : readCursor(before))
  const shown = rows.slice(0, limit)
  const records: Shown[] = []
  for (const row of shown) records.push(await show(row))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { records, next: last === undefined ? null : writeCursor(placeOf(last)) }
}

const writeCursor = ({ at, id }: PageCursor): string => `${at}.${id}`

/** Null for an unreadable cursor: the list starts again. */
function readCursor(text: string): PageCursor | null {
  const [, at, id] = /^(\d{1,15})\.(.{1,100})$/u.exec(text) ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

export const auditHandlers = {
  /** Actions of owners, admin keys and the service itself, newest first. */
  async listAuditLog({ store }, { app, mode, actor }, { first, limit, after }) {
    const page = { limit: sizeOf({ first, limit }), before: after ?? null }
    const { records, next } = await ownerRead(store, actor, ({ auditLog }) =>
      readPage(page, {
        read: (size, before) => auditLog.list(app.id, mode, size, before),
        placeOf: ({ id, at }) => ({ id, at }),
        show: ({ at, id, act, subject, detail, actor: doneBy }) => ({
          id,
          actor: doneBy,
          act,
          subject,
          detail,
          doneAt: toIso(at),
        }),
      }),
    )
    return { endCursor: next, hasNextPage: next !== null, data: records }
  },
} satisfies Partial<AdminHandlers>
