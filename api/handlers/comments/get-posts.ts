import type { Answer, Input } from '../../../contract/schemas'
import { channelOf } from '../../domain/comments/require-comments'
import { readPage } from '../../domain/comments/read-page'
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
  const { comments: posts, ...page } = await readPage(store, request, {
    ...channel,
    parentId: null,
    order,
    after,
    limit,
  })
  return { data: { posts, totalCount: await store.comments.count(channel, null), ...page } }
}
