import { type FigureName, figureNames } from '../../../contract/admin/schemas/figures'
import type { AdminOutput } from '../../../contract/admin/schemas'
import {
  dayOf,
  daysBefore,
  daysBetween,
  type FigureStep,
  nextDay,
  startOfDay,
  stepOf,
  zoneOf,
} from '../../../contract/zone-days'
import type { Database, Db, Tx } from '../../database/db'
import { reasonOf } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import { createPollingWorker, type PollingWorker } from '../../lib/concurrency'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { listApps } from '../apps/repository'
import type { AdminHandlers } from '../apps/secret-keys'
import { ownerRead } from '../audit/reading'
import { findPrice } from '../plans/repository'
import {
  countActive,
  countFailedPayments,
  countNewPayers,
  countPaymentChanges,
  countSignups,
  countVisits,
  findNewestDay,
  listPaths,
  type Parts,
  paymentFigures,
  readDays,
  replaceDay,
  type Scope,
  type Span,
  sumFees,
  sumRevenue,
  sumRunning,
} from './repository'

interface Figure {
  unit: 'count' | 'money'
  /** `state`: as it is at the end of a day, known from the day on which collecting began. `sum`: of what happened on a day. */
  kind: 'state' | 'sum'
  /** Absent: counted when it happens. */
  read?: (db: Db, app: AppDefinition, scope: Scope, span: Span) => Promise<Parts>
}

/** Each definition is in `docs/admin-api.md`. */
const figures: Record<FigureName, Figure> = {
  signups: { unit: 'count', kind: 'sum', read: (db, _app, scope, span) => countSignups(db, scope, span) },
  activeMembers: { unit: 'count', kind: 'state', read: (db, _app, scope, { to }) => countActive(db, scope, to) },
  mrr: { unit: 'money', kind: 'state', read: readMrr },
  revenue: { unit: 'money', kind: 'sum', read: (db, _app, scope, span) => sumRevenue(db, scope, span) },
  fees: { unit: 'money', kind: 'sum', read: (db, _app, scope, span) => sumFees(db, scope, span) },
  failedPayments: { unit: 'count', kind: 'sum', read: (db, _app, scope, span) => countFailedPayments(db, scope, span) },
  visits: { unit: 'count', kind: 'sum', read: (db, _app, scope, span) => countVisits(db, scope, span) },
  newPayers: { unit: 'count', kind: 'sum', read: (db, _app, scope, span) => countNewPayers(db, scope, span) },
  campaignSignups: { unit: 'count', kind: 'sum' },
}

/** Payments per month of one interval. */
const PER_MONTH = { MONTHLY: 1, YEARLY: 1 / 12 } as const

async function readMrr(db: Db, app: AppDefinition, scope: Scope): Promise<Parts> {
  const sums = new Map<string, number>()
  for (const { priceId, currency, amountMinor } of await sumRunning(db, scope)) {
    const interval = findPrice(app, priceId)?.price.interval
    // One-time prices do not recur.
    if (!interval) continue
    const monthly = (amountMinor * PER_MONTH[interval.type]) / interval.count
    sums.set(currency, (sums.get(currency) ?? 0) + monthly)
  }
  return new Map([...sums].map(([currency, sum]) => [currency, Math.round(sum)]))
}

export const figureHandlers = {
  /** Past days from the daily sums, today as it is now. @throws ApiError `query-limit-exceeded`, `too-many-requests` */
  async readFigures({ store, clock }, { app, mode, keyId }, { names = [...figureNames], from, to, step, zone }) {
    const request = { scope: { appId: app.id, mode }, names, from, to, zone: zone ?? zoneOf(app), now: clock.now() }
    const values = await ownerRead(store, keyId, (db) => readAll(db, app, request))
    const data = { zone: request.zone, figures: names.map((name) => toSeries(name, values, { from, to, step })) }
    return { data }
  },

  /** Visits are deleted after 90 days. @throws ApiError as `readFigures` */
  async listVisitPaths({ store }, { app, mode, keyId }, { from, to, zone = zoneOf(app), limit = 100 }) {
    const span = { from: startOfDay(from, zone), to: startOfDay(nextDay(to), zone) }
    return { data: await ownerRead(store, keyId, (db) => listPaths(db, { appId: app.id, mode }, span, limit)) }
  },
} satisfies Partial<AdminHandlers>

interface FigureRequest {
  scope: Scope
  names: readonly FigureName[]
  from: string
  to: string
  zone: string
  now: number
}

/** By name and day. Unknown days are missing. */
type Values = ReadonlyMap<string, Parts>

async function readAll(db: Db, app: AppDefinition, request: FigureRequest): Promise<Values> {
  const { scope, names, from, to, zone, now } = request
  // Days of another zone are other days: they are counted again.
  const values = new Map<string, Parts>(zone === zoneOf(app) ? await readDays(db, scope, names, { from, to }) : [])
  if (zone !== zoneOf(app)) {
    const kept = names.filter((name) => !figures[name].read || figures[name].kind === 'state')
    for (const [key, parts] of kept.length > 0 ? await readDays(db, scope, kept, { from, to }) : [])
      values.set(key, parts)
  }
  const today = dayOf(now, zone)
  for (const name of names) {
    const { kind, read } = figures[name]
    for (const day of read ? daysBetween(from, to) : []) {
      const key = `${name} ${day}`
      const isKnown = values.has(key) && day !== today
      if (!read || isKnown || day > today || (kind === 'state' && day !== today)) continue
      const span = { from: startOfDay(day, zone), to: Math.min(now + 1, startOfDay(nextDay(day), zone)) }
      values.set(key, await read(db, app, scope, span))
    }
  }
  return values
}

type Series = AdminOutput<'readFigures'>['figures'][number]

function toSeries(
  name: FigureName,
  values: Values,
  { from, to, step }: { from: string; to: string; step: FigureStep },
): Series {
  const { unit, kind, read } = figures[name]
  const days = daysBetween(from, to)
  const known = new Set(days.flatMap((day) => [...(values.get(`${name} ${day}`)?.keys() ?? [])]))
  const named = [...known].filter((part) => part !== '').toSorted()
  const parts = named.length > 0 ? named : ['']
  const series = parts.map((part) => {
    const steps = new Map<string, { from: string; value: number | null }>()
    for (const day of days) {
      const found = values.get(`${name} ${day}`)
      const value = found || !read ? (found?.get(part) ?? 0) : null
      const key = stepOf(day, step)
      const before = steps.get(key)
      const sum = value === null ? (before?.value ?? null) : (before?.value ?? 0) + value
      steps.set(key, { from: before?.from ?? day, value: kind === 'sum' ? sum : (value ?? before?.value ?? null) })
    }
    return { part, values: [...steps.values()] }
  })
  return { name, unit, series }
}

const POLL_MS = 5 * 60 * 1000
/** As long as visits are kept. */
const BACKFILL_DAYS = 89
/** The longest period of Home, twice. */
const PAYMENT_DAYS = 179

interface RollUpOptions extends Pick<Services, 'clock' | 'log'> {
  store: Database
  alone?: (work: () => Promise<void>) => Promise<void>
}

/** Writes today, the days since the last run, and what is missing of the past 90 days, of payments 180. */
export function createFiguresWorker({ store, clock, log, alone }: RollUpOptions): PollingWorker {
  return createPollingWorker({
    pollMs: POLL_MS,
    alone,
    work: async ({ stopping }) => {
      for (const app of await listApps(store))
        for (const mode of ['live', 'test'] as const) {
          if (stopping.aborted) return
          await rollUp(store, app, mode, clock.now())
        }
    },
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not roll up the daily figures'),
  })
}

/** It runs in the background, so a day of a large app may take longer than an owner's list. */
const ROLL_UP_LIMITS = { maxMs: 10_000, caller: ['daily figures'], isSlow: true }

export async function rollUp(store: Database, app: AppDefinition, mode: Mode, now: number): Promise<void> {
  const scope = { appId: app.id, mode }
  const zone = zoneOf(app)
  const today = dayOf(now, zone)
  const newest = await findNewestDay(store, scope)
  const range = { from: daysBefore(today, PAYMENT_DAYS), to: today }
  const oldest = daysBefore(today, BACKFILL_DAYS)
  const known = await readDays(store, scope, figureNames, range)
  for (const day of daysBetween(range.from, range.to)) {
    const missing = figureNames.filter((name) => {
      // The newest day was not over when it was written. Payments that come to light later have removed their days.
      const isWritten = newest !== null && day < newest && known.has(`${name} ${day}`)
      const isOver = figures[name].kind === 'state' ? day !== today : day < oldest && !paymentFigures.has(name)
      return figures[name].read && !isWritten && !isOver
    })
    if (missing.length === 0) continue
    const span = { from: startOfDay(day, zone), to: Math.min(now + 1, startOfDay(nextDay(day), zone)) }
    const changes = await store.transaction((tx) => countPaymentChanges(tx, scope, 0))
    const found = new Map<FigureName, Parts>()
    for (const name of missing) {
      const { read } = figures[name]
      // One by one: owners and visitors wait for one figure at most.
      if (read) found.set(name, await store.expensiveRead((db) => read(db, app, scope, span), ROLL_UP_LIMITS))
    }
    await store.transaction((tx) => writeDay(tx, scope, { day, found, changes }))
  }
}

interface RolledDay {
  day: string
  found: Map<FigureName, Parts>
  /** Before they were read. */
  changes: number
}

/** Figures of payments that changed since they were read are left to the next run. */
async function writeDay(tx: Tx, scope: Scope, { day, found, changes }: RolledDay): Promise<void> {
  if ((await countPaymentChanges(tx, scope, 0)) !== changes) for (const name of paymentFigures) found.delete(name)
  await replaceDay(tx, scope, day, found)
}
