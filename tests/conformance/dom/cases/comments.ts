import { expect, type Stage } from '../dom-test'
import { nothing } from '../shapes/answered'
import * as shapes from '../shapes/comments'
import type { Cases } from './cases'

/** A channel that only one case uses. */
const channelOf = ({ email }: Stage): string => `channel of ${email}`

/** A new member's post. @returns its id */
async function post(stage: Stage, content = 'A post'): Promise<string> {
  const params = { channelKey: channelOf(stage), content }
  return (await stage.ask(shapes.onePost, 'createPost', params)).data.id
}

async function joinAndPost(stage: Stage): Promise<string> {
  await stage.join()
  return post(stage)
}

/** A thread under a new member's post. */
async function joinAndAnswer(stage: Stage): Promise<{ postId: string; threadId: string }> {
  const postId = await joinAndPost(stage)
  const { data } = await stage.ask(shapes.oneThread, 'createThread', { postId, content: 'An answer' })
  return { postId, threadId: data.id }
}

async function votes(stage: Stage): Promise<unknown[]> {
  const { data } = await stage.ask(shapes.posts, 'getPosts', { channelKey: channelOf(stage) })
  return data.posts.map(({ _count }) => [_count.likedBy, _count.dislikedBy])
}

/** Channels, posts and threads. */
export const commentCases = {
  getChannelInfo: async (stage) => {
    await stage.ask(shapes.channel, 'getChannelInfo', { channelKey: channelOf(stage) })
  },

  subscribeToChannel: async (stage) => {
    const channelKey = channelOf(stage)
    const subscribe = { channelKey, action: 'THREADS_ONLY' }
    expect(await stage.refused('subscribeToChannel', subscribe)).toBe('login-required')
    await stage.join()
    await stage.ask(nothing, 'subscribeToChannel', subscribe)
    const info = await stage.ask(shapes.channel, 'getChannelInfo', { channelKey })
    expect(info.data).toMatchObject({ subscription: 'THREADS_ONLY' })
    await stage.ask(nothing, 'subscribeToChannel', { channelKey, action: 'NONE' })
  },

  postIsTyping: async (stage) => {
    await stage.join()
    await stage.ask(nothing, 'postIsTyping', { channelKey: channelOf(stage) })
  },

  getPosts: async (stage) => {
    await stage.join()
    const ids = [await post(stage, 'one'), await post(stage, 'two'), await post(stage, 'three')]
    const ask = async (more: object) =>
      (await stage.ask(shapes.posts, 'getPosts', { channelKey: channelOf(stage), ...more })).data
    const { posts, totalCount } = await ask({ order: 'oldest', limit: 2 })
    expect([posts.map(({ id }) => id), totalCount]).toEqual([ids.slice(0, 2), 3])
    const rest = await ask({ order: 'oldest', limit: 2, after: posts[1]?.internalOrder })
    expect(rest.posts.map(({ id }) => id)).toEqual(ids.slice(2))
    expect((await ask({})).posts.map(({ id }) => id)).toEqual(ids.toReversed())
  },

  getThreads: async (stage) => {
    const { postId, threadId } = await joinAndAnswer(stage)
    const { data } = await stage.ask(shapes.oneThread, 'createThread', { postId, content: 'Another answer' })
    const ask = async (more: object) =>
      (await stage.ask(shapes.threads, 'getThreads', { postId, ...more })).data.threads
    const first = await ask({ order: 'oldest', limit: 1 })
    expect(first.map(({ id }) => id)).toEqual([threadId])
    const rest = await ask({ order: 'oldest', limit: 5, after: first[0]?.internalOrder })
    expect(rest.map(({ id }) => id)).toEqual([data.id])
  },

  createPost: async (stage) => {
    const params = { channelKey: channelOf(stage), content: '<p onclick="x()">Hello <b>you</b></p>' }
    expect(await stage.refused('createPost', params)).toBe('login-required')
    const { member } = await stage.join()
    const { data } = await stage.ask(shapes.onePost, 'createPost', params)
    expect(data.content).not.toContain('onclick')
    expect(data.member.id).toBe(member.id)
    expect(await stage.refused('createPost', { ...params, content: 'Win the lottery' })).toBe('comment-refused')
  },

  updatePost: async (stage) => {
    const postId = await joinAndPost(stage)
    const { data } = await stage.ask(shapes.onePost, 'updatePost', { postId, content: 'Better' })
    expect(data).toMatchObject({ id: postId, content: 'Better' })
    await stage.join(`other-${stage.email}`)
    expect(await stage.refused('updatePost', { postId, content: 'Mine' })).toBe('access-denied')
  },

  postVote: async (stage) => {
    const postId = await joinAndPost(stage)
    for (const [vote, counted] of [
      ['UP', [1, 0]],
      ['DOWN', [0, 1]],
      ['NONE', [0, 0]],
    ]) {
      await stage.ask(nothing, 'postVote', { postId, vote })
      expect(await votes(stage)).toEqual([counted])
    }
  },

  deletePost: async (stage) => {
    const { postId } = await joinAndAnswer(stage)
    await stage.ask(nothing, 'deletePost', { postId })
    const { data } = await stage.ask(shapes.posts, 'getPosts', { channelKey: channelOf(stage) })
    expect(data).toEqual({ posts: [], totalCount: 0 })
  },

  createThread: async (stage) => {
    const { postId, threadId } = await joinAndAnswer(stage)
    const { data } = await stage.ask(shapes.threads, 'getThreads', { postId })
    expect(data.threads).toMatchObject([{ id: threadId, content: 'An answer' }])
    const gone = { postId: 'cmt_sb_of-nobody', content: 'x' }
    expect(await stage.refused('createThread', gone)).toBe('comment-not-found')
  },

  updateThread: async (stage) => {
    const { threadId } = await joinAndAnswer(stage)
    const { data } = await stage.ask(shapes.oneThread, 'updateThread', { threadId, content: 'Better' })
    expect(data.content).toBe('Better')
  },

  threadVote: async (stage) => {
    const { postId, threadId } = await joinAndAnswer(stage)
    await stage.ask(nothing, 'threadVote', { threadId, vote: 'UP' })
    const { data } = await stage.ask(shapes.threads, 'getThreads', { postId })
    expect(data.threads).toMatchObject([{ id: threadId, _count: { likedBy: 1 } }])
  },

  deleteThread: async (stage) => {
    const { postId, threadId } = await joinAndAnswer(stage)
    await stage.ask(nothing, 'deleteThread', { threadId })
    expect((await stage.ask(shapes.threads, 'getThreads', { postId })).data.threads).toEqual([])
  },
} satisfies Cases
