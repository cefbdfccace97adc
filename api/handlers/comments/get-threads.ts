import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import { readPage } from '../../domain/comments/read-page'
import { requireComments } from '../../domain/comments/require-comments'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** A page of the answers to a post. @throws ApiError `comments-not-offered`, `comment-not-found`, `too-many-requests` */
export async function getThreads(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  request: RequestFor<'getThreads'>,
  { postId, after = null, order, limit }: Input<'getThreads'>,
): Promise<Answer<'getThreads'>> {
  await rateLimiter.take('recordReadsPerAddress', request.address)
  requireComments(request)
  const post = await store.comments.find(postId)
  if (post?.appId !== request.app.id || post.mode !== request.mode || post.parentId !== null)
    throw new ApiError('comment-not-found')
  const { channelKey, appId, mode } = post
  const list = { appId, mode, channelKey, parentId: post.id, order, after, limit }
  const { comments: threads, ...page } = await readPage(store, request, list)
  return { data: { threads, totalCount: await store.comments.count(post, post.id), ...page } }
}
