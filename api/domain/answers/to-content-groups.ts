import type { ContentGroup } from '../../../contract/entities'
import type { PlanConnectionRow } from '../../ports/store'
import type { AppDefinition, ContentGroupDefinition } from '../app-definition'
import { allowsAllMembers, maySeeGroup } from '../content-groups/may-see-group'

/**
 * The gated groups of an app as clients read them.
 *
 * @param connections of the member who asks; null for a visitor, then nothing is said about access
 */
export function toContentGroups(app: AppDefinition, connections: readonly PlanConnectionRow[] | null): ContentGroup[] {
  return app.contentGroups.map((group) => toContentGroup(group, connections))
}

function toContentGroup(group: ContentGroupDefinition, connections: readonly PlanConnectionRow[] | null): ContentGroup {
  const { key, name, plans, redirect, urls } = group
  return {
    id: key,
    key,
    name,
    allowAllMembers: allowsAllMembers(group),
    ...(connections && { activeMemberHasAccess: maySeeGroup(group, connections) }),
    redirect,
    urls,
    plans: plans.map((id) => ({ id })),
  }
}
