import type { Comment } from '../../../../contract/comments'
import { fakeClient, type FakeClient } from '../../../support/fake-client'

let count = 0

/** The widget uses `totalCount`. */
const pageEnd = { hasMore: false, endCursor: null }

export const aComment = (content: string, changes: Partial<Comment> = {}): Comment => {
  count += 1
  return {
    id: `cmt_sb_${count}`,
    internalOrder: String(count),
    createdAt: '2026-03-05T12:00:00.000Z',
    updatedAt: '2026-03-05T12:00:00.000Z',
    content,
    nodes: [content],
    member: { id: 'mem_sb_bob', customFields: { 'first-name': 'Bob' }, profileImage: null, isModerator: false },
    _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
    activeMemberVote: 'NONE',
    activeMemberMayEdit: false,
    ...changes,
  }
}

export interface Channel {
  client: FakeClient
  /** Oldest first. */
  posts: Comment[]
  threads: Map<string, Comment[]>
  typing: { id: string; customFields: Record<string, string>; profileImage: null }[]
  /** Lets the next read find something new. */
  change(): void
  /** Lets the next look find that a member types or has stopped, and no other change. */
  type(): void
}

/** A channel with an in-memory client. */
export function aChannel(contents: readonly string[] = []): Channel {
  const client = fakeClient()
  let [version, postsVersion] = [1, 1]
  const channel: Channel = {
    client,
    posts: contents.map((content) => aComment(content)),
    threads: new Map(),
    typing: [],
    change: () => void [(version += 1), (postsVersion += 1)],
    type: () => void (version += 1),
  }
  const page = (all: readonly Comment[], order = 'newest', after?: string | number, limit = 20) => {
    const sorted = order === 'newest' ? all.toReversed() : [...all]
    const from = after === undefined ? 0 : sorted.findIndex(({ internalOrder }) => internalOrder === String(after)) + 1
    return sorted.slice(from, from + limit)
  }
  client.getChannelInfo.mockImplementation(async ({ channelKey }) => ({
    data: {
      channelKey,
      totalCount: channel.posts.length,
      subscription: 'NONE',
      isModerator: false,
      typing: channel.typing,
      version: String(version),
      postsVersion: String(postsVersion),
    },
  }))
  client.getPosts.mockImplementation(async ({ order, after, limit }) => ({
    data: { posts: page(channel.posts, order, after, limit), totalCount: channel.posts.length, ...pageEnd },
  }))
  client.getThreads.mockImplementation(async ({ postId, order, after, limit }) => {
    const all = channel.threads.get(postId) ?? []
    return { data: { threads: page(all, order, after, limit), totalCount: all.length, ...pageEnd } }
  })
  client.createPost.mockImplementation(async ({ content }) => {
    const data = aComment(content, { activeMemberMayEdit: true })
    channel.posts.push(data)
    channel.change()
    return { data }
  })
  client.postIsTyping.mockImplementation(async () => ({ data: { success: true } }))
  return channel
}
