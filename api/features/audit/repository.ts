import type { AuditDetail } from '../../../contract/admin/audit-details'
import type { OwnerScope } from '../apps/definition'
import * as v from 'valibot'
import type { Db } from '../../database/db'
import { olderThan, type PageCursor } from '../../database/sql'
import type { Tables } from '../../database/tables'

/** Append-only. */
export interface AuditRow extends Omit<Tables['auditLog'], 'detail'> {
  detail: Record<string, string>
}

/** To write. Without `actorId` and `via` for actions of commands, pages and the service. */
export interface AuditEntry
  extends Omit<AuditRow, 'actorId' | 'via' | 'detail'>, Partial<Pick<AuditRow, 'actorId' | 'via'>> {
  detail: AuditDetail
}

export async function insertAuditEntry({ kysely }: Db, row: AuditEntry): Promise<void> {
  await kysely
    .insertInto('auditLog')
    .values({ actorId: null, via: null, ...row, detail: JSON.stringify(row.detail) })
    .execute()
}

/** One statement for up to a few hundred rows. */
export async function insertAuditEntries({ kysely }: Db, rows: readonly AuditEntry[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({ actorId: null, via: null, ...row, detail: JSON.stringify(row.detail) }))
  await kysely.insertInto('auditLog').values(values).execute()
}

/** All that is given must be equal; an index serves each. Times are epoch milliseconds, `to` is not included. */
export interface AuditFilter {
  actor?: string | undefined
  actorId?: string | undefined
  act?: string | undefined
  subject?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** Newest first. @param before end of the previous page; absent or null for the first */
export async function listAuditEntries(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  limit: number,
  { before, filter: { from, to, ...equal } = {} }: { before?: PageCursor | null; filter?: AuditFilter } = {},
): Promise<AuditRow[]> {
  const wanted = Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined))
  const rows = await kysely
    .selectFrom('auditLog')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where((eb) => eb.and(wanted))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0))
    .where(olderThan('at', 'id', before))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

const storedDetail = v.record(v.string(), v.string())

const toEntry = (row: Tables['auditLog']): AuditRow => ({
  ...row,
  detail: v.parse(storedDetail, JSON.parse(row.detail)),
})
