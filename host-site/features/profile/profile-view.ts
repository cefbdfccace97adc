import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import type { HeldTag, VerifiedTag } from '../../../contract/schemas/tags'
import { isSkillCategory, skillCategories, type SkillCategoryId } from '../../../contract/skill-categories'
import type { CategoryId } from '../../content/categories'
import { type Member, memberName, memberText } from '../../lib/membership'
import { routes } from '../../paths'
import type { MemberCredits } from '../issue/member-credits'
import type { Visibility } from '../issue/visibilities'

/** Everything that a profile page shows. Days are ISO 8601. */
export interface ProfileView {
  /** True if it shows what a profile looks like, and nobody's data. */
  sample: boolean
  holder: Holder
  tags: readonly ProfileTag[]
  /** Newest first. */
  activity: readonly ActivityItem[]
  views: number
  /** Null where there is nothing to set. */
  settings: ProfileSettings | null
  /** What was bought, and what is ready to be issued; not in the sample. */
  memberCredits?: MemberCredits
}

export interface Holder {
  /** Their lines in the guilloche are made from it. */
  id: string
  name: string
  /** Null until they have said what they do. */
  headline: string | null
  /** Address of their picture; without one their initials stand for it. */
  picture: string | null
  memberSince: string
}

export interface ProfileTag {
  /** `TT-…` */
  id: string
  skill: string
  /** Percent. */
  score: number
  issueDate: string
  status: 'verified' | 'revoked' | 'expired'
  /** As it is shown. */
  category: string
  /** Whose colour it has; null for a category of its own. */
  hue: CategoryId | null
  /** Its questions were the general ones. */
  isGeneral?: boolean
  /** Said on a tag that proves nothing. */
  mark?: 'Test' | 'Sample'
  /** It is not in the log yet. */
  unlogged?: true
  /** Who can see it; where its holder may choose so. */
  visibility?: Visibility
  /** What its holder needs to take it to other places. */
  links?: {
    /** Of the page that checks it. */
    url: string
    /** Where its public files stand. */
    filesUrl: string
    expiresAt: string | null
  }
}

/** A TrustTag of the user who looks at the page. */
export type HeldProfileTag = ProfileTag & Required<Pick<ProfileTag, 'links'>>

export interface ActivityItem {
  action: 'TrustTag earned' | 'TrustTag shared' | 'Assessment completed'
  skill: string
  date: string
}

export type SettingName = 'publicProfile' | 'emailNotifications' | 'shareAnalytics'
type ProfileSettings = Readonly<Record<SettingName, boolean>>

/** The ones that count. */
export const verifiedTags = (tags: readonly ProfileTag[]): ProfileTag[] =>
  tags.filter(({ status }) => status === 'verified')

/** Percent, rounded, of those that count; null where there is nothing to average. */
export function averageScore(tags: readonly ProfileTag[]): number | null {
  const counted = verifiedTags(tags)
  if (counted.length === 0) return null
  return Math.round(counted.reduce((sum, { score }) => sum + score, 0) / counted.length)
}

/** Who a member is, from what the membership service knows. */
const memberHolder = (member: Member): Holder => ({
  id: member.id,
  name: memberName(member) || member.auth.email,
  headline: memberText(member, 'profession') || null,
  picture: member.profileImage,
  memberSince: member.createdAt,
})

/** The profile of a member. @param memberCredits null where it could not be had */
export function memberProfile(
  member: Member,
  { tags, activity, views, publicProfile, emailNotifications, shareAnalytics }: TagProfile,
  memberCredits: MemberCredits | null,
): ProfileView {
  return {
    sample: false,
    holder: memberHolder(member),
    tags: tags.map(toProfileTag),
    activity: activity.flatMap(({ action, ...item }) => (isAction(action) ? [{ action, ...item }] : [])),
    views,
    settings: { publicProfile, emailNotifications, shareAnalytics },
    ...(memberCredits && { memberCredits }),
  }
}

const actions: ReadonlySet<string> = new Set(['TrustTag earned', 'TrustTag shared', 'Assessment completed'])
/** A newer server may note what this page has no words for. */
const isAction = (action: string): action is ActivityItem['action'] => actions.has(action)

const marks = { live: undefined, test: 'Test', sample: 'Sample' } as const

/** A TrustTag of the server, as profiles show it. */
export function toProfileTag(tag: VerifiedTag | HeldTag): ProfileTag {
  const { trustTagId: id, skill, score, issueDate, status, category, isGeneral, mode } = tag
  const mark = marks[mode]
  return {
    id,
    skill,
    score,
    issueDate,
    category,
    status: status === 'valid' ? 'verified' : status,
    hue: hueOf(category),
    isGeneral,
    ...(mark !== undefined && { mark }),
    ...(tag.proof === null && { unlogged: true }),
    ...('visibility' in tag && {
      visibility: tag.visibility,
      links: { url: tag.url, filesUrl: tag.filesUrl, expiresAt: tag.expiresAt },
    }),
  }
}

/** A category of its own, such as that of a typed skill, has none. */
const hueOf = (title: string): SkillCategoryId | null =>
  Object.keys(skillCategories)
    .filter(isSkillCategory)
    .find((id) => skillCategories[id] === title) ?? null

/** Where a TrustTag is checked, as a path of the site: the address whose shared link says what it is about. */
export const verifyPath = (id: string): string => `${routes.verify.path}/${encodeURIComponent(id)}`
