import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DataRecordRepository, LinkTarget, RecordLink } from '../../../ports/data-store'
import type { Tables } from '../../../database/tables'

type Links = Pick<
  DataRecordRepository,
  'connect' | 'disconnect' | 'isConnectedWithMember' | 'listLinks' | 'deleteLinks'
>

/** What records are connected with. */
export function createDataLinks(db: Kysely<Tables>): Links {
  return {
    ...createLinkReads(db),

    async connect({ id: recordId, tableKey, internalOrder: recordOrder }, fieldKey, targets) {
      if (targets.length === 0) return 0
      const placed = await db
        .selectFrom('dataRecordLinks')
        .select(({ fn }) => fn.max('position').as('last'))
        .where('recordId', '=', recordId)
        .where('fieldKey', '=', fieldKey)
        .executeTakeFirst()
      const last = placed?.last ?? 0
      const rows = targets.map((target, index) => ({
        recordId,
        fieldKey,
        tableKey,
        recordOrder,
        targetRecordId: target.kind === 'record' ? target.id : null,
        targetMemberId: target.kind === 'member' ? target.id : null,
        position: last + index + 1,
      }))
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('dataRecordLinks')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return Number(numInsertedOrUpdatedRows ?? 0n)
    },

    async disconnect(recordId, fieldKey, targets) {
      if (targets?.length === 0) return 0
      const { numDeletedRows } = await db
        .deleteFrom('dataRecordLinks')
        .where('recordId', '=', recordId)
        .where('fieldKey', '=', fieldKey)
        .$if(targets !== undefined, (query) =>
          query.where((where) =>
            where.or([
              ...inList(where('targetRecordId', 'in', idsOf(targets ?? [], 'record')), targets ?? [], 'record'),
              ...inList(where('targetMemberId', 'in', idsOf(targets ?? [], 'member')), targets ?? [], 'member'),
            ]),
          ),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async deleteLinks(recordId, max) {
      const to = await sql`delete from data_record_links
        where target_record_id = ${recordId} and (record_id, field_key) in (
          select record_id, field_key from data_record_links where target_record_id = ${recordId} limit ${max}
        )`.execute(db)
      const from = await sql`delete from data_record_links
        where record_id = ${recordId} and (field_key, position) in (
          select field_key, position from data_record_links where record_id = ${recordId} limit ${max}
        )`.execute(db)
      return Math.max(Number(to.numAffectedRows ?? 0n), Number(from.numAffectedRows ?? 0n))
    },
  }
}

function createLinkReads(db: Kysely<Tables>): Pick<Links, 'isConnectedWithMember' | 'listLinks'> {
  return {
    async isConnectedWithMember(recordId, fieldKey, memberId) {
      const found = await db
        .selectFrom('dataRecordLinks')
        .select('recordId')
        .where('recordId', '=', recordId)
        .where('fieldKey', '=', fieldKey)
        .where('targetMemberId', '=', memberId)
        .executeTakeFirst()
      return found !== undefined
    },

    async listLinks(recordIds, fieldKeys) {
      if (recordIds.length === 0 || fieldKeys.length === 0) return []
      const rows = await db
        .selectFrom('dataRecordLinks')
        .select(['recordId', 'fieldKey', 'targetRecordId', 'targetMemberId'])
        .where('recordId', 'in', recordIds)
        .where('fieldKey', 'in', fieldKeys)
        .orderBy('recordId')
        .orderBy('fieldKey')
        .orderBy('position')
        .execute()
      return rows.map(toLink)
    },
  }
}

const idsOf = (targets: readonly LinkTarget[], kind: LinkTarget['kind']): string[] =>
  targets.filter((target) => target.kind === kind).map(({ id }) => id)

/** A list without members is no SQL. */
const inList = <T>(condition: T, targets: readonly LinkTarget[], kind: LinkTarget['kind']): T[] =>
  targets.some((target) => target.kind === kind) ? [condition] : []

type LinkColumns = Pick<Tables['dataRecordLinks'], 'recordId' | 'fieldKey' | 'targetRecordId' | 'targetMemberId'>

function toLink({ recordId, fieldKey, targetRecordId, targetMemberId }: LinkColumns): RecordLink {
  return {
    recordId,
    fieldKey,
    target:
      targetRecordId === null ? { kind: 'member', id: targetMemberId ?? '' } : { kind: 'record', id: targetRecordId },
  }
}
