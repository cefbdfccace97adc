import type { Comment, CommentOrder, CommentVote, SubscriptionAction } from '../../contract/comments'
import type { ChannelInfo } from '../../contract/types/channel'
import type { Answered, TokenOption } from './answered'

export type { ChannelInfo, Comment, CommentOrder, CommentVote, SubscriptionAction }

interface PageOf {
  order?: CommentOrder
  /** `internalOrder` of the last one of the page before. */
  after?: string | number
  /** 1 to 100; 20 by default. */
  limit?: number
}

interface PageEnd {
  /** Of the channel, or of the post. */
  totalCount: number
  /** Whether others follow: a page of long comments ends before `limit`. Ours. */
  hasMore: boolean
  /** What `after` takes for the next page; null: the page is empty. Ours. */
  endCursor: string | null
}

/** Comments: posts in channels, and threads, which answer a post. Everybody reads, members write. */
export interface CommentClient {
  /** What is going on in a channel. @throws `comments-not-offered` */
  getChannelInfo(params: { channelKey: string }, options?: TokenOption): Promise<Answered<ChannelInfo>>
  /** What the member is mailed about a channel. @throws `login-required` */
  subscribeToChannel(
    params: { channelKey: string; action: SubscriptionAction },
    options?: TokenOption,
  ): Promise<Answered<{ channelKey: string; subscription: SubscriptionAction }>>
  /** Shows others for a few seconds that the member is writing. */
  postIsTyping(params: { channelKey: string }, options?: TokenOption): Promise<Answered<{ success: true }>>
  getPosts(
    params: { channelKey: string } & PageOf,
    options?: TokenOption,
  ): Promise<Answered<{ posts: Comment[] } & PageEnd>>
  /** The server sanitizes HTML. @throws `login-required`, `comment-refused`, `field-limit-exceeded`, `too-many-requests` */
  createPost(params: { channelKey: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  /** Of whoever wrote it, and of moderators. @throws `comment-not-found`, `access-denied`, `comment-refused` */
  updatePost(params: { postId: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  /** One vote for each member; `NONE` takes it back. @throws `comment-not-found` */
  postVote(params: { postId: string; vote: CommentVote }, options?: TokenOption): Promise<Answered<Comment>>
  /** With its threads. @throws `comment-not-found`, `access-denied` */
  deletePost(params: { postId: string }, options?: TokenOption): Promise<Answered<{ id: string }>>
  /** @throws `comment-not-found` */
  getThreads(
    params: { postId: string } & PageOf,
    options?: TokenOption,
  ): Promise<Answered<{ threads: Comment[] } & PageEnd>>
  /** Answers a post. @throws `login-required`, `comment-not-found`, `comment-refused`, `too-many-requests` */
  createThread(params: { postId: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  updateThread(params: { threadId: string; content: string }, options?: TokenOption): Promise<Answered<Comment>>
  threadVote(params: { threadId: string; vote: CommentVote }, options?: TokenOption): Promise<Answered<Comment>>
  deleteThread(params: { threadId: string }, options?: TokenOption): Promise<Answered<{ id: string }>>
}
