import type { CustomFieldValue } from './types/member'
import type { ContentNode } from './types/secure-content'

export const commentVotes = ['UP', 'DOWN', 'NONE'] as const
export type CommentVote = (typeof commentVotes)[number]

export const commentOrders = ['newest', 'oldest'] as const
export type CommentOrder = (typeof commentOrders)[number]

/**
 * Email notifications of a channel:
 * - `NONE`
 * - `THREADS_ONLY`: replies to posts that the member wrote or replied to
 */
export const subscriptionActions = ['NONE', 'THREADS_ONLY'] as const
export type SubscriptionAction = (typeof subscriptionActions)[number]

/** A comment: a post in a channel or, with the same fields, a reply to a post. */
export interface Comment {
  /** `cmt_…`, `cmt_sb_…` in Test Mode. */
  id: string
  /** A number as text, for `after`. */
  internalOrder: string
  /** ISO 8601. */
  createdAt: string
  /** Ours: ISO 8601; the same as `createdAt` until it is edited. */
  updatedAt: string
  /** Sanitized HTML. */
  content: string
  /** Ours: the same as a tree, which can be added to a page without an HTML sink. */
  nodes: ContentNode[]
  /** Public data of the author. */
  member: {
    id: string
    customFields: Record<string, CustomFieldValue>
    profileImage: string | null
    /** Ours. */
    isModerator: boolean
  }
  _count: { Threads: number; likedBy: number; dislikedBy: number }
  /** Ours: the caller's vote. */
  activeMemberVote: CommentVote
  /** Ours: whether the caller can edit and delete it. */
  activeMemberMayEdit: boolean
}
