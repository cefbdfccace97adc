import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { AuditRepository, AuditRow } from '../../../ports/trusttag/audit-store'
import type { Tables } from '../tables'

export function createAuditRepository(db: Kysely<Tables>): AuditRepository {
  return {
    async insert(row) {
      await db
        .insertInto('auditLog')
        .values({ ...row, detail: JSON.stringify(row.detail) })
        .execute()
    },

    async list(appId, mode, limit, before) {
      let query = db.selectFrom('auditLog').selectAll().where('appId', '=', appId).where('mode', '=', mode)
      if (before !== undefined) query = query.where('at', '<', before)
      const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(toAuditRow)
    },
  }
}

const storedDetail = v.record(v.string(), v.string())

const toAuditRow = (row: Selectable<Tables['auditLog']>): AuditRow => ({
  ...row,
  detail: v.parse(storedDetail, JSON.parse(row.detail)),
})
