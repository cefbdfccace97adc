import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { DataRecordRow, RecordOrder, StoredValue } from '../../../ports/data-store'
import { bytewise, systemColumn } from './data-record-condition'
import { indexedStart, sortColumn } from './data-record-index'

/** What a record is sorted by: its own column, or what it has in a field. Of a text, the first 200 characters. */
export function sortOf({ field }: RecordOrder): Expression<unknown> {
  if (field.kind === 'system') return field.name === 'id' ? bytewise(systemColumn('id')) : systemColumn(field.name)
  return sql`(select ${sortColumn(field, 'sorting')} from data_record_values as sorting where sorting.record_id = data_records.id and sorting.field_key = ${field.key})`
}

export const directionOf = (orderBy: readonly RecordOrder[]): 'asc' | 'desc' => orderBy.at(-1)?.direction ?? 'asc'

/** The whole order as SQL: records without a value come last, and the record's number is the last word. */
export function orderSql(orderBy: readonly RecordOrder[]): RawBuilder<unknown> {
  const keys = orderBy.flatMap((order) => [
    sql`case when ${sortOf(order)} is null then 1 else 0 end`,
    sql`${sortOf(order)} ${sql.raw(order.direction)}`,
  ])
  return sql.join([...keys, sql`data_records.internal_order ${sql.raw(directionOf(orderBy))}`])
}

/**
 * What comes after a record in an order; records without a value come last, whichever the direction.
 * @param last the record itself; null when it is gone: then its number is all that is known
 */
export function comesAfter(
  orderBy: readonly RecordOrder[],
  number: number,
  last: DataRecordRow | null,
): RawBuilder<SqlBool> {
  const sign = directionOf(orderBy) === 'asc' ? sql`>` : sql`<`
  let after = sql<SqlBool>`data_records.internal_order ${sign} ${number}`
  if (!last) return after
  for (const order of orderBy.toReversed()) {
    const value = sortValueOf(order, last)
    const sort = sortOf(order)
    if (value === null) after = sql<SqlBool>`(${sort} is null and ${after})`
    else {
      const beyond = order.direction === 'asc' ? sql`>` : sql`<`
      after = sql<SqlBool>`(${sort} is null or ${sort} ${beyond} ${value} or (${sort} = ${value} and ${after}))`
    }
  }
  return after
}

/** What a record is sorted by; null where it has none. */
export function sortValueOf({ field }: RecordOrder, record: DataRecordRow): StoredValue | null {
  const value = (field.kind === 'system' ? record[field.name] : record.values[field.key]) ?? null
  return typeof value === 'string' && field.kind === 'value' ? indexedStart(value) : value
}
