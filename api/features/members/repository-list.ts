import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AdminInput } from '../../../contract/admin/schemas'
import { MEMBER_COUNT_EXACT_MAX, MEMBER_PAGE_MAX_BYTES, MEMBER_SEARCH_MAX_WORDS } from '../../../contract/limits'
import type { Db } from '../../database/db'
import { createTimeSlices } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import { type MemberRow, selectMembers, toMemberRow } from './repository'
import { cut, foldText, readIndexState, searchFieldsOf, typedValue } from './search-index'

/** A condition on a filterable field: one value, or a range of numbers or dates. */
export interface FieldFilter {
  is?: string | number | boolean | undefined
  from?: string | number | undefined
  to?: string | number | undefined
}

/** All that is given must be true of a member. */
export interface MemberFilter {
  appId: string
  mode: Mode
  /** Without `status`: members who have not canceled the plan. */
  planId?: string | undefined
  status?: string | undefined
  failedPayment?: boolean | undefined
  /** IDs of the prices: members who pay one of them now, or who do not. */
  subscribed?: { isSo: boolean; priceIds: readonly string[] } | undefined
  /** Epoch milliseconds, as below: of a charge, refund or dispute. */
  paidFrom?: number | undefined
  paidTo?: number | undefined
  /** Of the first charge. */
  firstPaidFrom?: number | undefined
  firstPaidTo?: number | undefined
  email?: string | undefined
  /** Words; each must be the beginning of a word of the email, the ID, a name or a filterable text. */
  search?: string | undefined
  verified?: boolean | undefined
  suspended?: boolean | undefined
  provider?: string | undefined
  /** Epoch milliseconds; `to` is not included. */
  joinedFrom?: number | undefined
  joinedTo?: number | undefined
  lastLoginFrom?: number | undefined
  lastLoginTo?: number | undefined
  fields?: Readonly<Record<string, FieldFilter>> | undefined
}

const memberSorts = ['joined', 'lastLogin', 'email'] as const
export type MemberSort = (typeof memberSorts)[number]

export interface MemberListOptions extends MemberFilter {
  /** Fewer when the members exceed `MEMBER_PAGE_MAX_BYTES`; at least one. */
  limit: number
  sort: MemberSort
  order: 'ASC' | 'DESC'
  /** The value of the sort column and `internalOrder` of the previous page's last member; null for the first page. */
  after: MemberCursor | null
}

export interface MemberCursor {
  value: string | number
  internalOrder: number
}

/** For a list in the order of joining. */
export const joinedCursor = (internalOrder: number): MemberCursor => ({ value: internalOrder, internalOrder })

/** The number counts up within an app and mode. */
export interface ListedMember {
  internalOrder: number
  member: MemberRow
}

type Sql = RawBuilder<unknown>

/** A filter in two forms: as the list of its members, and as a condition on one member. */
interface Condition {
  /** Selects `member_id`. */
  source: Sql
  holds: RawBuilder<SqlBool>
}

/** Above this, the list is walked in its order and each member is checked. */
const DRIVER_MAX = 5_000
/** Where several filters find few of the first members of the list, a longer list of one filter's members is the better start. */
const LONG_DRIVER_MAX = 25_000
/** Members that the first try with several filters checks. */
const FIRST_WALK = 4_000

/** Values and order of a list's rows: `internal_order` decides between equal values, so that no member is listed twice. */
const sortColumns: Record<MemberSort, Sql> = {
  joined: sql`members.internal_order`,
  lastLogin: sql`coalesce(members.last_login_at, 0)`,
  email: sql`(members.email collate "binary")`,
}

/** Members who join while someone pages never repeat or hide another one. */
export async function listMembersBy(
  db: Db,
  { limit, sort, order, after, ...filter }: MemberListOptions,
): Promise<{ members: ListedMember[]; hasMore: boolean; endCursor: MemberCursor | null }> {
  const value = sortColumns[sort]
  const direction = sql.raw(order === 'ASC' ? 'asc' : 'desc')
  const comparison = sql.raw(order === 'ASC' ? '>' : '<')
  const rest =
    after === null
      ? sql``
      : sql`and (${value}, members.internal_order) ${comparison} (${after.value}, ${after.internalOrder})`
  const ordered = sql`order by ${value} ${direction}, members.internal_order ${direction}`
  const read = async (from: Sql) => {
    const { rows } = await sql<{ id: string; value: string | number; internalOrder: number; bytes: number }>`
      select members.id, ${value} as value, members.internal_order,
        octet_length(members.json) + octet_length(members.custom_fields) + octet_length(members.meta_data) as bytes
      from ${from} ${rest} ${ordered} limit ${limit + 1}`.execute(db.kysely)
    return rows
  }
  const { from, isLong, ofApp, checked } = await chooseFrom(db, filter)
  const first = sql`(select * from members where ${ofApp} ${rest} ${ordered} limit ${FIRST_WALK}) as members where true ${checked}`
  const tried = isLong ? await read(first) : []
  const rows = tried.length > limit ? tried : await read(from)
  const shown = rows.slice(0, limit)
  const members = await readInOrder(db, upToMaxBytes(shown))
  const last = shown[members.length - 1]
  return {
    members,
    hasMore: rows.length > members.length,
    endCursor: last ? { value: last.value, internalOrder: last.internalOrder } : null,
  }
}

/** Always includes the first row: 100 members can have 100 MB of JSON, too much for one read. */
function upToMaxBytes<Row extends { bytes: number }>(rows: readonly Row[]): readonly Row[] {
  let sum = 0
  const tooMany = rows.findIndex(({ bytes }, index) => (sum += bytes) > MEMBER_PAGE_MAX_BYTES && index > 0)
  return tooMany === -1 ? rows : rows.slice(0, tooMany)
}

/** Shorter than usual: small queries of others take about ten turns of the event loop, and each may wait for one slice. */
const SLICE_MS = 2

/** Members who have been deleted meanwhile are left out. */
async function readInOrder(db: Db, found: readonly { id: string }[]): Promise<ListedMember[]> {
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await selectMembers(db).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const members: ListedMember[] = []
  const mayContinue = createTimeSlices(SLICE_MS)
  for (const id of ids) {
    const row = byId.get(id)
    if (!row) continue
    await mayContinue()
    members.push({ internalOrder: row.internalOrder, member: toMemberRow(row, db.image) })
  }
  return members
}

/** @param max counting stops here @returns at most `max` + 1 */
export async function countMembersBy(db: Db, filter: MemberFilter, max = MEMBER_COUNT_EXACT_MAX): Promise<number> {
  const { from } = await chooseFrom(db, filter)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 as one from ${from} limit ${max + 1}) as found`.execute(db.kysely)
  return rows[0]?.count ?? 0
}

/** In the order in which they joined. @param max at most `max` + 1 */
export async function listMemberIdsBy(db: Db, filter: MemberFilter, max: number): Promise<string[]> {
  const { from } = await chooseFrom(db, filter)
  const { rows } = await sql<{ id: string }>`
    select members.id from ${from} order by members.internal_order limit ${max + 1}`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

/** Lists of about the same length are intersected: faster than looking up each member of one in the other. */
const SIMILAR = 2

/** Starts at the rarest filters if few members pass them. Neither engine knows how rare a prefix is. */
async function chooseFrom(db: Db, filter: MemberFilter): Promise<Start> {
  const conditions = conditionsOf(filter)
  const ofApp = sql`members.app_id = ${filter.appId} and members.mode = ${filter.mode}`
  const max = conditions.length > 1 ? LONG_DRIVER_MAX : DRIVER_MAX
  let fewest = max
  const counted: { condition: Condition; count: number }[] = []
  for (const condition of conditions) {
    const enough = Math.min(max, fewest * SIMILAR)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select 1 as one from (${condition.source}) as source limit ${enough + 1}) as counted`.execute(
      db.kysely,
    )
    const count = rows[0]?.count ?? 0
    if (count > enough) continue
    counted.push({ condition, count })
    fewest = Math.min(fewest, count)
    if (count === 0) break
  }
  const checked = allHold(conditions)
  const short = counted.filter(({ count }) => count <= fewest * SIMILAR).map(({ condition }) => condition)
  if (short.length === 0) return { from: sql`members where ${ofApp} ${checked}`, isLong: false, ofApp, checked }
  const others = allHold(conditions.filter((condition) => !short.includes(condition)))
  const listed = sql.join(
    short.map(({ source }) => sql`select member_id from (${source}) as source`),
    sql` intersect `,
  )
  const from = sql`(select distinct member_id from (${listed}) as listed) as driver
    cross join members where members.id = driver.member_id and ${ofApp} ${others}`
  return { from, isLong: fewest > DRIVER_MAX && short.length === 1, ofApp, checked }
}

const allHold = (conditions: readonly Condition[]): Sql =>
  conditions.length === 0
    ? sql``
    : sql.join(
        conditions.map(({ holds }) => sql`and ${holds}`),
        sql` `,
      )

/** Where a list is read from. */
interface Start {
  from: Sql
  /** The list of the rarest filter has more than `DRIVER_MAX` members: the list's own order may be faster. */
  isLong: boolean
  ofApp: Sql
  /** All conditions, on a member. */
  checked: Sql
}

function conditionsOf(filter: MemberFilter): Condition[] {
  const { email, search, verified, suspended, provider, fields = {} } = filter
  const words = search === undefined ? [] : search.split(/\s+/u).filter(Boolean).slice(0, MEMBER_SEARCH_MAX_WORDS)
  return [
    ...words.map((word) => hasTerm(filter, cut(foldText(word)))),
    ...planConditions(filter),
    ...paymentConditions(filter),
    ...Object.entries(fields).map(([key, one]) => hasValue(filter, key, one)),
    ...(email === undefined ? [] : [onMember(filter, sql`email = ${email}`)]),
    ...(verified === undefined ? [] : [onMember(filter, sql`verified = ${verified ? 1 : 0}`)]),
    ...(suspended === undefined
      ? []
      : [onMember(filter, sql`suspended_at is ${suspended ? sql`not null` : sql`null`}`)]),
    ...(provider === undefined ? [] : [ofTable(filter, 'provider_connections', sql`provider = ${provider}`)]),
    ...rangeOf(filter, sql`created_at`, filter.joinedFrom, filter.joinedTo),
    ...rangeOf(filter, sql`coalesce(last_login_at, 0)`, filter.lastLoginFrom, filter.lastLoginTo),
  ]
}

type Scope = Pick<MemberFilter, 'appId' | 'mode'>

const ofTable = ({ appId, mode }: Scope, table: string, condition: Sql): Condition => ({
  source: sql`select member_id from ${sql.table(table)} where app_id = ${appId} and mode = ${mode} and ${condition}`,
  holds: sql<SqlBool>`exists (select 1 from ${sql.table(table)} where member_id = members.id and ${condition})`,
})

const onMember = ({ appId, mode }: Scope, condition: Sql): Condition => ({
  source: sql`select id as member_id from members where app_id = ${appId} and mode = ${mode} and ${condition}`,
  holds: sql<SqlBool>`${condition}`,
})

/** Larger than every character that follows a prefix. */
const LAST = '\u{10FFFF}'

const hasTerm = (scope: Scope, word: string): Condition =>
  ofTable(scope, 'member_terms', sql`(term collate "binary") >= ${word} and (term collate "binary") < ${word + LAST}`)

const NOT_PAID = ['REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION']

/** Plan and status are of the same connection. */
function planConditions(filter: MemberFilter): Condition[] {
  const { planId, status, failedPayment } = filter
  const ofPlan = planId === undefined ? [] : [sql`plan_id = ${planId}`]
  const held = (condition: Sql) => ofTable(filter, 'plan_connections', sql.join([...ofPlan, condition], AND))
  const notPaid = sql`status in (${sql.join(NOT_PAID)})`
  const found: Condition[] = []
  if (status !== undefined) found.push(held(sql`status = ${status}`))
  else if (planId !== undefined && failedPayment !== true) found.push(held(sql`status != 'CANCELED'`))
  if (failedPayment === true) found.push(held(notPaid))
  if (failedPayment === false)
    found.push(
      onMember(filter, sql`not exists (select 1 from plan_connections where member_id = members.id and ${notPaid})`),
    )
  return found
}

/** The members behind the figures of recurring revenue, revenue and new payers. */
function paymentConditions(filter: MemberFilter): Condition[] {
  const { subscribed, paidFrom, paidTo, firstPaidFrom, firstPaidTo } = filter
  const paid = boundsOf(sql`at`, paidFrom, paidTo)
  const first = boundsOf(sql`at`, firstPaidFrom, firstPaidTo)
  const earlier = sql`select 1 from payments as earlier where earlier.member_id = payments.member_id
    and earlier.kind = 'charge' and earlier.at < ${firstPaidFrom ?? 0}`
  const payment = (parts: readonly Sql[]) => ofTable(filter, 'payments', sql.join([IS_OF_MEMBER, ...parts], AND))
  return [
    ...(subscribed ? [isSubscribed(filter, subscribed)] : []),
    ...(paid.length === 0 ? [] : [payment([...paid, sql`kind in ('charge', 'refund', 'dispute')`])]),
    ...(first.length === 0 ? [] : [payment([...first, sql`kind = 'charge'`, sql`not exists (${earlier})`])]),
  ]
}

/** Payments of deleted members stay without them. */
const IS_OF_MEMBER = sql`member_id is not null`
const AND = sql` and `

function isSubscribed(scope: Scope, { isSo, priceIds }: NonNullable<MemberFilter['subscribed']>): Condition {
  const prices = priceIds.length === 0 ? sql`1 = 0` : sql`price_id in (${sql.join(priceIds)})`
  const runs = sql`status = 'ACTIVE' and purchase_id is not null and ${prices}`
  if (isSo) return ofTable(scope, 'plan_connections', runs)
  return onMember(scope, sql`not exists (select 1 from plan_connections where member_id = members.id and ${runs})`)
}

function boundsOf(column: Sql, from: number | undefined, to: number | undefined): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${column} < ${to}`]),
  ]
}

function rangeOf(scope: Scope, column: Sql, from: number | undefined, to: number | undefined): Condition[] {
  const parts = boundsOf(column, from, to)
  return parts.length === 0 ? [] : [onMember(scope, sql.join(parts, AND))]
}

function hasValue(scope: Scope, key: string, { is, from, to }: FieldFilter): Condition {
  const bounds = [
    ['=', is],
    ['>=', from],
    ['<=', to],
  ] as const
  const parts = bounds.flatMap(([operator, bound]) => {
    const value = bound === undefined ? null : typedValue(bound)
    if (value === null) return []
    return value.textValue === null
      ? [sql`number_value ${sql.raw(operator)} ${value.numberValue}`]
      : [sql`(text_value collate "binary") ${sql.raw(operator)} ${value.textValue}`]
  })
  return ofTable(scope, 'member_values', sql.join([sql`field_key = ${key}`, ...parts], sql` and `))
}

/** As validated by the contract. */
export type SentMemberFilter = AdminInput<'countMembers'>

/**
 * Checks conditions against the app's fields, and that the members they need are indexed.
 * @throws ApiError `invalid-field-value` for a field that is not filterable, `member-search-not-ready`
 */
export async function readMemberFilter(
  db: Db,
  app: AppDefinition,
  mode: Mode,
  { fields, subscribed, ...sent }: SentMemberFilter,
): Promise<MemberFilter> {
  const recurring = subscribed === undefined ? undefined : { isSo: subscribed, priceIds: recurringPrices(app) }
  const filter = { appId: app.id, mode, ...sent, subscribed: recurring }
  const searched = searchFieldsOf(app)
  const hasFields = fields !== undefined && Object.keys(fields).length > 0
  const typed = hasFields ? checkFields(searched.filterable, fields) : undefined
  if (sent.search === undefined && !typed) return filter
  const { isSearchable, isFilterable } = await readIndexState(db, filter, searched)
  if (!isSearchable || (typed && !isFilterable)) throw new ApiError('member-search-not-ready')
  return { ...filter, fields: typed }
}

/** One-time prices do not recur. */
const recurringPrices = ({ plans }: AppDefinition): string[] =>
  plans.flatMap(({ prices }) => prices.filter(({ interval }) => interval).map(({ id }) => id))

function checkFields(
  filterable: readonly CustomFieldDefinition[],
  sent: Readonly<Record<string, FieldFilter>>,
): Record<string, FieldFilter> {
  return Object.fromEntries(
    Object.entries(sent).map(([key, { is, from, to }]) => {
      const field = filterable.find((one) => one.key === key)
      if (!field) throw notFilterable(key)
      const typed = { is: toType(field, is), from: toType(field, from), to: toType(field, to) }
      if (Object.values(typed).every((bound) => bound === undefined)) throw new ApiError('required-field-missing')
      return [key, typed]
    }),
  )
}

/** Repeats only what could be a key. */
const notFilterable = (key: string): ApiError =>
  new ApiError('invalid-field-value', {
    message: `Members cannot be filtered by ${/^[\w-]{1,100}$/u.test(key) ? `"${key}"` : 'this field'}: it is not a filterable custom field.`,
  })

function toType(
  { type }: CustomFieldDefinition,
  sent: string | number | boolean | undefined,
): string | number | undefined {
  if (sent === undefined) return undefined
  if (type === 'checkbox') return sent === true || sent === 'true' || sent === 1 ? 1 : 0
  if (type !== 'number') return String(sent)
  const number = typeof sent === 'boolean' || sent === '' ? Number.NaN : Number(sent)
  if (!Number.isFinite(number)) throw new ApiError('invalid-field-type')
  return number
}
