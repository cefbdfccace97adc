import type { Billing } from './provider'
import type { PurchaseRow, PurchaseStatus } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { ConnectionPurchase, PlanConnectionRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../apps/definition'
import { findPrice } from '../plans/connections'
import { ensureTeam } from '../plans/teams'

/**
 * Gives the member what they paid for, and follows what became of it since. Runs under the lock of the member.
 * @returns how the purchase stands now
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
  // What ended before it was ever granted takes nobody's place.
  if (ended && !rows.own) {
    if (!rows.sitting) await place(repositories, services, app, { purchase, billing, rows })
    // And it has not taken the place of what it was to replace, which goes on.
    return isNew && purchase.replaces !== null ? 'EXPIRED' : settled
  }
  if (rows.sitting && isRunning(rows.sitting) && rows.sitting !== rows.replaced) {
    if (isNew) return 'DUPLICATE'
    if (rows.own) await repositories.planConnections.delete(rows.own.id)
    // What was paid until the change was used: it is not given back.
    return ended ? settled : 'SURPLUS'
  }
  await place(repositories, services, app, { purchase, billing, rows })
  return isNew && purchase.replaces !== null ? 'REPLACING' : settled
}

/** Connections of the member that a purchase has to do with. */
interface Rows {
  planId: string
  /** What this purchase pays for already. */
  own: PlanConnectionRow | undefined
  /** What the purchase takes the place of. */
  replaced: PlanConnectionRow | undefined
  /** Another one of the same plan. */
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

/** A purchase that stands so has taken the place of another one. */
const REPLACED: ReadonlySet<PurchaseStatus> = new Set(['PAID', 'REPLACING', 'SURPLUS'])

/** Whether another purchase has taken the place of this one: then that one alone says what the member holds. */
async function isSuperseded({ purchases }: Repositories, { id, memberId }: PurchaseRow): Promise<boolean> {
  const all = await purchases.listByMember(memberId)
  return all.some(({ replaces, status }) => replaces === id && REPLACED.has(status))
}

interface Placement {
  purchase: PurchaseRow
  billing: Billing
  rows: Rows
}

/** One row is left of all that are concerned: one that has a team, so that its people stay, else the purchase's own. */
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
  // Seats of another plan are not shared.
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

/** Of a connection that something was paid for. */
export type PaidConnection = PlanConnectionRow & { priceId: string; purchase: ConnectionPurchase }

/** Whether a purchase keeps the connection: it gives access, or would once a failed payment is made good. */
export function isRunning(connection: PlanConnectionRow): connection is PaidConnection {
  return connection.purchase !== null && connection.priceId !== null && connection.status !== 'CANCELED'
}
