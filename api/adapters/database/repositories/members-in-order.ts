import { PostgresAdapter, sql } from 'kysely'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { MEMBER_PAGE_MAX_BYTES } from '../../../../contract/limits'
import type { MemberFilter, MemberList, MemberSearch } from '../../../ports/store'
import type { Tables } from '../../../database/tables'
import { providers, type ReadColumns } from './member-columns'

type ListedColumns = ReadColumns & { internalOrder: number }

/**
 * A page of the members that a filter lets through, by the numbers that they got as they came. How much they hold is looked at
 * first: 100 members can have 100 MB of JSON, which nobody could read in one piece.
 */
export async function selectPage(
  db: Kysely<Tables>,
  { limit, after, order, ...filter }: MemberList,
): Promise<{ rows: ListedColumns[]; hasMore: boolean }> {
  const direction = order === 'ASC' ? 'asc' : 'desc'
  const all = db.selectFrom('members').where(passing(db, filter))
  const rest = after === null ? all : all.where('internalOrder', order === 'ASC' ? '>' : '<', after)
  // One more than is asked for tells whether others follow.
  const found = await rest
    .select(['id', storedBytes.as('bytes')])
    .orderBy('internalOrder', direction)
    .limit(limit + 1)
    .execute()
  const ids = upToBytes(found.slice(0, limit))
  if (ids.length === 0) return { rows: [], hasMore: false }
  const page = db.selectFrom('members').selectAll().select(providers).where('id', 'in', ids)
  return { rows: await page.orderBy('internalOrder', direction).execute(), hasMore: found.length > ids.length }
}

/** Of the texts that members can make long. Both engines know their lengths without reading them. */
const storedBytes = sql<number>`octet_length(json) + octet_length(custom_fields) + octet_length(meta_data)`

/** The first ones that together stay within the limit; always the first one. */
function upToBytes(rows: readonly { id: string; bytes: number }[]): string[] {
  let sum = 0
  const tooMany = rows.findIndex(({ bytes }, index) => (sum += bytes) > MEMBER_PAGE_MAX_BYTES && index > 0)
  return rows.slice(0, tooMany === -1 ? rows.length : tooMany).map(({ id }) => id)
}

export async function countMembers(db: Kysely<Tables>, filter: MemberFilter): Promise<number> {
  const { appId, mode, planId, email, search } = filter
  if (planId !== undefined && email === undefined && search === undefined)
    return countConnections(db, { appId, mode, planId })
  const { count } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(passing(db, filter))
    .executeTakeFirstOrThrow()
  return count
}

/** Of an app and mode, those that have this plan and have not cancelled it. An index alone answers it. */
export async function countConnections(
  db: Kysely<Tables>,
  { appId, mode, planId }: Required<Pick<MemberFilter, 'appId' | 'mode'>> & { planId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('planConnections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('planId', '=', planId)
    .where('status', '!=', 'CANCELED')
    .executeTakeFirstOrThrow()
  return count
}

function passing(db: Kysely<Tables>, { appId, mode, planId, email, search }: MemberFilter) {
  const engine = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
  return (eb: ExpressionBuilder<Tables, 'members'>): Expression<SqlBool> =>
    eb.and([
      eb('appId', '=', appId),
      eb('mode', '=', mode),
      ...(email === undefined ? [] : [eb('email', '=', email)]),
      ...(planId === undefined ? [] : [eb('id', 'in', membersWith(eb, { appId, mode, planId }))]),
      ...(search === undefined ? [] : search.words.map((word) => matches(engine, word, search))),
    ])
}

const membersWith = (
  eb: ExpressionBuilder<Tables, 'members'>,
  { appId, mode, planId }: Pick<MemberFilter, 'appId' | 'mode'> & { planId: string },
) =>
  eb
    .selectFrom('planConnections')
    .select('planConnections.memberId')
    .where('planConnections.appId', '=', appId)
    .where('planConnections.mode', '=', mode)
    .where('planConnections.planId', '=', planId)
    .where('planConnections.status', '!=', 'CANCELED')

/**
 * Whether one word is part of the email address, the ID or a name. The text of all custom fields is looked at before a single one
 * is read out of it: that takes half the time.
 */
function matches(engine: Engine, word: string, { nameFields }: MemberSearch): Expression<SqlBool> {
  const anyCase = casesOf(word)
  const contains = (text: Expression<unknown>, part: (one: string) => string = (one) => one) =>
    sql`(${sql.join(
      anyCase.map((one) => sql`lower(${text}) like ${`%${escapeLike(part(one))}%`} escape '\\'`),
      sql` or `,
    )})`
  const names = nameFields.map((key) => contains(fieldOf[engine](key)))
  const inNames =
    names.length === 0
      ? sql`1 = 0`
      : sql`(${contains(sql.ref('custom_fields'), asJson)} and (${sql.join(names, sql` or `)}))`
  return sql<SqlBool>`(${contains(sql.ref('email'))} or ${contains(sql.ref('members.id'))} or ${inNames})`
}

type Engine = 'sqlite' | 'postgres'

const fieldOf: Record<Engine, (key: string) => Expression<unknown>> = {
  sqlite: (key) => sql`json_extract(custom_fields, ${`$."${key}"`})`,
  postgres: (key) => sql`(custom_fields::json ->> ${key}::text)`,
}

/** As it stands within the JSON of the custom fields. */
const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const escapeLike = (text: string): string => text.replace(/[\\%_]/gu, '\\$&')

/**
 * What a database's `lower` makes of the ways to write a word: SQLite's knows the letters of ASCII alone, so a name with others
 * is looked for in small letters, in capitals, and with a capital at its beginning.
 */
function casesOf(word: string): string[] {
  const small = word.toLowerCase()
  const [first = '', ...rest] = small
  const ways = [small, word.toUpperCase(), first.toUpperCase() + rest.join('')]
  return [...new Set(ways.map((way) => way.replace(/[A-Z]/gu, (letter) => letter.toLowerCase())))]
}
