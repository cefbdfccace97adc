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

/** Ids of the plans that give the member access now: their own, and those that the owners of their teams pay for. */
export function activePlanIds({ connections, teams }: MemberPlans): Set<string> {
  if (connections.length === 0 && teams.length === 0) return new Set()
  const all = [...connections, ...teams.map(({ connection }) => connection)]
  return new Set(all.filter(isActive).map(({ planId }) => planId))
}
