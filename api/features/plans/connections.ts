import type { AppDefinition, PlanDefinition, PriceDefinition } from '../apps/definition'
import type { MemberRow, PlanConnectionRow, Repositories } from '../../ports/store'
import type { TeamOfMember } from '../../ports/team-store'

/** A member's own plan connections, and the teams that they own or joined. */
export interface MemberPlans {
  connections: readonly PlanConnectionRow[]
  teams: readonly TeamOfMember[]
}

/** The plans of a visitor. */
export const noPlans: MemberPlans = { connections: [], teams: [] }

export async function readMemberPlans(
  { planConnections, teams }: Pick<Repositories, 'planConnections' | 'teams'>,
  memberId: string,
): Promise<MemberPlans> {
  const connections = await planConnections.listByMember(memberId)
  return { connections, teams: await teams.listByMember(memberId) }
}

/** Reads the plans of many members with two statements. @returns a function that finds the plans of one of them */
export async function readPlansOfMembers(
  { planConnections, teams }: Pick<Repositories, 'planConnections' | 'teams'>,
  memberIds: readonly string[],
): Promise<(memberId: string) => MemberPlans> {
  const connections = byMember(await planConnections.listByMembers(memberIds))
  const seats = byMember(await teams.listByMembers(memberIds))
  return (memberId) => ({ connections: connections.get(memberId) ?? [], teams: seats.get(memberId) ?? [] })
}

/** Groups rows by member and keeps their order. */
export function byMember<Row extends { memberId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(row.memberId)
    if (own) own.push(row)
    else found.set(row.memberId, [row])
  }
  return found
}

/** Whether a connection gives access now; a failed payment ends it. */
export function isActive({ status }: PlanConnectionRow): boolean {
  return status === 'ACTIVE' || status === 'TRIALING'
}

/** Ids of the plans that give the member access now: their own, and those of their teams' owners. */
export function activePlanIds({ connections, teams }: MemberPlans): Set<string> {
  if (connections.length === 0 && teams.length === 0) return new Set()
  const all = [...connections, ...teams.map(({ connection }) => connection)]
  return new Set(all.filter(isActive).map(({ planId }) => planId))
}

export interface PricedPlan {
  plan: PlanDefinition
  price: PriceDefinition
}

/** A price of the app and its plan, inactive ones too. */
export function findPrice({ plans }: Pick<AppDefinition, 'plans'>, priceId: string | null): PricedPlan | undefined {
  for (const plan of plans) {
    const price = plan.prices.find(({ id }) => id === priceId)
    if (price) return { plan, price }
  }
  return undefined
}

type RedirectEvent = 'afterSignup' | 'afterLogin' | 'afterLogout'

/**
 * The redirect after an event: the member's own (not after a logout), else that of the active plan with the highest
 * priority that sets one, else that of the app, else null.
 */
export function findRedirect(
  app: AppDefinition,
  event: RedirectEvent,
  member: Pick<MemberRow, 'loginRedirect'> | null,
  plans: MemberPlans,
): string | null {
  const own = event === 'afterLogout' ? null : (member?.loginRedirect ?? null)
  if (own !== null) return own
  const active = activePlanIds(plans)
  const plan = active.size === 0 ? undefined : firstWithRedirect(app.plans, event, active)
  return plan?.redirects[event] ?? app.redirects[event] ?? null
}

const firstWithRedirect = (plans: readonly PlanDefinition[], event: RedirectEvent, ids: ReadonlySet<string>) =>
  plans
    .filter(({ id, redirects }) => ids.has(id) && redirects[event] !== undefined)
    .toSorted((a, b) => (b.priority ?? -Infinity) - (a.priority ?? -Infinity) || 0)[0]

/** The redirect after an event of one plan: that of the plan, else that of the app, else null. */
export const findPlanRedirect = (
  app: Pick<AppDefinition, 'redirects'>,
  event: 'afterPurchase' | 'afterCancel' | 'afterReplace',
  plan: Pick<PlanDefinition, 'redirects'> | undefined,
): string | null => plan?.redirects[event] ?? app.redirects[event] ?? null
