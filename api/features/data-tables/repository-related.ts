import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db'
import type { DataRecordRow, MemberLinkQuery, MemberLinks, ReadBudget, RelatedCount, RelatedQuery } from './query-types'
import { findDataRecordByNumber } from './repository'
import { costOf, recordsOf, toSql } from './repository-conditions'
import { comesAfter, countOf, ENTRIES_PER_READ, orderSql } from './repository-search'

/** Links per level that are compared and sorted. */
const PAIRS_MAX = 10_000
/** SQLite allows 500 parts in a `union all`. */
const PARENTS_PER_STATEMENT = 100

interface Pair {
  parent: string
  child: string
}

/** By parent, in query order. A few statements read a whole level. @throws ApiError `query-limit-exceeded` */
export async function searchRelated(db: Db, query: RelatedQuery, budget: ReadBudget): Promise<Map<string, string[]>> {
  if (query.parentIds.length === 0) return new Map()
  if (isByIndex(query)) return groupPairs(await pagesByIndex(db, query, budget))
  const last = query.after === null ? null : await findDataRecordByNumber(db, query, query.after)
  return groupPairs(await sortedPages(db, query, last, budget))
}

/** By parent. @throws ApiError `query-limit-exceeded` */
export async function countRelated(db: Db, count: RelatedCount, budget: ReadBudget): Promise<Map<string, number>> {
  if (count.parentIds.length === 0) return new Map()
  // An index can count links back from a table that the caller may read completely; otherwise each record is read.
  const isCountedByIndex = count.relation.way === 'back' && count.ownerId === null
  const price = isCountedByIndex ? 1 / ENTRIES_PER_READ : 1
  const pairs = await affordablePairs(db, count, budget, { cost: price, most: Number.POSITIVE_INFINITY })
  const counted = isCountedByIndex
    ? sql`select parent, count(*) as total from (${pairs}) as pairs group by parent`
    : sql`select parent, count(*) as total from (${pairs}) as pairs cross join data_records
        where data_records.id = pairs.child and ${recordsOf(count, count.ownerId)} group by parent`
  const { rows } = await counted.$castTo<{ parent: string; total: unknown }>().execute(db.kysely)
  return new Map(rows.map(({ parent, total }) => [parent, Number(total)]))
}

/** By parent, in order of connection. @throws ApiError `query-limit-exceeded` */
export async function listMemberLinks(
  db: Db,
  { parentIds, fieldKey, skip, take, memberId }: MemberLinkQuery,
  budget: ReadBudget,
): Promise<Map<string, MemberLinks>> {
  const links = new Map<string, MemberLinks>()
  if (parentIds.length === 0) return links
  const counted = await db.kysely
    .selectFrom('dataRecordLinks')
    .where('recordId', 'in', parentIds)
    .where('fieldKey', '=', fieldKey)
    .groupBy('recordId')
    .select(({ fn }) => ['recordId', fn.countAll<number | string>().as('total')])
    .execute()
  budget.read(counted.reduce((total, one) => total + Math.ceil(Number(one.total) / ENTRIES_PER_READ), 0))
  for (const { recordId, total } of counted)
    links.set(recordId, { memberIds: [], count: Number(total), hasMember: false })
  await addPages(db, links, { fieldKey, skip, take }, budget)
  if (memberId !== null && links.size > 0) {
    const own = await db.kysely
      .selectFrom('dataRecordLinks')
      .select('recordId')
      .where('recordId', 'in', [...links.keys()])
      .where('fieldKey', '=', fieldKey)
      .where('targetMemberId', '=', memberId)
      .execute()
    for (const { recordId } of own) Object.assign(links.get(recordId) ?? {}, { hasMember: true })
  }
  return links
}

const isByIndex = ({ relation, where, orderBy, ownerId }: RelatedQuery): boolean =>
  relation.way === 'back' && ownerId === null && orderBy.length === 0 && 'all' in where && where.all.length === 0

/** Reads only each parent's page. */
async function pagesByIndex(db: Db, query: RelatedQuery, budget: ReadBudget): Promise<Pair[]> {
  const { parentIds, relation, tableKey, after, skip, take } = query
  budget.read(parentIds.length * (1 + Math.ceil(skip / ENTRIES_PER_READ)))
  const pageOf = (parent: string): RawBuilder<unknown> =>
    sql`select * from (select target_record_id as parent, record_id as child, record_order from data_record_links
      where target_record_id = ${parent} and field_key = ${relation.fieldKey} and table_key = ${tableKey}
      ${after === null ? sql`` : sql`and record_order > ${after}`}
      order by record_order limit ${take} offset ${skip}) as page`
  const pairs: (Pair & { recordOrder: number })[] = []
  for (const parents of chunked(parentIds)) {
    const pages = sql.join(parents.map(pageOf), sql` union all `)
    const { rows } = await sql<Pair & { recordOrder: number }>`${pages}`.execute(db.kysely)
    budget.read(rows.length)
    pairs.push(...rows)
  }
  return pairs.toSorted((one, other) => one.recordOrder - other.recordOrder)
}

async function sortedPages(
  db: Db,
  query: RelatedQuery,
  last: DataRecordRow | null,
  budget: ReadBudget,
): Promise<Pair[]> {
  const { where, orderBy, after, skip, take, ownerId } = query
  const pairs = await affordablePairs(db, query, budget, { cost: 1 + costOf(where) + orderBy.length, most: PAIRS_MAX })
  const beyond = after === null ? sql`` : sql` and ${comesAfter(orderBy, after, last)}`
  const { rows } = await sql<Pair>`select parent, child from (
      select pairs.parent, data_records.id as child,
        row_number() over (partition by pairs.parent order by ${orderSql(orderBy)}) as place
      from (${pairs}) as pairs cross join data_records
      where data_records.id = pairs.child and ${recordsOf(query, ownerId)} and ${toSql(where)}${beyond}
    ) as placed where place > ${skip} and place <= ${skip + take} order by parent, place`.execute(db.kysely)
  return rows
}

/** Charges the links of all parents before reading them. @throws ApiError `query-limit-exceeded` */
async function affordablePairs(
  db: Db,
  { parentIds, relation, tableKey }: Pick<RelatedCount, 'parentIds' | 'relation' | 'tableKey'>,
  budget: ReadBudget,
  { cost, most }: { cost: number; most: number },
): Promise<RawBuilder<unknown>> {
  const parents = sql.join(parentIds.map((id) => sql`${id}`))
  const pairs =
    relation.way === 'forth'
      ? sql`select record_id as parent, target_record_id as child from data_record_links
          where record_id in (${parents}) and field_key = ${relation.fieldKey} and target_record_id is not null`
      : sql`select target_record_id as parent, record_id as child from data_record_links
          where target_record_id in (${parents}) and field_key = ${relation.fieldKey} and table_key = ${tableKey}`
  const max = Math.min(most, Math.floor(budget.readsLeft / cost))
  const count = await countOf(db, sql`${pairs} limit ${max + 1}`)
  if (count > max) budget.refuse()
  budget.read(Math.ceil(count * cost))
  return pairs
}

async function addPages(
  db: Db,
  links: Map<string, MemberLinks>,
  { fieldKey, skip, take }: Pick<MemberLinkQuery, 'fieldKey' | 'skip' | 'take'>,
  budget: ReadBudget,
): Promise<void> {
  const pageOf = (parent: string): RawBuilder<unknown> =>
    sql`select * from (select record_id as parent, target_member_id as child, position from data_record_links
      where record_id = ${parent} and field_key = ${fieldKey} order by position limit ${take} offset ${skip}) as page`
  for (const parents of chunked([...links.keys()])) {
    const pages = sql.join(parents.map(pageOf), sql` union all `)
    const { rows } = await sql<Pair & { position: number }>`${pages}`.execute(db.kysely)
    budget.read(rows.length)
    for (const { parent, child } of rows.toSorted((one, other) => one.position - other.position))
      links.get(parent)?.memberIds.push(child)
  }
}

function* chunked(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PARENTS_PER_STATEMENT)
    yield ids.slice(start, start + PARENTS_PER_STATEMENT)
}

function groupPairs(pairs: readonly Pair[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { parent, child } of pairs) {
    const group = groups.get(parent)
    if (group) group.push(child)
    else groups.set(parent, [child])
  }
  return groups
}
