import type { CustomFieldValue } from './types/member'
import type { ContentNode } from './types/secure-content'

export const commentVotes = ['UP', 'DOWN', 'NONE'] as const
export type CommentVote = (typeof commentVotes)[number]

export const commentOrders = ['newest', 'oldest'] as const
export type CommentOrder = (typeof commentOrders)[number]

/**
 * What a member is mailed about a channel:
 * - `NONE`
 * - `THREADS_ONLY`: answers to posts that they wrote or answered
 */
export const subscriptionActions = ['NONE', 'THREADS_ONLY'] as const
export type SubscriptionAction = (typeof subscriptionActions)[number]

/** A comment: a post in a channel, or, with the same fields, an answer to one. */
export interface Comment {
  /** `cmt_…`, `cmt_sb_…` in Test Mode. */
  id: string
  /** A number as text: what `after` takes. */
  internalOrder: string
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601; the same as `createdAt` until it is edited. Ours. */
  updatedAt: string
  /** Sanitised HTML. */
  content: string
  /** The same as a tree: it can be put into a page without an HTML sink. Ours. */
  nodes: ContentNode[]
  /** Who wrote it, as everybody may see them. */
  member: {
    id: string
    customFields: Record<string, CustomFieldValue>
    profileImage: string | null
    /** Ours. */
    isModerator: boolean
  }
  _count: { Threads: number; likedBy: number; dislikedBy: number }
  /** What the caller voted. Ours. */
  activeMemberVote: CommentVote
  /** Whether the caller may edit and delete it. Ours. */
  activeMemberMayEdit: boolean
}
