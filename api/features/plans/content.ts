import type { ContentGroup } from '../../../contract/entities'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition, ContentGroupDefinition } from '../apps/definition'
import { activePlanIds } from './connections'
import type { MemberPlans } from './connections'

type HostedContent = AppDefinition['contents'][number]

/** A visitor never has access to a group. */
function maySeeGroup(group: Pick<ContentGroupDefinition, 'plans'>, memberPlans: MemberPlans): boolean {
  if (allowsAllMembers(group)) return true
  const active = activePlanIds(memberPlans)
  return group.plans.some((id) => active.has(id))
}

/**
 * The gated groups of an app as clients read them.
 * @param plans of the calling member; null for a visitor, who gets no `activeMemberHasAccess`
 */
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

/**
 * @param plans of the calling member; null for a visitor
 * @throws ApiError `content-not-found`, `access-denied`
 */
export function requireContent(app: AppDefinition, contentId: string, plans: MemberPlans | null): HostedContent {
  const content = app.contents.find(({ id }) => id === contentId)
  if (!content) throw new ApiError('content-not-found')
  const group = app.contentGroups.find(({ key }) => key === content.group)
  if (!group || !plans || !maySeeGroup(group, plans)) throw new ApiError('access-denied')
  return content
}

/** A group without plans is open to every member. */
const allowsAllMembers = ({ plans }: Pick<ContentGroupDefinition, 'plans'>): boolean => plans.length === 0
