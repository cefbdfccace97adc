import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import { memberName, memberText } from '../../lib/member-name'
import type { Member } from '../../lib/membership'
import type { Holding } from '../issue/holding'
import type { ActivityItem, Holder, ProfileView } from './profile-view'
import { toProfileTag } from './to-profile-tag'

/** Who a member is, from what the membership service knows. */
const memberHolder = (member: Member): Holder => ({
  id: member.id,
  name: memberName(member) || member.auth.email,
  headline: memberText(member, 'profession') || null,
  picture: member.profileImage,
  memberSince: member.createdAt,
})

/** The profile of a member. @param holding null where it could not be had */
export function memberProfile(
  member: Member,
  { tags, activity, views, publicProfile, emailNotifications, shareAnalytics }: TagProfile,
  holding: Holding | null,
): ProfileView {
  return {
    sample: false,
    holder: memberHolder(member),
    tags: tags.map(toProfileTag),
    activity: activity.flatMap(({ action, ...item }) => (isAction(action) ? [{ action, ...item }] : [])),
    views,
    settings: { publicProfile, emailNotifications, shareAnalytics },
    ...(holding && { holding }),
  }
}

const actions: ReadonlySet<string> = new Set(['TrustTag earned', 'TrustTag shared', 'Assessment completed'])
/** A newer server may note what this page has no words for. */
const isAction = (action: string): action is ActivityItem['action'] => actions.has(action)
