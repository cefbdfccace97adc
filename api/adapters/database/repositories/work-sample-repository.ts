import type { Kysely } from 'kysely'
import type { WorkSampleRepository } from '../../../ports/trusttag/work-sample-store'
import type { Tables } from '../../../database/tables'

export function createWorkSampleRepository(db: Kysely<Tables>): WorkSampleRepository {
  const listBy = (column: 'attemptId' | 'memberId', value: string) =>
    db.selectFrom('workSamples').selectAll().where(column, '=', value).orderBy('createdAt').orderBy('id').execute()
  return {
    async insert(sample) {
      await db.insertInto('workSamples').values(sample).execute()
    },

    async find(id) {
      const row = await db.selectFrom('workSamples').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },

    listByAttempt: (attemptId) => listBy('attemptId', attemptId),
    listByMember: (memberId) => listBy('memberId', memberId),

    async advance(id, received, progress) {
      const { numUpdatedRows } = await db
        .updateTable('workSamples')
        .set(progress)
        .where('id', '=', id)
        .where('status', '=', 'RECEIVING')
        .where('receivedBytes', '=', received)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async delete(id) {
      await db.deleteFrom('workSamples').where('id', '=', id).execute()
    },

    async findUsedFiles(files) {
      if (files.length === 0) return []
      const rows = await db.selectFrom('workSamples').select('file').where('file', 'in', files).execute()
      return rows.map(({ file }) => file)
    },

    async deleteGivenUp(before) {
      const rows = await db
        .deleteFrom('workSamples')
        .where('status', '=', 'RECEIVING')
        .where('changedAt', '<', before)
        .returning('file')
        .execute()
      return rows.map(({ file }) => file)
    },
  }
}
