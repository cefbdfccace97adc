import type { PlanConnectionRow } from '../../ports/store'
import type { ContentGroupDefinition } from '../app-definition'
import { isActive } from '../plans/is-active'

/** Whether a member with these plan connections has access to a group. A visitor never has. */
export function maySeeGroup(
  { plans }: Pick<ContentGroupDefinition, 'plans'>,
  connections: readonly PlanConnectionRow[],
): boolean {
  return allowsAllMembers({ plans }) || connections.some((row) => isActive(row) && plans.includes(row.planId))
}

/** A group that names no plan is for every member. */
export function allowsAllMembers({ plans }: Pick<ContentGroupDefinition, 'plans'>): boolean {
  return plans.length === 0
}
