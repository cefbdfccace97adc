import type { ContentGroup } from '../../../contract/entities'
import type { AppDefinition, ContentGroupDefinition } from '../app-definition'
import { allowsAllMembers, maySeeGroup } from '../content-groups/may-see-group'
import type { MemberPlans } from '../plans/member-plans'

/**
 * The gated groups of an app as clients read them.
 *
 * @param plans of the member who asks; null for a visitor, then nothing is said about access
 */
export function toContentGroups(app: AppDefinition, plans: MemberPlans | null): ContentGroup[] {
  return app.contentGroups.map((group) => toContentGroup(group, plans))
}

function toContentGroup(group: ContentGroupDefinition, memberPlans: MemberPlans | null): ContentGroup {
  const { key, name, plans, redirect, urls } = group
  return {
    id: key,
    key,
    name,
    allowAllMembers: allowsAllMembers(group),
    ...(memberPlans && { activeMemberHasAccess: maySeeGroup(group, memberPlans) }),
    redirect,
    urls,
    plans: plans.map((id) => ({ id })),
  }
}
