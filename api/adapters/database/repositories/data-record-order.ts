import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { DataRecordRow, RecordOrder, StoredValue } from '../../../ports/data-store'
import { bytewise, columnOf, systemColumn } from './data-record-condition'

/** What a record is sorted by: its own column, or what it has in a field. */
export function sortOf({ field }: RecordOrder): Expression<unknown> {
  if (field.kind === 'system') return field.name === 'id' ? bytewise(systemColumn('id')) : systemColumn(field.name)
  const value = sql`(select sorting.${sql.ref(columnOf(field.type))} from data_record_values as sorting where sorting.record_id = data_records.id and sorting.field_key = ${field.key})`
  return field.type === 'text' ? bytewise(value) : value
}

/**
 * What comes after a record in an order; records without a value come last, whichever the direction.
 * @param last the record itself; null when it is gone: then its number is all that is known
 */
export function comesAfter(
  orderBy: readonly RecordOrder[],
  number: number,
  last: DataRecordRow | null,
): Expression<SqlBool> {
  const isUp = (orderBy.at(-1)?.direction ?? 'asc') === 'asc'
  const sign = isUp ? sql`>` : sql`<`
  let after: Expression<SqlBool> = sql<SqlBool>`data_records.internal_order ${sign} ${number}`
  if (!last) return after
  for (const order of orderBy.toReversed()) {
    const value = valueOf(order, last)
    const sort = sortOf(order)
    if (value === null) after = sql<SqlBool>`(${sort} is null and ${after})`
    else {
      const beyond = order.direction === 'asc' ? sql`>` : sql`<`
      after = sql<SqlBool>`(${sort} is null or ${sort} ${beyond} ${value} or (${sort} = ${value} and ${after}))`
    }
  }
  return after
}

function valueOf({ field }: RecordOrder, record: DataRecordRow): StoredValue | null {
  return (field.kind === 'system' ? record[field.name] : record.values[field.key]) ?? null
}
