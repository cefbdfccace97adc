import type { TagProof } from '../../features/credentials/build'
import type { Mode } from '../../lib/ids'
import type { PageCursor } from '../../database/sql'
import type { TopicScore } from './attempt-store'

/**
 * - `PUBLIC`: on the holder's public profile, and checked by its ID
 * - `LINK`: checked by whoever has its ID or link
 * - `PRIVATE`: answers exactly as an unknown one
 */
export type TagVisibility = 'PUBLIC' | 'LINK' | 'PRIVATE'

export interface TagRow {
  /** `TT-<skill code><year><number>`; in Test Mode `TT-TEST-…`. */
  id: string
  appId: string
  mode: Mode
  memberId: string
  attemptId: string
  creditId: string
  skill: string
  category: string
  /** As the holder confirmed it. */
  holderName: string
  /** Percent. */
  score: number
  topics: TopicScore[]
  issuedAt: number
  expiresAt: number
  revokedAt: number | null
  /** For people; null while it is not revoked. */
  revokeReason: string | null
  visibility: TagVisibility
  /** Null: issued before there was a log, and not entered yet. */
  proof: TagProof | null
}

export interface TagRepository {
  /** @throws UniqueConstraintError when the id, the attempt or the credit has a tag already */
  insert(tag: TagRow): Promise<void>
  find(id: string): Promise<TagRow | null>
  /** The one that others may see under this ID: a private one is as good as none. */
  findShown(id: string): Promise<TagRow | null>
  findByAttempt(attemptId: string): Promise<TagRow | null>
  /** Newest first. */
  listByMember(memberId: string): Promise<TagRow[]>
  /** Newest first. @param before where the page before ended; null for the first one */
  listByApp(appId: string, mode: Mode, limit: number, before: PageCursor | null): Promise<TagRow[]>
  update(id: string, changes: Partial<Pick<TagRow, 'visibility' | 'proof'>>): Promise<void>
  /** False when it is revoked already, or gone. Atomic. */
  revoke(id: string, at: number, reason: string): Promise<boolean>
}

export const activityActions = ['TrustTag earned', 'TrustTag shared', 'Assessment completed'] as const
export type ActivityAction = (typeof activityActions)[number]

export interface ActivityRow {
  id: string
  memberId: string
  action: ActivityAction
  skill: string
  at: number
}

export interface ActivityRepository {
  insert(activity: ActivityRow): Promise<void>
  /** Newest first. */
  listByMember(memberId: string, limit: number): Promise<ActivityRow[]>
}

export interface ProfileRow {
  memberId: string
  appId: string
  mode: Mode
  /** Of `/t/:slug`: unique in app and mode, and not to be guessed from the name. */
  slug: string
  publicProfile: boolean
  emailNotifications: boolean
  shareAnalytics: boolean
  views: number
  createdAt: number
}

export interface ProfileRepository {
  /** Adds it; false when the member has one already. @throws UniqueConstraintError when the slug is taken */
  insert(profile: ProfileRow): Promise<boolean>
  find(memberId: string): Promise<ProfileRow | null>
  findBySlug(appId: string, mode: Mode, slug: string): Promise<ProfileRow | null>
  update(
    memberId: string,
    changes: Partial<Pick<ProfileRow, 'publicProfile' | 'emailNotifications' | 'shareAnalytics'>>,
  ): Promise<void>
  countView(memberId: string): Promise<void>
}
