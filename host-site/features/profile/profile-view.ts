import type { Visibility } from '../issue/visibilities'
import type { CategoryId } from '../../content/categories'
import type { Holding } from '../issue/holding'

/** Everything that the profile page shows, whoever it belongs to. Days are ISO 8601. */
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
  holding?: Holding
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
  /** It stands in no log yet, and so nothing secures it. */
  unlogged?: true
  /** Who can see it; where its holder may choose so. */
  visibility?: Visibility
  /** What its holder needs to take it to other places. */
  takeAlong?: {
    /** Of the page that checks it. */
    url: string
    /** Where its public files stand. */
    filesUrl: string
    expiresAt: string | null
  }
}

export interface ActivityItem {
  action: 'TrustTag earned' | 'TrustTag shared' | 'Assessment completed'
  skill: string
  date: string
}

export type SettingName = 'publicProfile' | 'emailNotifications' | 'shareAnalytics'
export type ProfileSettings = Readonly<Record<SettingName, boolean>>

/** The ones that count. */
export const verifiedTags = (tags: readonly ProfileTag[]): ProfileTag[] =>
  tags.filter(({ status }) => status === 'verified')

/** Percent, rounded, of those that count; null where there is nothing to average. */
export function averageScore(tags: readonly ProfileTag[]): number | null {
  const counted = verifiedTags(tags)
  if (counted.length === 0) return null
  return Math.round(counted.reduce((sum, { score }) => sum + score, 0) / counted.length)
}
