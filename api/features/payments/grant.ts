import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import {
  type ConnectionPurchase,
  deletePlanConnection,
  deleteTeam,
  findTeamByConnection,
  insertPlanConnection,
  listPlanConnections,
  type PlanConnectionRow,
  replacePlanConnection,
  findPrice,
} from '../plans/repository'
import { ensureTeam } from '../plans/join'
import type { Billing } from './provider'
import { listPurchases, type PurchaseRow, type PurchaseStatus } from './repository'

/** Grants the paid plan and follows later changes, under the member's lock. @returns the new status of the purchase */
export async function grantPurchase(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  purchase: PurchaseRow,
  billing: Billing,
): Promise<PurchaseStatus> {
  const app = await findAppById(tx, purchase.appId)
  const settled = purchase.status === 'REPLACING' ? 'REPLACING' : 'PAID'
  if (!app || (await isSuperseded(tx, purchase))) return settled
  const rows = await findRows(tx, app, purchase, billing)
  const ended = billing.status === 'CANCELED'
  const isNew = purchase.status === 'OPEN' || purchase.status === 'EXPIRED'
  // A purchase that ended before it was granted replaces nothing.
  if (ended && !rows.own) {
    if (!rows.sitting) await place(tx, services, app, { purchase, billing, rows })
    // The purchase to replace continues.
    return isNew && purchase.replaces !== null ? 'EXPIRED' : settled
  }
  if (rows.sitting && isRunning(rows.sitting) && rows.sitting !== rows.replaced) {
    if (isNew) return 'DUPLICATE'
    if (rows.own) await deletePlanConnection(tx, rows.own.id)
    // The time until the change was used, so nothing is refunded.
    return ended ? settled : 'SURPLUS'
  }
  await place(tx, services, app, { purchase, billing, rows })
  return isNew && purchase.replaces !== null ? 'REPLACING' : settled
}

/** The member's connections that a purchase affects. */
interface Rows {
  planId: string
  own: PlanConnectionRow | undefined
  /** To be replaced by this purchase. */
  replaced: PlanConnectionRow | undefined
  /** Another connection of the same plan. */
  sitting: PlanConnectionRow | undefined
}

async function findRows(db: Tx, app: AppDefinition, purchase: PurchaseRow, { priceId }: Billing): Promise<Rows> {
  const all = await listPlanConnections(db, purchase.memberId)
  const own = all.find((row) => row.purchase?.id === purchase.id)
  const planId = findPrice(app, priceId)?.plan.id ?? own?.planId ?? purchase.planId
  return {
    planId,
    own,
    replaced: all.find((row) => purchase.replaces !== null && row.purchase?.id === purchase.replaces),
    sitting: all.find((row) => row.planId === planId && row !== own),
  }
}

/** The statuses of a purchase that has replaced another one. */
const REPLACED: ReadonlySet<PurchaseStatus> = new Set(['PAID', 'REPLACING', 'SURPLUS'])

/** Whether another purchase has replaced this one: then only the other one grants. */
async function isSuperseded(db: Tx, { id, memberId }: PurchaseRow): Promise<boolean> {
  const all = await listPurchases(db, memberId)
  return all.some(({ replaces, status }) => replaces === id && REPLACED.has(status))
}

interface Placement {
  purchase: PurchaseRow
  billing: Billing
  rows: Rows
}

/** Merges the connections into the one with a team, so that its members stay, else into the purchase's own. */
async function place(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  { purchase, billing, rows: { planId, own, replaced, sitting } }: Placement,
): Promise<void> {
  const concerned = [...new Set([own, replaced, sitting])].filter((row) => row !== undefined)
  let kept = concerned[0]
  for (const row of concerned.toReversed()) if (await findTeamByConnection(tx, row.id)) kept = row
  for (const row of concerned) if (row !== kept) await deletePlanConnection(tx, row.id)
  const connection = toConnection(services, purchase, billing, { planId, kept })
  await (kept ? replacePlanConnection(tx, connection) : insertPlanConnection(tx, connection))
  const hasSeats = app.plans.some(({ id, team }) => id === planId && team)
  const team = hasSeats ? null : await findTeamByConnection(tx, connection.id)
  // The new plan has no seats.
  if (team) await deleteTeam(tx, team.id)
  await ensureTeam(tx, services, app, connection)
}

function toConnection(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id, memberId }: PurchaseRow,
  { status, priceId, ...billing }: Billing,
  { planId, kept }: { planId: string; kept: PlanConnectionRow | undefined },
): PlanConnectionRow {
  return {
    id: kept?.id ?? secrets.id('con'),
    memberId,
    planId,
    priceId,
    status,
    createdAt: kept?.createdAt ?? clock.now(),
    purchase: { id, ...billing },
  }
}

export type PaidConnection = PlanConnectionRow & { priceId: string; purchase: ConnectionPurchase }

/** Whether a purchase keeps the connection: it gives access now, or will after a failed payment is paid. */
export function isRunning(connection: PlanConnectionRow): connection is PaidConnection {
  return connection.purchase !== null && connection.priceId !== null && connection.status !== 'CANCELED'
}
