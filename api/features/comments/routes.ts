import { PATH_MAX_CHARS, TYPING_SECONDS, TYPING_SHOWN_MAX } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import type { Handlers, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { isModerator, toShownMember } from '../members/serializers'
import type { ShownMember } from '../members/serializers'
import { channelOf, findPost } from './access'
import {
  countComments,
  findChannelVersion,
  findSubscription,
  listTypingIds,
  saveSubscription,
  saveTyping,
  touchChannel,
} from './repository'
import type { Channel } from './repository'
import { readPage } from './serializers'
import { createPost, createThread, deleteComment, editComment, voteOn } from './write'

export const commentHandlers = {
  /** @throws ApiError `comments-not-offered`, `too-many-requests` */
  async getPosts({ store, rateLimiter }, request, { channelKey, after = null, order, limit }) {
    await rateLimiter.take('recordReadsPerAddress', request.address)
    const channel = channelOf(request, channelKey)
    const list = { ...channel, parentId: null, order, after, limit }
    const { comments: posts, ...page } = await readPage(store, request, list)
    return { data: { posts, totalCount: await countComments(store, channel, null), ...page } }
  },

  /** @throws ApiError `comments-not-offered`, `comment-not-found`, `too-many-requests` */
  async getThreads({ store, rateLimiter }, request, { postId, after = null, order, limit }) {
    await rateLimiter.take('recordReadsPerAddress', request.address)
    const post = await findPost(store, request, postId)
    const { channelKey, appId, mode } = post
    const list = { appId, mode, channelKey, parentId: post.id, order, after, limit }
    const { comments: threads, ...page } = await readPage(store, request, list)
    return { data: { threads, totalCount: await countComments(store, post, post.id), ...page } }
  },

  async createPost(services, request, { channelKey, content, _url }) {
    // Mails link to this URL, so only a page of the calling origin is accepted.
    const url = _url !== undefined && isPageOf(request.origin, _url) ? _url : null
    return { data: await createPost(services, request, { channelKey, content, url }) }
  },

  createThread: async (services, request, { postId, content }) => ({
    data: await createThread(services, request, { postId, content }),
  }),

  updatePost: async (services, request, { postId: id, content }) => ({
    data: await editComment(services, request, { id, kind: 'post', content }),
  }),

  updateThread: async (services, request, { threadId: id, content }) => ({
    data: await editComment(services, request, { id, kind: 'thread', content }),
  }),

  deletePost: async (services, request, { postId: id }) => ({
    data: await deleteComment(services, request, { id, kind: 'post' }),
  }),

  deleteThread: async (services, request, { threadId: id }) => ({
    data: await deleteComment(services, request, { id, kind: 'thread' }),
  }),

  postVote: async (services, request, { postId: id, vote }) => ({
    data: await voteOn(services, request, { id, kind: 'post', vote }),
  }),

  threadVote: async (services, request, { threadId: id, vote }) => ({
    data: await voteOn(services, request, { id, kind: 'thread', vote }),
  }),

  /** @throws ApiError `comments-not-offered`, `too-many-requests` */
  async getChannelInfo(services, request, { channelKey }) {
    await services.rateLimiter.take('recordReadsPerAddress', request.address)
    const { app, member } = request
    const channel = channelOf(request, channelKey)
    const { store } = services
    const { version, postsVersion } = await findChannelVersion(store, channel)
    return {
      data: {
        channelKey,
        totalCount: await countComments(store, channel),
        subscription: member ? await findSubscription(store, channel, member.id) : 'NONE',
        isModerator: member !== null && isModerator(app, member),
        typing: await listTyping(services, request, channel),
        version: String(version),
        postsVersion: String(postsVersion),
      },
    }
  },

  /** @throws ApiError `comments-not-offered`, `too-many-requests` */
  async postIsTyping({ store, clock, rateLimiter }, request, { channelKey }) {
    await rateLimiter.take('commentVotesPerAccount', request.member.id)
    const channel = channelOf(request, channelKey)
    await saveTyping(store, channel, request.member.id, clock.now() + TYPING_SECONDS * 1000)
    await touchChannel(store, channel, 'typing')
    return { data: { success: true } }
  },

  /** @throws ApiError `comments-not-offered`, `too-many-requests` */
  async subscribeToChannel({ store, rateLimiter }, request, { channelKey, action }) {
    const channel = channelOf(request, channelKey)
    // Any text is a channel key, and each one stores a row.
    await rateLimiter.take('commentVotesPerAccount', request.member.id)
    await saveSubscription(store, channel, request.member.id, action)
    const message =
      action === 'NONE'
        ? 'You get no mails about these comments.'
        : 'You are told by mail about answers where you take part.'
    return { data: { channelKey, subscription: action }, message }
  },
} satisfies Partial<Handlers>

const isPageOf = (origin: string | null, url: string): boolean =>
  url.length <= PATH_MAX_CHARS && parseUrl(url)?.origin === origin

/** The members who are typing in a channel, without the caller. */
async function listTyping(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { app, member }: RequestFor<'getChannelInfo'>,
  channel: Channel,
): Promise<ShownMember[]> {
  const ids = await listTypingIds(store, channel, clock.now(), TYPING_SHOWN_MAX)
  const typing = await store.members.listSummaries(ids.filter((id) => id !== member?.id))
  return typing.map((one) => toShownMember(app, one, null))
}
