import { sql } from 'kysely'
import type { FigureName } from '../../../contract/admin/schemas/figures'
import { dayOf, daysBefore } from '../../../contract/zone-days'
import type { Db, Tx } from '../../database/db'
import type { Mode } from '../../lib/ids'

export interface Scope {
  appId: string
  mode: Mode
}

/** Epoch milliseconds; `to` is not included. */
export interface Span {
  from: number
  to: number
}

/** Values by part: a currency, a campaign, or empty. */
export type Parts = ReadonlyMap<string, number>

const ACTIVE_MS = 30 * 24 * 60 * 60 * 1000

const one = (value: number | string | null | undefined): Parts => new Map([['', Number(value ?? 0)]])

export async function countSignups({ kysely }: Db, { appId, mode }: Scope, { from, to }: Span): Promise<Parts> {
  const row = await kysely
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .executeTakeFirst()
  return one(row?.count)
}

/** Members whose last login is within 30 days: only of today, because earlier logins are not stored. */
export async function countActive({ kysely }: Db, { appId, mode }: Scope, now: number): Promise<Parts> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from members
    where app_id = ${appId} and mode = ${mode} and coalesce(last_login_at, 0) >= ${now - ACTIVE_MS}`.execute(kysely)
  return one(rows[0]?.count)
}

export interface RunningPrice {
  priceId: string
  currency: string
  /** Sum of the regular payments, in minor units. */
  amountMinor: number
}

/** Sums of running paid subscriptions by price. Trials and failed payments are left out. */
export async function sumRunning({ kysely }: Db, { appId, mode }: Scope): Promise<RunningPrice[]> {
  const rows = await kysely
    .selectFrom('planConnections')
    .select(({ fn }) => ['priceId', 'currency', fn.sum<number | string>('amountMinor').as('amountMinor')])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('status', '=', 'ACTIVE')
    .where('purchaseId', 'is not', null)
    .where('priceId', 'is not', null)
    .groupBy(['priceId', 'currency'])
    .execute()
  return rows.map(({ priceId, currency, amountMinor }) => ({
    priceId: priceId ?? '',
    currency: (currency ?? '').toLowerCase(),
    amountMinor: Number(amountMinor),
  }))
}

/** By currency. Charges count, refunds and disputes count against them. */
export async function sumRevenue(db: Db, scope: Scope, span: Span): Promise<Parts> {
  return sumPayments(
    db,
    scope,
    span,
    sql`case when kind = 'charge' then amount_minor when kind in ('refund', 'dispute') then -amount_minor else 0 end`,
  )
}

export const sumFees = (db: Db, scope: Scope, span: Span): Promise<Parts> =>
  sumPayments(db, scope, span, sql`coalesce(fee_minor, 0)`)

async function sumPayments(
  { kysely }: Db,
  { appId, mode }: Scope,
  { from, to }: Span,
  amount: ReturnType<typeof sql>,
): Promise<Parts> {
  const { rows } = await sql<{ currency: string; total: number | string }>`
    select lower(currency) as currency, sum(${amount}) as total from payments
    where app_id = ${appId} and mode = ${mode} and at >= ${from} and at < ${to} and kind != 'failed'
    group by lower(currency)`.execute(kysely)
  return new Map(rows.map(({ currency, total }) => [currency, Number(total)]))
}

export async function countFailedPayments({ kysely }: Db, { appId, mode }: Scope, { from, to }: Span): Promise<Parts> {
  const row = await kysely
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('kind', '=', 'failed')
    .executeTakeFirst()
  return one(row?.count)
}

/** Members whose first charge is in the span. */
export async function countNewPayers({ kysely }: Db, { appId, mode }: Scope, { from, to }: Span): Promise<Parts> {
  const { rows } = await sql<{ count: number }>`select count(distinct member_id) as count from payments
    where app_id = ${appId} and mode = ${mode} and at >= ${from} and at < ${to} and kind = 'charge'
      and not exists (select 1 from payments as earlier
        where earlier.member_id = payments.member_id and earlier.kind = 'charge' and earlier.at < ${from})`.execute(
    kysely,
  )
  return one(rows[0]?.count)
}

export async function countVisits({ kysely }: Db, { appId, mode }: Scope, { from, to }: Span): Promise<Parts> {
  const row = await kysely
    .selectFrom('visits')
    .select(({ fn }) => fn.count<number>('visitId').distinct().as('count'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirst()
  return one(row?.count)
}

/** Most viewed first. */
export async function listPaths({ kysely }: Db, { appId, mode }: Scope, { from, to }: Span, limit: number) {
  const rows = await kysely
    .selectFrom('visits')
    .select(({ fn }) => [
      'path',
      fn.countAll<number>().as('views'),
      fn.count<number>('visitId').distinct().as('visits'),
    ])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('kind', '=', 'page-view')
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('path')
    .orderBy('views', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()
  return rows
}

/** Stored daily figures, by name and day. A day without parts has an empty one, so that it is not computed again. */
export async function readDays(
  { kysely }: Db,
  { appId, mode }: Scope,
  names: readonly FigureName[],
  { from, to }: { from: string; to: string },
): Promise<Map<string, Map<string, number>>> {
  const rows = await kysely
    .selectFrom('dailyFigures')
    .select(['name', 'day', 'part', 'value'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('name', 'in', [...names])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const found = new Map<string, Map<string, number>>()
  for (const { name, day, part, value } of rows) {
    const key = `${name} ${day}`
    const parts = found.get(key) ?? new Map<string, number>()
    parts.set(part, value)
    found.set(key, parts)
  }
  return found
}

/** The newest day of the app that was rolled up; null: none. */
export async function findNewestDay({ kysely }: Db, { appId, mode }: Scope): Promise<string | null> {
  const row = await kysely
    .selectFrom('dailyFigures')
    .select(({ fn }) => fn.max('day').as('day'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('name', '=', 'signups')
    .executeTakeFirst()
  return row?.day ?? null
}

export const paymentFigures: ReadonlySet<FigureName> = new Set(['revenue', 'fees', 'failedPayments', 'newPayers'])

/** A row that counts how often payments of stored days have come to light. Its day is before all others. */
const CHANGES = { name: 'paymentChanges', day: '', part: '' }

/** @param by 0 only reads, and keeps others from counting until the transaction ends */
export async function countPaymentChanges({ kysely }: Db, { appId, mode }: Scope, by: 0 | 1): Promise<number> {
  const { value } = await kysely
    .insertInto('dailyFigures')
    .values({ appId, mode, ...CHANGES, value: by })
    .onConflict((conflict) =>
      conflict
        .columns(['appId', 'mode', 'name', 'day', 'part'])
        .doUpdateSet((eb) => ({ value: eb('dailyFigures.value', '+', by) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

export interface LatePayments {
  /** When they were made. */
  at: readonly number[]
  /** The earliest charge among them that was not known: later ones of its member make no new payer. */
  firstCharge: number | null
}

/** Removes the stored days that such payments change, so that they are computed again. */
export async function forgetPaymentDays(tx: Tx, scope: Scope, { at, firstCharge }: LatePayments): Promise<void> {
  await countPaymentChanges(tx, scope, 1)
  const stored = (name: string[]) =>
    tx.kysely
      .deleteFrom('dailyFigures')
      .where('appId', '=', scope.appId)
      .where('mode', '=', scope.mode)
      .where('name', 'in', name)
  // A day of a time zone begins up to a day before or after that of UTC.
  const days = new Set(at.flatMap((time) => [-1, 0, 1].map((later) => daysBefore(dayOf(time, 'UTC'), -later))))
  await stored(['revenue', 'fees', 'failedPayments'])
    .where('day', 'in', [...days])
    .execute()
  if (firstCharge !== null)
    await stored(['newPayers'])
      .where('day', '>=', daysBefore(dayOf(firstCharge, 'UTC'), 1))
      .execute()
}

export async function replaceDay(
  { kysely }: Tx,
  { appId, mode }: Scope,
  day: string,
  figures: ReadonlyMap<FigureName, Parts>,
): Promise<void> {
  for (const [name, parts] of figures) {
    await kysely
      .deleteFrom('dailyFigures')
      .where('appId', '=', appId)
      .where('mode', '=', mode)
      .where('name', '=', name)
      .where('day', '=', day)
      .execute()
    const known: [string, number][] = parts.size > 0 ? [...parts] : [['', 0]]
    const rows = known.map(([part, value]) => ({ appId, mode, day, name, part, value }))
    await kysely.insertInto('dailyFigures').values(rows).execute()
  }
}
