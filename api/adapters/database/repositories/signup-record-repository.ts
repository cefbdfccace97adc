import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { customFieldValue } from '../../../../contract/entities'
import type { SignupRecordRepository, SignupRecordRow } from '../../../ports/signup-record-store'
import type { Tables } from '../../../database/tables'

export function createSignupRecordRepository(db: Kysely<Tables>): SignupRecordRepository {
  return {
    async insert(record) {
      await db
        .insertInto('signupRecords')
        .values({ ...record, customFields: JSON.stringify(record.customFields) })
        .execute()
    },

    async find(id) {
      const row = await db.selectFrom('signupRecords').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toRecord(row) : null
    },

    async list(appId, mode, limit, before) {
      let query = db.selectFrom('signupRecords').selectAll().where('appId', '=', appId).where('mode', '=', mode)
      if (before) {
        query = query.where((columns) =>
          columns.or([
            columns('createdAt', '<', before.createdAt),
            columns.and([columns('createdAt', '=', before.createdAt), columns('id', '<', before.id)]),
          ]),
        )
      }
      const rows = await query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(toRecord)
    },

    async deleteByMember(memberId) {
      await db.deleteFrom('signupRecords').where('memberId', '=', memberId).execute()
    },
  }
}

const storedFields = v.record(v.string(), customFieldValue)

const toRecord = ({ customFields, ...row }: Selectable<Tables['signupRecords']>): SignupRecordRow => ({
  ...row,
  customFields: v.parse(storedFields, JSON.parse(customFields)),
})
