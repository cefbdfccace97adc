import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../database/db'
import type {
  DataRecordRow,
  ReadBudget,
  RecordCount,
  RecordOrder,
  RecordQuery,
  StoredValue,
  VisibleRecords,
} from './query-types'
import { findDataRecordByNumber } from './repository'
import {
  bytewise,
  costOf,
  indexedStart,
  recordsOf,
  sortColumn,
  type Source,
  sourcesOf,
  systemColumn,
  toSql,
  valuesOf,
} from './repository-conditions'

/** Above this an index is not used; records are read in order instead. */
const FOUND_MAX = 5_000
const SOURCES_MAX = 5
/** Most pages are full after these records; otherwise a second scan reads more. */
const FIRST_SCAN = 500
/** Index entries with the cost of one record. */
export const ENTRIES_PER_READ = 20

interface Found {
  source: Source
  count: number
}

/** In index order. */
interface Stream {
  /** Selects `record_id`, `sort_key` and `sort_number`. */
  rows: (limit: number) => RawBuilder<unknown>
  besides: RawBuilder<unknown> | null
  direction: RawBuilder<unknown>
  /** Whether records without a value are missing. */
  isOfValues: boolean
}

type ValueField = Extract<RecordOrder['field'], { kind: 'value' }>

interface StreamOrder {
  sort: Expression<unknown>
  direction: RawBuilder<unknown>
  beyond: RawBuilder<unknown>
}

/**
 * Ids in query order. No unbounded read: an index finds few records, which are compared and sorted, or records are read in order until the
 * page is full. @throws ApiError `query-limit-exceeded`
 */
export async function searchRecords(db: Db, query: RecordQuery, budget: ReadBudget): Promise<string[]> {
  const last = query.after === null ? null : await findDataRecordByNumber(db, query, query.after)
  const found = await findFew(db, query, budget, query.orderBy.length)
  if (found) return sortFound(db, query, found, last)
  const stream = streamOf(query, last)
  if (!stream) return sortAll(db, query, last, budget)
  const wanted = query.skip + query.take
  const ids = await scan(db, query, stream, { wanted, budget })
  if (ids.length < wanted && stream.isOfValues)
    ids.push(...(await scan(db, query, withoutValue(query, last), { wanted: wanted - ids.length, budget })))
  return ids.slice(query.skip)
}

export const countVisible = (db: Db, visible: VisibleRecords): Promise<number> =>
  countOf(db, sql`select 1 from data_records where ${recordsOf(visible, visible.ownerId)}`)

/** @throws ApiError `query-limit-exceeded` */
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
  const { rows } = await sql<{ total: unknown }>`select count(*) as total from (${query}) as counted`.execute(db.kysely)
  return Number(rows[0]?.total ?? 0)
}

const matches = (count: RecordCount): RawBuilder<SqlBool> =>
  sql`${recordsOf(count, count.ownerId)} and ${toSql(count.where)}`

/** `cross join` prevents SQLite from reading the whole table first. */
const joinFound = (source: Source, limit: number): RawBuilder<unknown> =>
  sql`(select found.record_id from (${source}) as found limit ${limit}) as narrowed
    cross join data_records`

/** The most selective index; null when all find too many. Charges for what it found. */
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

/** Without an index in this order; refuses a large table. */
async function sortAll(db: Db, query: RecordQuery, last: DataRecordRow | null, budget: ReadBudget): Promise<string[]> {
  const cost = 1 + costOf(query.where) + query.orderBy.length
  const max = Math.floor(budget.readsLeft / cost)
  const source = sql`select data_records.id as record_id from data_records where ${recordsOf(query, query.ownerId)}`
  const count = await countOf(db, sql`${source} limit ${max + 1}`)
  if (count > max) budget.refuse()
  budget.read(count * cost)
  return sortFound(db, query, { source, count }, last)
}

/** Null without an index in this order. */
function streamOf(query: RecordQuery, last: DataRecordRow | null): Stream | null {
  const [order = { field: { kind: 'system', name: 'internalOrder' }, direction: 'asc' }, ...others] = query.orderBy
  const { field } = order
  if (others.length > 0 || (field.kind === 'system' && field.name === 'id')) return null
  const sort = sortColumn(field, 'data_record_values')
  // A deleted record leaves only its number.
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

/** The index seeks by the first comparison. */
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

/** Only the order by number has an index with the owner; others compare each record's owner. */
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
  field: ValueField,
  { sort, direction, beyond }: StreamOrder,
  limit: number,
): RawBuilder<unknown> =>
  sql`select data_record_values.record_id, ${sort} as sort_key, data_record_values.internal_order as sort_number
    from data_record_values where ${valuesOf(query, field)}${beyond}
    order by ${sort} ${direction}, data_record_values.internal_order ${direction} limit ${limit}`

/** By number, after all records with a value. */
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

/** In order, until enough match. @throws ApiError `query-limit-exceeded` */
async function scan(
  db: Db,
  query: RecordQuery,
  stream: Stream,
  { wanted, budget }: { wanted: number; budget: ReadBudget },
): Promise<string[]> {
  const cost = 1 + costOf(query.where) + (stream.besides ? 1 : 0)
  const affordable = Math.floor(budget.readsLeft / cost)
  const isFiltered = cost > 1 || query.ownerId !== null || !('all' in query.where) || query.where.all.length > 0
  const limits = isFiltered ? [Math.min(FIRST_SCAN, affordable), affordable] : [Math.min(wanted, affordable)]
  for (const limit of new Set(limits)) {
    const ids = await matching(db, query, stream, { limit, wanted })
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
  { limit, wanted }: { limit: number; wanted: number },
): Promise<string[]> =>
  idsOf(
    db,
    sql`select data_records.id from (${rows(limit)}) as scanned cross join data_records
      where data_records.id = scanned.record_id and ${matches(query)}${besides ? sql` and ${besides}` : sql``}
      order by scanned.sort_key ${direction}, scanned.sort_number ${direction} limit ${wanted}`,
  )

async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await query.execute(db.kysely)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every caller selects an id
  return (rows as { id: string }[]).map(({ id }) => id)
}

/** Texts are sorted by their first 200 characters. */
function sortOf({ field }: RecordOrder): Expression<unknown> {
  if (field.kind === 'system') return field.name === 'id' ? bytewise(systemColumn('id')) : systemColumn(field.name)
  return sql`(select ${sortColumn(field, 'sorting')} from data_record_values as sorting where sorting.record_id = data_records.id and sorting.field_key = ${field.key})`
}

const directionOf = (orderBy: readonly RecordOrder[]): 'asc' | 'desc' => orderBy.at(-1)?.direction ?? 'asc'

/** Records without a value come last; ties are ordered by number. */
export function orderSql(orderBy: readonly RecordOrder[]): RawBuilder<unknown> {
  const keys = orderBy.flatMap((order) => [
    sql`case when ${sortOf(order)} is null then 1 else 0 end`,
    sql`${sortOf(order)} ${sql.raw(order.direction)}`,
  ])
  return sql.join([...keys, sql`data_records.internal_order ${sql.raw(directionOf(orderBy))}`])
}

/**
 * Records without a value come last in both directions.
 * @param number of the last record
 * @param last that record; null if deleted, so that only its number counts
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

function sortValueOf({ field }: RecordOrder, record: DataRecordRow): StoredValue | null {
  const value = (field.kind === 'system' ? record[field.name] : record.values[field.key]) ?? null
  return typeof value === 'string' && field.kind === 'value' ? indexedStart(value) : value
}
