import type { ContentGroupDefinition } from '../app-definition'
import { activePlanIds, type MemberPlans } from '../plans/member-plans'

/** Whether a member with these plans has access to a group. A visitor never has. */
export function maySeeGroup({ plans }: Pick<ContentGroupDefinition, 'plans'>, memberPlans: MemberPlans): boolean {
  if (allowsAllMembers({ plans })) return true
  const active = activePlanIds(memberPlans)
  return plans.some((id) => active.has(id))
}

/** A group that names no plan is for every member. */
export function allowsAllMembers({ plans }: Pick<ContentGroupDefinition, 'plans'>): boolean {
  return plans.length === 0
}
