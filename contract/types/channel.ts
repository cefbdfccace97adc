/** TYPES of a comment channel. */
import type { SubscriptionAction } from '../comments'
import type { CustomFieldValue } from './member'

/** The state of a channel. */
export interface ChannelInfo {
  channelKey: string
  /** Posts and threads. */
  totalCount: number
  subscription: SubscriptionAction
  /** Whether the caller is a moderator. */
  isModerator: boolean
  /** Public data of members who are typing now, except the caller. */
  typing: { id: string; customFields: Record<string, CustomFieldValue>; profileImage: string | null }[]
  /** Changes with everything in the channel. A page compares it to detect changes. */
  version: string
  /** Changes with comments and votes, but not with typing. */
  postsVersion: string
}
