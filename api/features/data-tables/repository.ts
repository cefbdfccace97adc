import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'
import type { DataRecordRow, LinkTarget, RecordLink, StoredValue, TableScope, VisibleRecords } from './query-types'

type LinkingRecord = Pick<DataRecordRow, 'id' | 'tableKey' | 'internalOrder'>
type LinkColumns = Pick<Tables['dataRecordLinks'], 'recordId' | 'fieldKey' | 'targetRecordId' | 'targetMemberId'>

/** Takes the table's next number. @throws UniqueConstraintError */
export async function insertDataRecord(
  { kysely }: Tx,
  { values, ...row }: Omit<DataRecordRow, 'internalOrder'>,
  uniques: Readonly<Record<string, string>>,
): Promise<DataRecordRow> {
  const { last } = await kysely
    .insertInto('dataTableCounters')
    .values({ appId: row.appId, mode: row.mode, tableKey: row.tableKey, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['appId', 'mode', 'tableKey']).doUpdateSet({ last: sql<number>`data_table_counters.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const record = { ...row, internalOrder: last }
  await kysely.insertInto('dataRecords').values(record).execute()
  await insertValues(kysely, { ...record, values }, uniques)
  return { ...record, values }
}

export async function findDataRecord({ kysely }: Db, id: string): Promise<DataRecordRow | null> {
  const row = await kysely.selectFrom('dataRecords').selectAll().where('id', '=', id).executeTakeFirst()
  const [record] = row ? await withValues(kysely, [row]) : []
  return record ?? null
}

export async function findDataRecordByNumber(
  { kysely }: Db,
  { appId, mode, tableKey }: TableScope,
  number: number,
): Promise<DataRecordRow | null> {
  const row = await kysely
    .selectFrom('dataRecords')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('tableKey', '=', tableKey)
    .where('internalOrder', '=', number)
    .executeTakeFirst()
  const [record] = row ? await withValues(kysely, [row]) : []
  return record ?? null
}

export async function lockDataRecord(tx: Tx, id: string): Promise<DataRecordRow | null> {
  // A no-op write locks the row in both engines.
  await tx.kysely.updateTable('dataRecords').set({ id }).where('id', '=', id).execute()
  return findDataRecord(tx, id)
}

/** In no particular order; missing ones are left out. */
export async function listDataRecords({ kysely }: Db, ids: readonly string[]): Promise<DataRecordRow[]> {
  if (ids.length === 0) return []
  return withValues(kysely, await kysely.selectFrom('dataRecords').selectAll().where('id', 'in', ids).execute())
}

export async function sizeOfDataRecords({ kysely }: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { total } = await kysely
    .selectFrom('dataRecordValues')
    .where('recordId', 'in', ids)
    .select(sql<number | string | null>`sum(octet_length(text_value))`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

export async function countVisibleRecords(
  { kysely }: Db,
  scope: VisibleRecords,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { total } = await kysely
    .selectFrom('dataRecords')
    .where('id', 'in', ids)
    .where('appId', '=', scope.appId)
    .where('mode', '=', scope.mode)
    .where('tableKey', '=', scope.tableKey)
    .$if(scope.ownerId !== null, (query) => query.where('memberId', '=', scope.ownerId))
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** @throws UniqueConstraintError */
export async function updateDataRecord(
  { kysely }: Tx,
  id: string,
  { values, updatedAt }: Pick<DataRecordRow, 'values' | 'updatedAt'>,
  uniques: Readonly<Record<string, string>>,
): Promise<void> {
  await kysely.updateTable('dataRecords').set({ updatedAt }).where('id', '=', id).execute()
  const row = await kysely.selectFrom('dataRecords').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return
  await kysely.deleteFrom('dataRecordValues').where('recordId', '=', id).execute()
  await kysely.deleteFrom('dataRecordUniques').where('recordId', '=', id).execute()
  await insertValues(kysely, { ...row, values }, uniques)
}

export async function deleteDataRecord({ kysely }: Db, id: string): Promise<void> {
  await kysely.deleteFrom('dataRecords').where('id', '=', id).execute()
}

/** @returns how many targets were not connected before */
export async function connect(
  { kysely }: Tx,
  { id: recordId, tableKey, internalOrder: recordOrder }: LinkingRecord,
  fieldKey: string,
  targets: readonly LinkTarget[],
): Promise<number> {
  if (targets.length === 0) return 0
  const placed = await kysely
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
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('dataRecordLinks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** @param targets undefined: all of the field @returns how many were connected */
export async function disconnect(
  { kysely }: Db,
  recordId: string,
  fieldKey: string,
  targets?: readonly LinkTarget[],
): Promise<number> {
  if (targets?.length === 0) return 0
  const { numDeletedRows } = await kysely
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
}

export async function isConnectedWithMember(
  { kysely }: Db,
  recordId: string,
  fieldKey: string,
  memberId: string,
): Promise<boolean> {
  const found = await kysely
    .selectFrom('dataRecordLinks')
    .select('recordId')
    .where('recordId', '=', recordId)
    .where('fieldKey', '=', fieldKey)
    .where('targetMemberId', '=', memberId)
    .executeTakeFirst()
  return found !== undefined
}

/** In order of creation. */
export async function listLinks(
  { kysely }: Db,
  recordIds: readonly string[],
  fieldKeys: readonly string[],
): Promise<RecordLink[]> {
  if (recordIds.length === 0 || fieldKeys.length === 0) return []
  const rows = await kysely
    .selectFrom('dataRecordLinks')
    .select(['recordId', 'fieldKey', 'targetRecordId', 'targetMemberId'])
    .where('recordId', 'in', recordIds)
    .where('fieldKey', 'in', fieldKeys)
    .orderBy('recordId')
    .orderBy('fieldKey')
    .orderBy('position')
    .execute()
  return rows.map(toLink)
}

/** Links from and to the record. @returns less than `max` when none is left */
export async function deleteLinks({ kysely }: Tx, recordId: string, max: number): Promise<number> {
  const to = await sql`delete from data_record_links
    where target_record_id = ${recordId} and (record_id, field_key) in (
      select record_id, field_key from data_record_links where target_record_id = ${recordId} limit ${max}
    )`.execute(kysely)
  const from = await sql`delete from data_record_links
    where record_id = ${recordId} and (field_key, position) in (
      select field_key, position from data_record_links where record_id = ${recordId} limit ${max}
    )`.execute(kysely)
  return Math.max(Number(to.numAffectedRows ?? 0n), Number(from.numAffectedRows ?? 0n))
}

async function withValues(kysely: Db['kysely'], rows: readonly Tables['dataRecords'][]): Promise<DataRecordRow[]> {
  if (rows.length === 0) return []
  const stored = await kysely
    .selectFrom('dataRecordValues')
    .select(['recordId', 'fieldKey', 'textValue', 'numberValue'])
    .where(
      'recordId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const values = new Map(rows.map(({ id }) => [id, new Map<string, StoredValue>()]))
  for (const { recordId, fieldKey, textValue, numberValue } of stored)
    values.get(recordId)?.set(fieldKey, textValue ?? numberValue ?? '')
  return rows.map((row) => Object.assign({}, row, { values: Object.fromEntries(values.get(row.id) ?? []) }))
}

async function insertValues(
  kysely: Db['kysely'],
  { id: recordId, appId, mode, tableKey, internalOrder, values }: DataRecordRow,
  uniques: Readonly<Record<string, string>>,
): Promise<void> {
  const rows = Object.entries(values).map(([fieldKey, value]) => ({
    appId,
    mode,
    tableKey,
    recordId,
    internalOrder,
    fieldKey,
    textValue: typeof value === 'string' ? value : null,
    numberValue: typeof value === 'number' ? value : null,
  }))
  const uniqueRows = Object.entries(uniques).map(([fieldKey, value]) => ({
    appId,
    mode,
    tableKey,
    fieldKey,
    value,
    recordId,
  }))
  if (rows.length > 0) await kysely.insertInto('dataRecordValues').values(rows).execute()
  if (uniqueRows.length > 0) await kysely.insertInto('dataRecordUniques').values(uniqueRows).execute()
}

const idsOf = (targets: readonly LinkTarget[], kind: LinkTarget['kind']): string[] =>
  targets.filter((target) => target.kind === kind).map(({ id }) => id)

/** `in ()` is invalid SQL, so a kind without targets has no condition. */
const inList = <T>(condition: T, targets: readonly LinkTarget[], kind: LinkTarget['kind']): T[] =>
  targets.some((target) => target.kind === kind) ? [condition] : []

function toLink({ recordId, fieldKey, targetRecordId, targetMemberId }: LinkColumns): RecordLink {
  return {
    recordId,
    fieldKey,
    target:
      targetRecordId === null ? { kind: 'member', id: targetMemberId ?? '' } : { kind: 'record', id: targetRecordId },
  }
}
