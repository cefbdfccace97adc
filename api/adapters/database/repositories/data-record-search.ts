import { sql } from 'kysely'
import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type {
  DataRecordRow,
  ReadBudget,
  RecordCount,
  RecordOrder,
  RecordQuery,
  StoredValue,
} from '../../../ports/data-store'
import type { Tables } from '../../../database/tables'
import { columnOf, costOf, toSql } from './data-record-condition'
import { indexedText, recordsOf, sourcesOf, valuesOf } from './data-record-index'
import type { Source } from './data-record-index'
import { comesAfter, directionOf, orderSql, sortValueOf } from './data-record-order'

type Db = Kysely<Tables>

/** So many records that an index found are compared and sorted; where it finds more, records are read in their order. */
const FOUND_MAX = 5_000
/** Conditions whose indexes are asked how many records they find. */
const SOURCES_MAX = 5
/** Most pages are full after a few; only then more is read. */
const FIRST_SCAN = 500
/** Entries of an index that cost as much as one record. */
export const ENTRIES_PER_READ = 20

interface Found {
  source: Source
  count: number
}

/**
 * IDs of the records that a query asks for, in its order. Nothing is read without bound: either an index finds few records, which
 * are compared and sorted, or records are read in their order until the page is full.
 * @param last the record that `after` names; null where there is none
 * @throws ApiError `query-limit-exceeded`
 */
export async function searchRecords(
  db: Db,
  query: RecordQuery,
  last: DataRecordRow | null,
  budget: ReadBudget,
): Promise<string[]> {
  const found = await findFew(db, query, budget, query.orderBy.length)
  if (found) return sortFound(db, query, found, last)
  const stream = streamOf(query, last)
  if (!stream) return sortAll(db, query, last, budget)
  const wanted = query.skip + query.take
  const ids = await scan(db, query, stream, wanted, budget)
  if (ids.length < wanted && stream.isOfValues)
    ids.push(...(await scan(db, query, withoutValue(query, last), wanted - ids.length, budget)))
  return ids.slice(query.skip)
}

/** How many records a query asks for. @throws ApiError `query-limit-exceeded` */
export async function countRecords(db: Db, count: RecordCount, budget: ReadBudget): Promise<number> {
  const found = await findFew(db, count, budget, 0)
  if (found)
    return countOf(
      db,
      sql`select 1 from ${joinFound(found.source, found.count)} where data_records.id = narrowed.record_id and ${matches(count)}`,
    )
  const cost = 1 + costOf(count.where)
  const all = sql`select data_records.id as record_id from data_records where ${recordsOf(count, count.ownerId)}`
  const isPlain = 'all' in count.where && count.where.all.length === 0
  const max = Math.floor((budget.readsLeft * (isPlain ? ENTRIES_PER_READ : 1)) / cost)
  const total = await countOf(db, sql`${all} limit ${max + 1}`)
  if (total > max) budget.refuse()
  budget.read(Math.ceil((total * cost) / (isPlain ? ENTRIES_PER_READ : 1)))
  return isPlain
    ? total
    : countOf(
        db,
        sql`select 1 from ${joinFound(all, max)} where data_records.id = narrowed.record_id and ${matches(count)}`,
      )
}

export async function countOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: unknown }>`select count(*) as total from (${query}) as counted`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

const matches = (count: RecordCount): RawBuilder<SqlBool> =>
  sql`${recordsOf(count, count.ownerId)} and ${toSql(count.where)}`

/** `cross join` keeps SQLite from reading the whole table first. */
const joinFound = (source: Source, limit: number): RawBuilder<unknown> =>
  sql`(select found.record_id from (${source}) as found limit ${limit}) as narrowed
    cross join data_records`

/** The index that finds the fewest records, with what it costs to look at them; null where each finds too many. */
async function findFew(db: Db, count: RecordCount, budget: ReadBudget, sorts: number): Promise<Found | null> {
  const cost = 1 + costOf(count.where) + sorts
  const max = Math.min(FOUND_MAX, Math.floor(budget.readsLeft / cost))
  let fewest: Found | null = null
  for (const source of sourcesOf(count).slice(0, SOURCES_MAX)) {
    const found = await countOf(db, sql`${source} limit ${max + 1}`)
    budget.read(Math.ceil(found / ENTRIES_PER_READ))
    if (found <= max && (fewest === null || found < fewest.count)) fewest = { source, count: found }
    if (found === 0) break
  }
  if (fewest) budget.read(fewest.count * cost)
  return fewest
}

async function sortFound(db: Db, query: RecordQuery, found: Found, last: DataRecordRow | null): Promise<string[]> {
  const { orderBy, after, take, skip } = query
  if (found.count === 0) return []
  const beyond = after === null ? sql`` : sql` and ${comesAfter(orderBy, after, last)}`
  return idsOf(
    db,
    sql`select data_records.id from ${joinFound(found.source, found.count)}
      where data_records.id = narrowed.record_id and ${matches(query)}${beyond}
      order by ${orderSql(orderBy)} limit ${take} offset ${skip}`,
  )
}

/** By what no index is sorted, a table is sorted whole; a large one is not. */
async function sortAll(db: Db, query: RecordQuery, last: DataRecordRow | null, budget: ReadBudget): Promise<string[]> {
  const cost = 1 + costOf(query.where) + query.orderBy.length
  const max = Math.floor(budget.readsLeft / cost)
  const source = sql`select data_records.id as record_id from data_records where ${recordsOf(query, query.ownerId)}`
  const count = await countOf(db, sql`${source} limit ${max + 1}`)
  if (count > max) budget.refuse()
  budget.read(count * cost)
  return sortFound(db, query, { source, count }, last)
}

/** Records in an order that an index has. */
interface Stream {
  /** Selects `record_id`, `sort_key` and `sort_number`. */
  rows: (limit: number) => RawBuilder<unknown>
  /** What is asked of the records besides; null: nothing. */
  besides: RawBuilder<unknown> | null
  direction: RawBuilder<unknown>
  /** Records without a value in the field are missing. */
  isOfValues: boolean
}

type System = Extract<RecordOrder['field'], { kind: 'system' }>
type Value = Extract<RecordOrder['field'], { kind: 'value' }>

/** Null: no index has this order. */
function streamOf(query: RecordQuery, last: DataRecordRow | null): Stream | null {
  const [order = { field: { kind: 'system', name: 'internalOrder' }, direction: 'asc' }, ...others] = query.orderBy
  const { field } = order
  if (others.length > 0 || (field.kind === 'system' && field.name === 'id')) return null
  const sort = field.kind === 'system' ? sql.ref(systemColumns[field.name]) : valueColumn(field)
  // Of a record that is gone the number is all that is known.
  const isGone = query.after !== null && last === null
  const value = last === null ? null : sortValueOf(order, last)
  const beyond = last === null ? sql`` : beyondSql(sort, order.direction, value, last)
  const direction = sql.raw(order.direction)
  return {
    rows: (limit) =>
      field.kind === 'system'
        ? recordStream(query, { sort, direction, beyond, isByNumber: field.name === 'internalOrder' }, limit)
        : valueStream(query, field, { sort, direction, beyond }, limit),
    besides: isGone ? comesAfter(query.orderBy, query.after ?? 0, null) : null,
    direction,
    isOfValues: field.kind === 'value',
  }
}

const systemColumns = {
  createdAt: 'data_records.created_at',
  updatedAt: 'data_records.updated_at',
  internalOrder: 'data_records.internal_order',
  id: 'data_records.id',
} as const satisfies Record<System['name'], string>

const valueColumn = ({ type }: Value): RawBuilder<unknown> => {
  const column = sql.ref(`data_record_values.${columnOf(type)}`)
  return type === 'text' ? indexedText(column) : sql`${column}`
}

interface StreamOrder {
  sort: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  beyond: RawBuilder<unknown>
}

/** The first part is what an index seeks by. */
function beyondSql(
  sort: StreamOrder['sort'],
  direction: RecordOrder['direction'],
  value: StoredValue | null,
  { internalOrder }: DataRecordRow,
): RawBuilder<unknown> {
  if (value === null) return sql` and 1 = 0`
  const [sign, orSame] = direction === 'asc' ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`]
  return sql` and ${sort} ${orSame} ${value} and (${sort} ${sign} ${value} or internal_order ${sign} ${internalOrder})`
}

/** Only the order by number has an index by owner, too: in others the owner is one more thing to look at. */
const recordStream = (
  query: RecordQuery,
  { sort, direction, beyond, isByNumber }: StreamOrder & { isByNumber: boolean },
  limit: number,
): RawBuilder<unknown> =>
  sql`select data_records.id as record_id, ${sort} as sort_key, data_records.internal_order as sort_number
    from data_records where ${recordsOf(query, isByNumber ? query.ownerId : null)}${beyond}
    order by ${sort} ${direction}, data_records.internal_order ${direction} limit ${limit}`

const valueStream = (
  query: RecordQuery,
  field: Value,
  { sort, direction, beyond }: StreamOrder,
  limit: number,
): RawBuilder<unknown> =>
  sql`select data_record_values.record_id, ${sort} as sort_key, data_record_values.internal_order as sort_number
    from data_record_values where ${valuesOf(query, field)}${beyond}
    order by ${sort} ${direction}, data_record_values.internal_order ${direction} limit ${limit}`

/** What comes after all that have a value: those that have none, by their numbers. */
function withoutValue(query: RecordQuery, last: DataRecordRow | null): Stream {
  const [order] = query.orderBy
  const direction = directionOf(query.orderBy)
  const sort = sql.ref('data_records.internal_order')
  const hasNone = order && last !== null && sortValueOf(order, last) === null
  const beyond = hasNone ? beyondSql(sort, direction, last.internalOrder, last) : sql``
  const isGone = query.after !== null && last === null
  const key = order?.field.kind === 'value' ? order.field.key : ''
  const isMissing = sql`not exists (select 1 from data_record_values as missing
    where missing.record_id = data_records.id and missing.field_key = ${key})`
  return {
    rows: (limit) => recordStream(query, { sort, direction: sql.raw(direction), beyond, isByNumber: true }, limit),
    besides: isGone ? sql`${isMissing} and ${comesAfter(query.orderBy, query.after ?? 0, null)}` : isMissing,
    direction: sql.raw(direction),
    isOfValues: false,
  }
}

/** Reads records in their order until there are enough that match. @throws ApiError `query-limit-exceeded` */
async function scan(db: Db, query: RecordQuery, stream: Stream, wanted: number, budget: ReadBudget): Promise<string[]> {
  const cost = 1 + costOf(query.where) + (stream.besides ? 1 : 0)
  const affordable = Math.floor(budget.readsLeft / cost)
  const isFiltered = cost > 1 || query.ownerId !== null || !('all' in query.where) || query.where.all.length > 0
  const limits = isFiltered ? [Math.min(FIRST_SCAN, affordable), affordable] : [Math.min(wanted, affordable)]
  for (const limit of new Set(limits)) {
    const ids = await matching(db, query, stream, limit, wanted)
    const isFull = ids.length >= wanted
    const scanned = isFull ? limit : await countOf(db, stream.rows(limit))
    if (isFull || scanned < limit) {
      budget.read(scanned * cost)
      return ids
    }
  }
  return budget.refuse()
}

const matching = (
  db: Db,
  query: RecordQuery,
  { rows, besides, direction }: Stream,
  limit: number,
  wanted: number,
): Promise<string[]> =>
  idsOf(
    db,
    sql`select data_records.id from (${rows(limit)}) as scanned cross join data_records
      where data_records.id = scanned.record_id and ${matches(query)}${besides ? sql` and ${besides}` : sql``}
      order by scanned.sort_key ${direction}, scanned.sort_number ${direction} limit ${wanted}`,
  )

export async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await query.execute(db)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every caller selects an id
  return (rows as { id: string }[]).map(({ id }) => id)
}
