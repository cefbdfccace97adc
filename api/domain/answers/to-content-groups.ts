import type { ContentGroup } from '../../../contract/entities'
import type { PlanConnectionRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { isActive } from '../plans/is-active'

/**
 * The gated groups of an app as clients read them.
 *
 * @param connections of the member who asks; null for a visitor, then nothing is said about access
 */
export function toContentGroups(app: AppDefinition, connections: readonly PlanConnectionRow[] | null): ContentGroup[] {
  const joined = new Set(connections?.filter(isActive).map(({ planId }) => planId))
  return app.contentGroups.map(({ key, name, plans, redirect, urls }) => {
    const allowAllMembers = plans.length === 0
    return {
      id: key,
      key,
      name,
      allowAllMembers,
      ...(connections && { activeMemberHasAccess: allowAllMembers || plans.some((id) => joined.has(id)) }),
      redirect,
      urls,
      plans: plans.map((id) => ({ id })),
    }
  })
}
