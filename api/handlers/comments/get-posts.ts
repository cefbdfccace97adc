import type { Answer, Input } from '../../../contract/schemas'
import { channelOf } from '../../domain/comments/require-comments'
import { toComments } from '../../domain/comments/to-comments'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** A page of the posts of a channel. @throws ApiError `comments-not-offered`, `too-many-requests` */
export async function getPosts(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  request: RequestFor<'getPosts'>,
  { channelKey, after = null, order, limit }: Input<'getPosts'>,
): Promise<Answer<'getPosts'>> {
  await rateLimiter.take('recordReadsPerAddress', request.address)
  const channel = channelOf(request, channelKey)
  const rows = await store.comments.list({ ...channel, parentId: null, order, after, limit })
  const totalCount = await store.comments.count(channel, null)
  return { data: { posts: await toComments(store, request, rows), totalCount } }
}
