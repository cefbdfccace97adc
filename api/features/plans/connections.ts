import type { ContentGroup } from '../../../contract/entities'
import type { Db } from '../../database/db'
import type { AppDefinition, ContentGroupDefinition, PlanDefinition, PriceDefinition } from '../apps/definition'
import type { MemberRow } from '../members/repository'
import { listConnectionsOfMembers, listPlanConnections, listTeamsOfMember, listTeamsOfMembers } from './repository'
import type { PlanConnectionRow, TeamOfMember } from './repository'

/** A member's own connections, and the teams that they own or joined. */
export interface MemberPlans {
  connections: readonly PlanConnectionRow[]
  teams: readonly TeamOfMember[]
}

export const noPlans: MemberPlans = { connections: [], teams: [] }

export async function readMemberPlans(db: Db, memberId: string): Promise<MemberPlans> {
  const connections = await listPlanConnections(db, memberId)
  return { connections, teams: await listTeamsOfMember(db, memberId) }
}

/** Reads the plans of many members with two queries. @returns a lookup by member */
export async function readPlansOfMembers(
  db: Db,
  memberIds: readonly string[],
): Promise<(memberId: string) => MemberPlans> {
  const connections = byMember(await listConnectionsOfMembers(db, memberIds))
  const seats = byMember(await listTeamsOfMembers(db, memberIds))
  return (memberId) => ({ connections: connections.get(memberId) ?? [], teams: seats.get(memberId) ?? [] })
}

/** Groups rows by member, in their order. */
export function byMember<Row extends { memberId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(row.memberId)
    if (own) own.push(row)
    else found.set(row.memberId, [row])
  }
  return found
}

/** A failed payment ends access. */
export function isActive({ status }: PlanConnectionRow): boolean {
  return status === 'ACTIVE' || status === 'TRIALING'
}

/** Ids of the plans that give the member access now: their own, and those of their teams' owners. */
function activePlanIds({ connections, teams }: MemberPlans): Set<string> {
  if (connections.length === 0 && teams.length === 0) return new Set()
  const all = [...connections, ...teams.map(({ connection }) => connection)]
  return new Set(all.filter(isActive).map(({ planId }) => planId))
}

export interface PricedPlan {
  plan: PlanDefinition
  price: PriceDefinition
}

/** A price of the app and its plan, even if inactive. */
export function findPrice({ plans }: Pick<AppDefinition, 'plans'>, priceId: string | null): PricedPlan | undefined {
  for (const plan of plans) {
    const price = plan.prices.find(({ id }) => id === priceId)
    if (price) return { plan, price }
  }
  return undefined
}

type RedirectEvent = 'afterSignup' | 'afterLogin' | 'afterLogout'

/**
 * The redirect after an event, else null. Order: the member's own (except after a logout), the active plan with the
 * highest priority that sets one, the app.
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

/** The redirect after an event of one plan: that of the plan, else of the app, else null. */
export const findPlanRedirect = (
  app: Pick<AppDefinition, 'redirects'>,
  event: 'afterPurchase' | 'afterCancel' | 'afterReplace',
  plan: Pick<PlanDefinition, 'redirects'> | undefined,
): string | null => plan?.redirects[event] ?? app.redirects[event] ?? null

/** Visitors never have access. */
export function maySeeGroup(group: Pick<ContentGroupDefinition, 'plans'>, memberPlans: MemberPlans): boolean {
  if (allowsAllMembers(group)) return true
  const active = activePlanIds(memberPlans)
  return group.plans.some((id) => active.has(id))
}

/** @param plans of the calling member; null for a visitor, who gets no `activeMemberHasAccess` */
export const toContentGroups = (app: AppDefinition, plans: MemberPlans | null): ContentGroup[] =>
  app.contentGroups.map((group) => ({
    id: group.key,
    key: group.key,
    name: group.name,
    allowAllMembers: allowsAllMembers(group),
    ...(plans && { activeMemberHasAccess: maySeeGroup(group, plans) }),
    redirect: group.redirect,
    urls: group.urls,
    plans: group.plans.map((id) => ({ id })),
  }))

const allowsAllMembers = ({ plans }: Pick<ContentGroupDefinition, 'plans'>): boolean => plans.length === 0
