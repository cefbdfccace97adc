import type { CategoryId } from '../../content/categories'

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
  status: 'verified'
  /** As it is shown. */
  category: string
  /** Whose colour it has. */
  hue: CategoryId
}

export interface ActivityItem {
  action: 'TrustTag earned' | 'TrustTag shared' | 'Assessment completed'
  skill: string
  date: string
}

export type SettingName = 'publicProfile' | 'emailNotifications' | 'shareAnalytics'
export type ProfileSettings = Readonly<Record<SettingName, boolean>>

/** Percent, rounded; null where there is nothing to average. */
export function averageScore(tags: readonly ProfileTag[]): number | null {
  if (tags.length === 0) return null
  return Math.round(tags.reduce((sum, { score }) => sum + score, 0) / tags.length)
}
