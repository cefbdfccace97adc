import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DataRecordRepository, DataRecordRow, StoredValue, TableScope } from '../../../ports/data-store'
import type { DataRecordColumns, Tables } from '../../../database/tables'
import { recordsOf } from './data-record-index'
import { createDataLinks } from './data-record-links'
import { createRelatedReads } from './data-record-related'
import { countOf, countRecords, searchRecords } from './data-record-search'

export function createDataRecordRepository(db: Kysely<Tables>): DataRecordRepository {
  const find: DataRecordRepository['find'] = async (id) => {
    const row = await db.selectFrom('dataRecords').selectAll().where('id', '=', id).executeTakeFirst()
    const [record] = row ? await withValues(db, [row]) : []
    return record ?? null
  }

  return {
    find,

    async insert({ values, ...row }, uniques) {
      const { last } = await db
        .insertInto('dataTableCounters')
        .values({ appId: row.appId, mode: row.mode, tableKey: row.tableKey, last: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['appId', 'mode', 'tableKey'])
            .doUpdateSet({ last: sql<number>`data_table_counters.last + 1` }),
        )
        .returning('last')
        .executeTakeFirstOrThrow()
      const record = { ...row, internalOrder: last }
      await db.insertInto('dataRecords').values(record).execute()
      await writeValues(db, { ...record, values }, uniques)
      return { ...record, values }
    },

    // A write that changes nothing takes the row's lock in every engine.
    async lock(id) {
      await db.updateTable('dataRecords').set({ id }).where('id', '=', id).execute()
      return find(id)
    },

    async update(id, { values, updatedAt }, uniques) {
      await db.updateTable('dataRecords').set({ updatedAt }).where('id', '=', id).execute()
      const row = await db.selectFrom('dataRecords').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return
      await db.deleteFrom('dataRecordValues').where('recordId', '=', id).execute()
      await db.deleteFrom('dataRecordUniques').where('recordId', '=', id).execute()
      await writeValues(db, { ...row, values }, uniques)
    },

    async delete(id) {
      await db.deleteFrom('dataRecords').where('id', '=', id).execute()
    },

    ...createReads(db),
    ...createRelatedReads(db, (query) => findByNumber(db, query, query.after ?? 0)),
    ...createDataLinks(db),
  }
}

type Reads = Pick<DataRecordRepository, 'search' | 'count' | 'countAll' | 'countThere' | 'list' | 'sizeOf'>

function createReads(db: Kysely<Tables>): Reads {
  return {
    async search(query, budget) {
      const last = query.after === null ? null : await findByNumber(db, query, query.after)
      return searchRecords(db, query, last, budget)
    },

    count: (count, budget) => countRecords(db, count, budget),

    countAll: (count) => countOf(db, sql`select 1 from data_records where ${recordsOf(count, count.ownerId)}`),

    async countThere(scope, ids) {
      if (ids.length === 0) return 0
      const { total } = await db
        .selectFrom('dataRecords')
        .where('id', 'in', ids)
        .where('appId', '=', scope.appId)
        .where('mode', '=', scope.mode)
        .where('tableKey', '=', scope.tableKey)
        .$if(scope.ownerId !== null, (query) => query.where('memberId', '=', scope.ownerId))
        .select(({ fn }) => fn.countAll<number | string>().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    async list(ids) {
      if (ids.length === 0) return []
      return withValues(db, await db.selectFrom('dataRecords').selectAll().where('id', 'in', ids).execute())
    },

    async sizeOf(ids) {
      if (ids.length === 0) return 0
      const { total } = await db
        .selectFrom('dataRecordValues')
        .where('recordId', 'in', ids)
        .select(sql<number | string | null>`sum(octet_length(text_value))`.as('total'))
        .executeTakeFirstOrThrow()
      return Number(total ?? 0)
    },
  }
}

async function findByNumber(
  db: Kysely<Tables>,
  { appId, mode, tableKey }: TableScope,
  number: number,
): Promise<DataRecordRow | null> {
  const row = await db
    .selectFrom('dataRecords')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('tableKey', '=', tableKey)
    .where('internalOrder', '=', number)
    .executeTakeFirst()
  const [record] = row ? await withValues(db, [row]) : []
  return record ?? null
}

async function withValues(db: Kysely<Tables>, rows: readonly DataRecordColumns[]): Promise<DataRecordRow[]> {
  if (rows.length === 0) return []
  const kept = await db
    .selectFrom('dataRecordValues')
    .select(['recordId', 'fieldKey', 'textValue', 'numberValue'])
    .where(
      'recordId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const values = new Map(rows.map(({ id }) => [id, new Map<string, StoredValue>()]))
  for (const { recordId, fieldKey, textValue, numberValue } of kept)
    values.get(recordId)?.set(fieldKey, textValue ?? numberValue ?? '')
  return rows.map((row) => Object.assign({}, row, { values: Object.fromEntries(values.get(row.id) ?? []) }))
}

async function writeValues(
  db: Kysely<Tables>,
  { id: recordId, appId, mode, tableKey, internalOrder, values }: DataRecordRow,
  uniques: Readonly<Record<string, string>>,
): Promise<void> {
  const kept = Object.entries(values).map(([fieldKey, value]) => ({
    appId,
    mode,
    tableKey,
    recordId,
    internalOrder,
    fieldKey,
    textValue: typeof value === 'string' ? value : null,
    numberValue: typeof value === 'number' ? value : null,
  }))
  const taken = Object.entries(uniques).map(([fieldKey, value]) => ({
    appId,
    mode,
    tableKey,
    fieldKey,
    value,
    recordId,
  }))
  if (kept.length > 0) await db.insertInto('dataRecordValues').values(kept).execute()
  if (taken.length > 0) await db.insertInto('dataRecordUniques').values(taken).execute()
}
