import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DataRecordRepository, RecordLink } from '../../../ports/data-store'
import type { Tables } from '../tables'

type Links = Pick<DataRecordRepository, 'connect' | 'disconnect' | 'listLinks'>

/** What records are connected with. */
export function createDataLinks(db: Kysely<Tables>): Links {
  return {
    async connect(link) {
      const { recordId, fieldKey } = link
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('dataRecordLinks')
        .values({
          recordId,
          fieldKey,
          ...columnsOf(link),
          position: sql<number>`(select coalesce(max(placed.position), 0) + 1 from data_record_links as placed where placed.record_id = ${recordId} and placed.field_key = ${fieldKey})`,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    async disconnect(link) {
      const { targetRecordId, targetMemberId } = columnsOf(link)
      const { numDeletedRows } = await db
        .deleteFrom('dataRecordLinks')
        .where('recordId', '=', link.recordId)
        .where('fieldKey', '=', link.fieldKey)
        .where('targetRecordId', 'is not distinct from', targetRecordId)
        .where('targetMemberId', 'is not distinct from', targetMemberId)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    async listLinks(recordIds, fieldKey) {
      if (recordIds.length === 0) return []
      const rows = await db
        .selectFrom('dataRecordLinks')
        .selectAll()
        .where('recordId', 'in', recordIds)
        .$if(fieldKey !== undefined, (query) => query.where('fieldKey', '=', fieldKey ?? ''))
        .orderBy('recordId')
        .orderBy('fieldKey')
        .orderBy('position')
        .execute()
      return rows.map(toLink)
    },
  }
}

const columnsOf = ({ target: { kind, id } }: RecordLink) => ({
  targetRecordId: kind === 'record' ? id : null,
  targetMemberId: kind === 'member' ? id : null,
})

function toLink({ recordId, fieldKey, targetRecordId, targetMemberId }: Tables['dataRecordLinks']): RecordLink {
  return {
    recordId,
    fieldKey,
    target:
      targetRecordId === null ? { kind: 'member', id: targetMemberId ?? '' } : { kind: 'record', id: targetRecordId },
  }
}
