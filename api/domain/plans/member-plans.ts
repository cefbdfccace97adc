import type { PlanConnectionRow, Repositories } from '../../ports/store'
import type { TeamOfMember } from '../../ports/team-store'
import { isActive } from './is-active'

/** What a member has of plans: their own connections, and the teams they are in, owned and joined. */
export interface MemberPlans {
  connections: readonly PlanConnectionRow[]
  teams: readonly TeamOfMember[]
}

/** Of a visitor, for one. */
export const noPlans: MemberPlans = { connections: [], teams: [] }

export async function readMemberPlans(
  { planConnections, teams }: Pick<Repositories, 'planConnections' | 'teams'>,
  memberId: string,
): Promise<MemberPlans> {
  const connections = await planConnections.listByMember(memberId)
  return { connections, teams: await teams.listByMember(memberId) }
}

/** The plans of many members, read with two statements. @returns what one of them has */
export async function readPlansOfMembers(
  { planConnections, teams }: Pick<Repositories, 'planConnections' | 'teams'>,
  memberIds: readonly string[],
): Promise<(memberId: string) => MemberPlans> {
  const connections = byMember(await planConnections.listByMembers(memberIds))
  const seats = byMember(await teams.listByMembers(memberIds))
  return (memberId) => ({ connections: connections.get(memberId) ?? [], teams: seats.get(memberId) ?? [] })
}

/** Rows by the member whose they are, in their order. */
export function byMember<Row extends { memberId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(row.memberId)
    if (own) own.push(row)
    else found.set(row.memberId, [row])
  }
  return found
}

/** Ids of the plans that give the member access now: their own, and those that the owners of their teams pay for. */
export function activePlanIds({ connections, teams }: MemberPlans): Set<string> {
  if (connections.length === 0 && teams.length === 0) return new Set()
  const all = [...connections, ...teams.map(({ connection }) => connection)]
  return new Set(all.filter(isActive).map(({ planId }) => planId))
}
