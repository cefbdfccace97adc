import type { Billing } from './provider'
import type { PurchaseRow, PurchaseStatus } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { ConnectionPurchase, PlanConnectionRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../apps/definition'
import { findPrice } from '../plans/connections'
import { ensureTeam } from '../plans/teams'

/**
 * Grants the plan that was paid for, and follows later changes. Runs under the lock of the member.
 * @returns the new status of the purchase
 */
export async function grantPurchase(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  purchase: PurchaseRow,
  billing: Billing,
): Promise<PurchaseStatus> {
  const app = await repositories.apps.findById(purchase.appId)
  const settled = purchase.status === 'REPLACING' ? 'REPLACING' : 'PAID'
  if (!app || (await isSuperseded(repositories, purchase))) return settled
  const rows = await findRows(repositories, app, purchase, billing)
  const ended = billing.status === 'CANCELED'
  const isNew = purchase.status === 'OPEN' || purchase.status === 'EXPIRED'
  // A purchase that ended before it was granted replaces nothing.
  if (ended && !rows.own) {
    if (!rows.sitting) await place(repositories, services, app, { purchase, billing, rows })
    // The purchase that it was to replace continues.
    return isNew && purchase.replaces !== null ? 'EXPIRED' : settled
  }
  if (rows.sitting && isRunning(rows.sitting) && rows.sitting !== rows.replaced) {
    if (isNew) return 'DUPLICATE'
    if (rows.own) await repositories.planConnections.delete(rows.own.id)
    // The time until the change was used, so nothing is refunded.
    return ended ? settled : 'SURPLUS'
  }
  await place(repositories, services, app, { purchase, billing, rows })
  return isNew && purchase.replaces !== null ? 'REPLACING' : settled
}

/** The member's connections that a purchase concerns. */
interface Rows {
  planId: string
  /** Paid by this purchase. */
  own: PlanConnectionRow | undefined
  /** To be replaced by this purchase. */
  replaced: PlanConnectionRow | undefined
  /** Another connection of the same plan. */
  sitting: PlanConnectionRow | undefined
}

async function findRows(
  { planConnections }: Repositories,
  app: AppDefinition,
  purchase: PurchaseRow,
  { priceId }: Billing,
): Promise<Rows> {
  const all = await planConnections.listByMember(purchase.memberId)
  const own = all.find((row) => row.purchase?.id === purchase.id)
  const planId = findPrice(app, priceId)?.plan.id ?? own?.planId ?? purchase.planId
  return {
    planId,
    own,
    replaced: all.find((row) => purchase.replaces !== null && row.purchase?.id === purchase.replaces),
    sitting: all.find((row) => row.planId === planId && row !== own),
  }
}

/** A purchase with one of these has replaced the other. */
const REPLACED: ReadonlySet<PurchaseStatus> = new Set(['PAID', 'REPLACING', 'SURPLUS'])

/** Whether another purchase has replaced this one: then only that one grants. */
async function isSuperseded({ purchases }: Repositories, { id, memberId }: PurchaseRow): Promise<boolean> {
  const all = await purchases.listByMember(memberId)
  return all.some(({ replaces, status }) => replaces === id && REPLACED.has(status))
}

interface Placement {
  purchase: PurchaseRow
  billing: Billing
  rows: Rows
}

/** Merges the connections into one: that with a team, so that its members stay, else the purchase's own. */
async function place(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  { purchase, billing, rows: { planId, own, replaced, sitting } }: Placement,
): Promise<void> {
  const { planConnections, teams } = repositories
  const concerned = [...new Set([own, replaced, sitting])].filter((row) => row !== undefined)
  let kept = concerned[0]
  for (const row of concerned.toReversed()) if (await teams.findByConnection(row.id)) kept = row
  for (const row of concerned) if (row !== kept) await planConnections.delete(row.id)
  const connection = toConnection(services, purchase, billing, planId, kept)
  await (kept ? planConnections.replace(connection) : planConnections.insert(connection))
  const hasSeats = app.plans.some(({ id, team }) => id === planId && team)
  const team = hasSeats ? null : await teams.findByConnection(connection.id)
  // The new plan has no seats.
  if (team) await teams.delete(team.id)
  await ensureTeam(repositories, services, app, connection)
}

function toConnection(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id, memberId }: PurchaseRow,
  { status, priceId, ...billing }: Billing,
  planId: string,
  kept: PlanConnectionRow | undefined,
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

/** A connection that a purchase pays for. */
export type PaidConnection = PlanConnectionRow & { priceId: string; purchase: ConnectionPurchase }

/** Whether a purchase keeps the connection: it gives access, or will once a failed payment is paid. */
export function isRunning(connection: PlanConnectionRow): connection is PaidConnection {
  return connection.purchase !== null && connection.priceId !== null && connection.status !== 'CANCELED'
}
