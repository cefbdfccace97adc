import type { Comment, CommentVote } from '../../../contract/comments'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { CommentMarkup } from '../../ports/comment-store'
import type { MemberRow } from '../../ports/store'
import { lockCaller } from '../accounts/lock-caller'
import { ApiError } from '../../lib/errors'
import { withinStorage } from '../storage/within-storage'
import type { StorageServices } from '../storage/within-storage'
import { sanitizeComment, storedMarkup } from './comment-content'
import { lockComment } from './find-comment'
import type { CommentKind } from './find-comment'
import { mailParticipants } from './mail-participants'
import { mayEdit } from './may-edit'
import { channelOf, requireComments } from './require-comments'
import { toComment } from './to-comments'

type Parts = StorageServices & Pick<Services, 'secrets' | 'rateLimiter' | 'urls' | 'mailWaiting'>
type MemberRequest = RequestContext & { member: MemberRow }

export interface NewPost {
  channelKey: string
  content: string
  url: string | null
}

/**
 * @throws ApiError `comments-not-offered`, `comment-refused`, `required-field-missing`, `field-limit-exceeded`,
 *   `too-many-requests`, and as `withinStorage`
 */
export async function createPost(services: Parts, request: MemberRequest, post: NewPost): Promise<Comment> {
  const channel = channelOf(request, post.channelKey)
  const markup = await accept(services, request, post.content)
  return withinStorage(services, request, async (repositories) => {
    await lockCaller(repositories, services, request)
    const row = await repositories.comments.insert({
      ...newRow(services, request),
      ...channel,
      ...markup,
      url: post.url,
      parentId: null,
    })
    await repositories.comments.touch(channel)
    return toComment(repositories, request, row)
  })
}

/** Answers a post, and tells those who take part in it and want to know. @throws ApiError as `createPost`, `comment-not-found` */
export async function createThread(
  services: Parts,
  request: MemberRequest,
  { postId, content: written }: { postId: string; content: string },
): Promise<Comment> {
  requireComments(request)
  const markup = await accept(services, request, written)
  const created = await withinStorage(services, request, async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    const post = await lockComment(repositories, request, postId, 'post')
    const { channelKey, url } = post
    const row = await repositories.comments.insert({
      ...newRow(services, request),
      ...markup,
      channelKey,
      url,
      parentId: post.id,
    })
    await repositories.comments.touch(post)
    const nodes = storedMarkup(row)?.nodes ?? []
    await mailParticipants(repositories, services, { app: request.app, writer: current, post, nodes })
    return toComment(repositories, request, row)
  })
  services.mailWaiting()
  return created
}

/** @throws ApiError `comment-not-found`, `access-denied`, and as `createPost` */
export async function editComment(
  services: Parts,
  request: MemberRequest,
  { id, kind, content: written }: { id: string; kind: CommentKind; content: string },
): Promise<Comment> {
  const markup = await accept(services, request, written)
  return withinStorage(services, request, async (repositories) => {
    await lockCaller(repositories, services, request)
    const row = await lockComment(repositories, request, id, kind)
    if (!mayEdit(request, row)) throw new ApiError('access-denied')
    const changes = { ...markup, updatedAt: Math.max(services.clock.now(), row.updatedAt) }
    await repositories.comments.update(id, changes)
    await repositories.comments.touch(row)
    return toComment(repositories, request, { ...row, ...changes })
  })
}

/** A post goes with its threads. @throws ApiError `comment-not-found`, `access-denied` */
export async function deleteComment(
  services: Parts,
  request: MemberRequest,
  { id, kind }: { id: string; kind: CommentKind },
): Promise<{ id: string }> {
  return services.store.transaction(async (repositories) => {
    await lockCaller(repositories, services, request)
    const row = await lockComment(repositories, request, id, kind)
    if (!mayEdit(request, row)) throw new ApiError('access-denied')
    await repositories.comments.delete(id)
    await repositories.comments.touch(row)
    return { id }
  })
}

/** One vote for each member and comment; a new one takes the place of the last. @throws ApiError `comment-not-found` */
export async function voteOn(
  services: Parts,
  request: MemberRequest,
  { id, kind, vote }: { id: string; kind: CommentKind; vote: CommentVote },
): Promise<Comment> {
  await services.rateLimiter.take('commentVotesPerAccount', request.member.id)
  return services.store.transaction(async (repositories) => {
    await lockCaller(repositories, services, request)
    const row = await lockComment(repositories, request, id, kind)
    await repositories.comments.vote(id, request.member.id, vote)
    await repositories.comments.touch(row)
    return toComment(repositories, request, row)
  })
}

async function accept(services: Parts, request: MemberRequest, written: string): Promise<CommentMarkup> {
  requireComments(request)
  await services.rateLimiter.take('commentsPerAccount', request.member.id)
  return sanitizeComment(request.app, written)
}

function newRow({ secrets, clock }: Parts, { app, mode, member }: MemberRequest) {
  const now = clock.now()
  return { id: secrets.commentId(mode), appId: app.id, mode, memberId: member.id, createdAt: now, updatedAt: now }
}
