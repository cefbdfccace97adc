import type { ShownScore } from '../../../contract/tag-texts'
import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import type { HeldTag, VerifiedTag } from '../../../contract/schemas/tags'
import { isSkillCategory, skillCategories, type SkillCategoryId } from '../../../contract/skill-categories'
import type { CategoryId } from '../../content/categories'
import { type Member, memberName, memberText } from '../../lib/membership'
import { routes } from '../../paths'
import type { MemberCredits } from '../issue/member-credits'
import type { Visibility } from '../issue/visibilities'

/** Days are ISO 8601. */
export interface ProfileView {
  /** True for sample data. */
  sample: boolean
  holder: Holder
  tags: readonly ProfileTag[]
  /** Newest first. */
  activity: readonly ActivityItem[]
  views: number
  settings: ProfileSettings | null
  /** Purchases and attempts ready to issue; missing in the sample. */
  memberCredits?: MemberCredits
}

export interface Holder {
  /** Seed of the rosette. */
  id: string
  name: string
  /** Null until the holder has entered a profession. */
  headline: string | null
  /** URL; the initials show without one. */
  picture: string | null
  memberSince: string
}

export interface ProfileTag extends ShownScore {
  /** `TT-…` */
  id: string
  skill: string
  nameState?: string
  isReviewed?: boolean
  issueDate: string
  status: 'verified' | 'revoked' | 'expired'
  /** Display name. */
  category: string
  /** Category that selects the color; null for a custom category. */
  hue: CategoryId | null
  /** Tested with general questions. */
  isGeneral?: boolean
  /** Label of a tag that proves nothing. */
  mark?: 'Test' | 'Sample'
  /** It is not in the log yet. */
  unlogged?: true
  /** Missing where the viewer cannot change it. */
  visibility?: Visibility
  /** Missing for other people's tags. */
  links?: {
    /** URL of the page that checks it. */
    url: string
    /** Base URL of its public files. */
    filesUrl: string
    expiresAt: string | null
  }
}

/** A TrustTag of the viewer. */
export type HeldProfileTag = ProfileTag & Required<Pick<ProfileTag, 'links'>>

export interface ActivityItem {
  action: 'TrustTag earned' | 'TrustTag shared' | 'Assessment completed'
  skill: string
  date: string
}

export type SettingName = 'publicProfile' | 'emailNotifications' | 'shareAnalytics'
type ProfileSettings = Readonly<Record<SettingName, boolean>>

export const verifiedTags = (tags: readonly ProfileTag[]): ProfileTag[] =>
  tags.filter(({ status }) => status === 'verified')

/** Rounded percent of the valid ones; null without any. */
export function averageScore(tags: readonly ProfileTag[]): number | null {
  const counted = verifiedTags(tags)
  if (counted.length === 0) return null
  return Math.round(counted.reduce((sum, { score }) => sum + score, 0) / counted.length)
}

const memberHolder = (member: Member): Holder => ({
  id: member.id,
  name: memberName(member) || member.auth.email,
  headline: memberText(member, 'profession') || null,
  picture: member.profileImage,
  memberSince: member.createdAt,
})

/** @param memberCredits null if they failed to load */
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
/** A newer server may send actions that this page has no text for. */
const isAction = (action: string): action is ActivityItem['action'] => actions.has(action)

const marks = { live: undefined, test: 'Test', sample: 'Sample' } as const

export function toProfileTag(tag: VerifiedTag | HeldTag): ProfileTag {
  const {
    trustTagId: id,
    skill,
    score,
    issueDate,
    status,
    category,
    isGeneral,
    mode,
    band,
    questions,
    nameState,
    isReviewed,
  } = tag
  const mark = marks[mode]
  return {
    id,
    skill,
    score,
    band,
    questions,
    nameState,
    isReviewed,
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

/** Custom categories, as of a typed skill, have none. */
const hueOf = (title: string): SkillCategoryId | null =>
  Object.keys(skillCategories)
    .filter(isSkillCategory)
    .find((id) => skillCategories[id] === title) ?? null

/** Path of the check. Its shared link has a title and preview of the TrustTag. */
export const verifyPath = (id: string): string => `${routes.verify.path}/${encodeURIComponent(id)}`
