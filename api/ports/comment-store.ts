import type { CommentOrder, CommentVote, SubscriptionAction } from '../../contract/comments'
import type { Mode } from '../lib/ids'
import type { MemberRow } from './member-store'

/** What a member wrote, and what the sanitizer made of it. Read it with `storedMarkup`. */
export interface CommentMarkup {
  /** As it was sent; null: written before sources were kept. */
  source: string | null
  /** Sanitized HTML. */
  content: string
  /** The same as a tree, in JSON; null: not yet made. */
  nodes: string | null
  /** `SANITIZER_VERSION` of the program that made `content` and `nodes`; null: made before versions were kept. */
  sanitizerVersion: number | null
  /** Of `content` and `nodes`: an older version of the program that runs beside this one edits `content` alone. */
  markupDigest: string | null
}

export interface CommentRow extends CommentMarkup {
  /** `cmt_…` */
  id: string
  appId: string
  mode: Mode
  channelKey: string
  /** The post that it answers; null: it is one. */
  parentId: string | null
  memberId: string
  /** Of the page it was written on, where that said so. */
  url: string | null
  createdAt: number
  updatedAt: number
  /** Counts up within an app and mode. */
  internalOrder: number
}

export interface CommentList {
  appId: string
  mode: Mode
  channelKey: string
  /** Null: the posts themselves. */
  parentId: string | null
  order: CommentOrder
  /** Number of the last one before; null for the start. */
  after: number | null
  limit: number
}

export interface CommentCounts {
  threads: number
  up: number
  down: number
}

export interface Channel {
  appId: string
  mode: Mode
  channelKey: string
}

export interface ChannelVersion {
  /** Grows with every change. */
  version: number
  /** Grows with every change but typing. */
  postsVersion: number
}

export type Subscriber = Pick<MemberRow, 'id' | 'email' | 'mode'>

/** What a mail about a channel ends the mails with. */
export interface UnsubscribeLinkRow extends Channel {
  tokenDigest: string
  memberId: string
  expiresAt: number
}

export interface CommentRepository {
  /** Gives it the next number. */
  insert(comment: Omit<CommentRow, 'internalOrder'>): Promise<CommentRow>
  find(id: string): Promise<CommentRow | null>
  /** Locks the row until the transaction ends and answers it as it stands now. */
  lock(id: string): Promise<CommentRow | null>
  update(id: string, changes: CommentMarkup & Pick<CommentRow, 'updatedAt'>): Promise<void>
  /** Replaces the markup of a comment unless somebody has edited it since `from` was read. */
  replaceMarkup(from: Pick<CommentRow, 'id' | 'content' | 'markupDigest'>, markup: CommentMarkup): Promise<void>
  /** Comments whose markup was made by an older sanitizer, in no particular order. */
  listOutdated(sanitizerVersion: number, limit: number): Promise<CommentRow[]>
  /** With its threads and all votes. */
  delete(id: string): Promise<void>
  list(list: CommentList): Promise<CommentRow[]>
  /** @param parentId null: posts; a post: its threads; undefined: all of the channel */
  count(channel: Channel, parentId?: string | null): Promise<number>
  countsOf(ids: readonly string[]): Promise<Map<string, CommentCounts>>
  vote(commentId: string, memberId: string, vote: CommentVote): Promise<void>
  /** What a member voted, by comment. */
  votesOf(memberId: string, ids: readonly string[]): Promise<Map<string, CommentVote>>
  /**
   * Members who wrote a post or answered it, want mails about its channel and have a verified address; who took part last
   * comes first.
   * @param writerId left out
   */
  listSubscribers(post: Channel & { id: string }, writerId: string, limit: number): Promise<Subscriber[]>

  subscribe(channel: Channel, memberId: string, action: SubscriptionAction): Promise<void>
  subscriptionOf(channel: Channel, memberId: string): Promise<SubscriptionAction>

  insertUnsubscribeLink(link: UnsubscribeLinkRow): Promise<void>
  /** Null when it is unknown or expired. It can be used again: a button of a mail program may be pressed twice. */
  findUnsubscribeLink(tokenDigest: string, now: number): Promise<UnsubscribeLinkRow | null>
  deleteExpiredUnsubscribeLinks(now: number): Promise<void>

  /** Notes that a member types until the time. */
  noteTyping(channel: Channel, memberId: string, until: number): Promise<void>
  /** IDs of members. */
  listTyping(channel: Channel, now: number, limit: number): Promise<string[]>
  deleteTypingBefore(time: number): Promise<void>

  /** Counts a change; called with every write. @param what `typing`: no comment and no vote changed */
  touch(channel: Channel, what?: 'comments' | 'typing'): Promise<void>
  /** 0 for a channel in which nothing was ever written. */
  versionOf(channel: Channel): Promise<ChannelVersion>
  /** The versions of many channels, by one statement, in the order of the channels. */
  versionsOf(channels: readonly Channel[]): Promise<number[]>
}
