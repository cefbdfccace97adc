/** TYPES of a channel of comments. */
import type { SubscriptionAction } from '../comments'
import type { CustomFieldValue } from './member'

/** What is going on in a channel. */
export interface ChannelInfo {
  channelKey: string
  /** Posts and threads. */
  totalCount: number
  subscription: SubscriptionAction
  /** Whether the caller moderates. */
  isModerator: boolean
  /** Who is typing now, as everybody may see them; never the caller. */
  typing: { id: string; customFields: Record<string, CustomFieldValue>; profileImage: string | null }[]
  /** Changes whenever anything in the channel does: what a page compares to know that it is behind. */
  version: string
  /** Changes whenever a comment or a vote does, and not when somebody types. */
  postsVersion: string
}
