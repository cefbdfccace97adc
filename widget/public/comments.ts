import type { Comment, CommentOrder, CommentVote, SubscriptionAction } from '../../contract/comments'
import type { ChannelInfo } from '../../contract/types/channel'
import type { Answered, TokenOption } from './answered'

export type { ChannelInfo, Comment, CommentOrder, CommentVote, SubscriptionAction }

interface PageOf {
  order?: CommentOrder
  /** `internalOrder` of the last comment of the previous page. */
  after?: string | number
  /** 1 to 100. Default: 20. */
  limit?: number
}

interface PageEnd {
  /** Total in the channel or the post. */
  totalCount: number
  /** Ours: whether more follow. A page of long comments ends before `limit`. */
  hasMore: boolean
  /** Ours: `after` for the next page. Null: the page is empty. */
  endCursor: string | null
}

/** Comments: posts in channels, and threads that reply to a post. Everyone can read, members can write. */
export interface CommentClient {
  /** Returns the state of a channel. @throws `comments-not-offered` */
  getChannelInfo(params: { channelKey: string }, options?: TokenOption): Promise<Answered<ChannelInfo>>
  /** Sets the member's email notifications for a channel. @throws `login-required` */
  subscribeToChannel(
    params: { channelKey: string; action: SubscriptionAction },
    options?: TokenOption,
  ): Promise<Answered<{ channelKey: string; subscription: SubscriptionAction }>>
  /** Shows others for a few seconds that the member is typing. */
  postIsTyping(params: { channelKey: string }, options?: TokenOption): Promise<Answered<{ success: true }>>
  getPosts(
    params: { channelKey: string } & PageOf,
    options?: TokenOption,
  ): Promise<Answered<{ posts: Comment[] } & PageEnd>>
  /** The server sanitizes HTML. @throws `login-required`, `comment-refused`, `field-limit-exceeded`, `too-many-requests` */
  createPost(params: { channelKey: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  /** For the author and moderators. @throws `comment-not-found`, `access-denied`, `comment-refused` */
  updatePost(params: { postId: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  /** One vote per member. `NONE` removes it. @throws `comment-not-found` */
  postVote(params: { postId: string; vote: CommentVote }, options?: TokenOption): Promise<Answered<Comment>>
  /** Also deletes its threads. @throws `comment-not-found`, `access-denied` */
  deletePost(params: { postId: string }, options?: TokenOption): Promise<Answered<{ id: string }>>
  /** @throws `comment-not-found` */
  getThreads(
    params: { postId: string } & PageOf,
    options?: TokenOption,
  ): Promise<Answered<{ threads: Comment[] } & PageEnd>>
  /** Replies to a post. @throws `login-required`, `comment-not-found`, `comment-refused`, `too-many-requests` */
  createThread(params: { postId: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  updateThread(params: { threadId: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  threadVote(params: { threadId: string; vote: CommentVote }, options?: TokenOption): Promise<Answered<Comment>>
  deleteThread(params: { threadId: string }, options?: TokenOption): Promise<Answered<{ id: string }>>
}
