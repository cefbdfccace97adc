import type { Comment, CommentVote } from '../../../contract/comments'
import { ApiError } from '../../domain/api-error'
import { withinStorage } from '../../domain/storage/within-storage'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { lockCaller } from '../members/context'
import { channelOf, lockComment, mayEdit, requireComments } from './access'
import type { CommentKind } from './access'
import { sanitizeComment, storedMarkup } from './content'
import { mailParticipants } from './mails'
import { deleteCommentById, insertComment, saveVote, touchChannel, updateComment } from './repository'
import type { CommentMarkup } from './repository'
import { toComment } from './serializers'

type WriteServices = StorageServices & Pick<Services, 'secrets' | 'rateLimiter' | 'urls' | 'mailWaiting'>
type MemberRequest = RequestContext & { member: MemberRow }

interface CommentTarget {
  id: string
  kind: CommentKind
}

interface NewPost {
  channelKey: string
  content: string
  /** Of the page it is written on; null: unknown. */
  url: string | null
}

/**
 * @throws ApiError `comments-not-offered`, `comment-refused`, `required-field-missing`, `field-limit-exceeded`,
 *   `too-many-requests`, and as `withinStorage`
 */
export async function createPost(services: WriteServices, request: MemberRequest, post: NewPost): Promise<Comment> {
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

/** Answers a post and mails its subscribed participants. @throws ApiError `comment-not-found`, and as `createPost` */
export async function createThread(
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
    const nodes = storedMarkup(row)?.nodes ?? []
    await mailParticipants(tx, services, { app: request.app, writer: current, post, nodes })
    return toComment(tx, request, row)
  })
  services.mailWaiting()
  return created
}

/** @throws ApiError `comment-not-found`, `access-denied`, and as `createPost` */
export async function editComment(
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

/** Deletes a comment; a post takes its threads along. @throws ApiError `comment-not-found`, `access-denied` */
export async function deleteComment(
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

/** A member has one vote for each comment; a new one replaces it. @throws ApiError `comment-not-found`, `too-many-requests` */
export async function voteOn(
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

async function acceptMarkup(services: WriteServices, request: MemberRequest, source: string): Promise<CommentMarkup> {
  requireComments(request)
  await services.rateLimiter.take('commentsPerAccount', request.member.id)
  return sanitizeComment(request.app, source)
}

function newRow({ secrets, clock }: WriteServices, { app, mode, member }: MemberRequest) {
  const now = clock.now()
  return { id: secrets.commentId(mode), appId: app.id, mode, memberId: member.id, createdAt: now, updatedAt: now }
}
