import type { Comment, CommentVote } from '../../../contract/comments'
import { PATH_MAX_CHARS, TYPING_SECONDS, TYPING_SHOWN_MAX } from '../../../contract/limits'
import { messages } from '../../../contract/messages'
import { parseUrl } from '../../../contract/parse-url'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { type StorageServices, withinStorage } from '../files/account-storage'
import { type Handlers, lockCaller, type RequestContext, type RequestFor } from '../members/context'
import { isModerator, type ShownMember, toShownMember } from '../members/fields'
import { listMemberSummaries, type MemberRow } from '../members/repository'
import { type NewMarkup, sanitizeComment } from './content'
import { mailParticipants } from './mails'
import {
  type Channel,
  countComments,
  deleteCommentById,
  findChannelVersion,
  findSubscription,
  insertComment,
  listTypingIds,
  saveSubscription,
  saveTyping,
  saveVote,
  touchChannel,
  updateComment,
} from './repository'
import { answerPage, channelOf, findPost, lockComment, mayEdit, requireComments, toComment } from './serializers'
import type { CommentKind } from './serializers'

export const commentHandlers = {
  /** @throws ApiError `comments-not-offered`, `too-many-requests` */
  async getPosts({ store, rateLimiter }, request, { channelKey, after = null, order, limit }) {
    await rateLimiter.take('recordReadsPerAddress', request.ipAddress)
    const channel = channelOf(request, channelKey)
    return answerPage(store, request, { ...channel, parentId: null, order, after, limit })
  },

  /** @throws ApiError `comments-not-offered`, `comment-not-found`, `too-many-requests` */
  async getThreads({ store, rateLimiter }, request, { postId, after = null, order, limit }) {
    await rateLimiter.take('recordReadsPerAddress', request.ipAddress)
    const post = await findPost(store, request, postId)
    const { channelKey, appId, mode } = post
    return answerPage(store, request, { appId, mode, channelKey, parentId: post.id, order, after, limit })
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
    await services.rateLimiter.take('recordReadsPerAddress', request.ipAddress)
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
    // Any text is a channel key, and each stores a row.
    await rateLimiter.take('commentVotesPerAccount', request.member.id)
    await saveSubscription(store, channel, request.member.id, action)
    const message = messages[action === 'NONE' ? 'subscribeToChannel-none' : 'subscribeToChannel']
    return { data: { channelKey, subscription: action }, message }
  },
} satisfies Partial<Handlers>

const isPageOf = (origin: string | null, url: string): boolean =>
  url.length <= PATH_MAX_CHARS && parseUrl(url)?.origin === origin

/** Without the caller. */
async function listTyping(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { app, member }: RequestFor<'getChannelInfo'>,
  channel: Channel,
): Promise<ShownMember[]> {
  const ids = await listTypingIds(store, channel, clock.now(), TYPING_SHOWN_MAX)
  const typing = await listMemberSummaries(
    store,
    ids.filter((id) => id !== member?.id),
  )
  return typing.map((one) => toShownMember(app, one, null))
}

type WriteServices = StorageServices & Pick<Services, 'secrets' | 'rateLimiter' | 'urls' | 'mailWaiting'>
type MemberRequest = RequestContext & { member: MemberRow }

interface CommentTarget {
  id: string
  kind: CommentKind
}

interface NewPost {
  channelKey: string
  content: string
  /** Null: unknown page. */
  url: string | null
}

/**
 * @throws ApiError `comments-not-offered`, `comment-refused`, `required-field-missing`, `field-limit-exceeded`,
 *   `too-many-requests`, and as `withinStorage`
 */
async function createPost(services: WriteServices, request: MemberRequest, post: NewPost): Promise<Comment> {
  const channel = channelOf(request, post.channelKey)
  const markup = await acceptMarkup(services, request, post.content)
  return withinStorage(services, request, async (tx) => {
    await lockCaller(tx, services, request)
    const row = await insertComment(tx, {
      ...newRow(services, request),
      ...channel,
      ...markup,
      url: post.url,
      parentId: null,
    })
    await touchChannel(tx, channel)
    return toComment(tx, request, row)
  })
}

/** Mails subscribed participants. @throws ApiError `comment-not-found`; those of `createPost` */
async function createThread(
  services: WriteServices,
  request: MemberRequest,
  { postId, content }: { postId: string; content: string },
): Promise<Comment> {
  requireComments(request)
  const markup = await acceptMarkup(services, request, content)
  const created = await withinStorage(services, request, async (tx) => {
    const { current } = await lockCaller(tx, services, request)
    const post = await lockComment(tx, request, postId, 'post')
    const { channelKey, url } = post
    const row = await insertComment(tx, {
      ...newRow(services, request),
      ...markup,
      channelKey,
      url,
      parentId: post.id,
    })
    await touchChannel(tx, post)
    await mailParticipants(tx, services, { app: request.app, writer: current, post, nodes: JSON.parse(markup.nodes) })
    return toComment(tx, request, row)
  })
  services.mailWaiting()
  return created
}

/** @throws ApiError `comment-not-found`, `access-denied`; those of `createPost` */
async function editComment(
  services: WriteServices,
  request: MemberRequest,
  { id, kind, content }: CommentTarget & { content: string },
): Promise<Comment> {
  const markup = await acceptMarkup(services, request, content)
  return withinStorage(services, request, async (tx) => {
    await lockCaller(tx, services, request)
    const row = await lockComment(tx, request, id, kind)
    if (!mayEdit(request, row)) throw new ApiError('access-denied')
    const changes = { ...markup, updatedAt: Math.max(services.clock.now(), row.updatedAt) }
    await updateComment(tx, id, changes)
    await touchChannel(tx, row)
    return toComment(tx, request, { ...row, ...changes })
  })
}

/** Also deletes a post's threads. @throws ApiError `comment-not-found`, `access-denied` */
async function deleteComment(
  services: WriteServices,
  request: MemberRequest,
  { id, kind }: CommentTarget,
): Promise<{ id: string }> {
  return services.store.transaction(async (tx) => {
    await lockCaller(tx, services, request)
    const row = await lockComment(tx, request, id, kind)
    if (!mayEdit(request, row)) throw new ApiError('access-denied')
    await deleteCommentById(tx, id)
    await touchChannel(tx, row)
    return { id }
  })
}

/** Replaces the member's earlier vote. @throws ApiError `comment-not-found`, `too-many-requests` */
async function voteOn(
  services: WriteServices,
  request: MemberRequest,
  { id, kind, vote }: CommentTarget & { vote: CommentVote },
): Promise<Comment> {
  await services.rateLimiter.take('commentVotesPerAccount', request.member.id)
  return services.store.transaction(async (tx) => {
    await lockCaller(tx, services, request)
    const row = await lockComment(tx, request, id, kind)
    await saveVote(tx, id, request.member.id, vote)
    await touchChannel(tx, row)
    return toComment(tx, request, row)
  })
}

async function acceptMarkup(services: WriteServices, request: MemberRequest, source: string): Promise<NewMarkup> {
  requireComments(request)
  await services.rateLimiter.take('commentsPerAccount', request.member.id)
  return sanitizeComment(request.app, source)
}

function newRow({ secrets, clock }: WriteServices, { app, mode, member }: MemberRequest) {
  const now = clock.now()
  return { id: secrets.commentId(mode), appId: app.id, mode, memberId: member.id, createdAt: now, updatedAt: now }
}
