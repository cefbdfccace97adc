import type { Comment, CommentOrder, CommentVote, MembershipClient } from '../../public'

export interface PageWanted {
  order: CommentOrder
  limit: number
  after?: string
}

/** The calls of one list: the posts of a channel, or the threads of a post. */
export interface Source {
  page(wanted: PageWanted): Promise<{ comments: Comment[]; total: number }>
  create(content: string): Promise<unknown>
  update(id: string, content: string): Promise<{ data: Comment }>
  vote(id: string, vote: CommentVote): Promise<{ data: Comment }>
  remove(id: string): Promise<unknown>
}

/** @param channelKey asked for at each call: the page may change it */
export const postsOf = (client: MembershipClient, channelKey: () => string): Source => ({
  async page(wanted) {
    const { data } = await client.getPosts({ channelKey: channelKey(), ...wanted })
    return { comments: data.posts, total: data.totalCount }
  },
  create: (content) => client.createPost({ channelKey: channelKey(), content }),
  update: (postId, content) => client.updatePost({ postId, content }),
  vote: (postId, vote) => client.postVote({ postId, vote }),
  remove: (postId) => client.deletePost({ postId }),
})

export const threadsOf = (client: MembershipClient, postId: string): Source => ({
  async page(wanted) {
    const { data } = await client.getThreads({ postId, ...wanted })
    return { comments: data.threads, total: data.totalCount }
  },
  create: (content) => client.createThread({ postId, content }),
  update: (threadId, content) => client.updateThread({ threadId, content }),
  vote: (threadId, vote) => client.threadVote({ threadId, vote }),
  remove: (threadId) => client.deleteThread({ threadId }),
})
