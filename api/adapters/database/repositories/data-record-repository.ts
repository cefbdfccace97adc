import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type {
  DataRecordRepository,
  DataRecordRow,
  RecordCount,
  RecordQuery,
  StoredValue,
} from '../../../ports/data-store'
import type { DataRecordColumns, Tables } from '../tables'
import { toSql } from './data-record-condition'
import { createDataLinks } from './data-record-links'
import { comesAfter, sortOf } from './data-record-order'

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

    async query(query) {
      const records = await ordered(db, query)
      const rows = await records.selectAll('dataRecords').limit(query.take).offset(query.skip).execute()
      return withValues(db, rows)
    },

    async count(count) {
      const { total } = await selected(db, count)
        .select(({ fn }) => fn.countAll<number | bigint | string>().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    ...createDataLinks(db),
  }
}

type Selected = ReturnType<typeof selected>

const selected = (db: Kysely<Tables>, { appId, mode, tableKey, ownerId, where }: RecordCount) =>
  db
    .selectFrom('dataRecords')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('tableKey', '=', tableKey)
    .$if(ownerId !== null, (query) => query.where('memberId', '=', ownerId))
    .where(toSql(where))

/** The records in the order that is asked for, and none up to the last one before. */
async function ordered(db: Kysely<Tables>, query: RecordQuery): Promise<Selected> {
  const { orderBy, after } = query
  const last = after === null ? null : await findByNumber(db, query, after)
  let records = selected(db, query)
  for (const order of orderBy)
    records = records
      .orderBy(sql`case when ${sortOf(order)} is null then 1 else 0 end`)
      .orderBy(sortOf(order), order.direction)
  records = records.orderBy('internalOrder', orderBy.at(-1)?.direction ?? 'asc')
  return after === null ? records : records.where(comesAfter(orderBy, after, last))
}

async function findByNumber(
  db: Kysely<Tables>,
  { appId, mode, tableKey }: RecordQuery,
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
    .selectAll()
    .where(
      'recordId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const byRecord = new Map(rows.map(({ id }) => [id, kept.filter(({ recordId }) => recordId === id)]))
  return rows.map((row) => {
    const own = byRecord.get(row.id) ?? []
    const values = own.map(
      ({ fieldKey, textValue, numberValue }) => [fieldKey, textValue ?? numberValue ?? ''] as const,
    )
    return Object.assign({}, row, { values: Object.fromEntries<StoredValue>(values) })
  })
}

async function writeValues(
  db: Kysely<Tables>,
  { id: recordId, appId, mode, tableKey, values }: DataRecordRow,
  uniques: Readonly<Record<string, string>>,
): Promise<void> {
  const kept = Object.entries(values).map(([fieldKey, value]) => ({
    recordId,
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
