import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { AuditRepository, AuditRow } from '../../../ports/trusttag/audit-store'
import type { Tables } from '../../../database/tables'
import { olderThan } from '../../../database/sql'

export function createAuditRepository(db: Kysely<Tables>): AuditRepository {
  return {
    async insert(row) {
      await db
        .insertInto('auditLog')
        .values({ ...row, detail: JSON.stringify(row.detail) })
        .execute()
    },

    async list(appId, mode, limit, before) {
      const rows = await db
        .selectFrom('auditLog')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where(olderThan('at', 'id', before))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toAuditRow)
    },
  }
}

const storedDetail = v.record(v.string(), v.string())

const toAuditRow = (row: Selectable<Tables['auditLog']>): AuditRow => ({
  ...row,
  detail: v.parse(storedDetail, JSON.parse(row.detail)),
})
