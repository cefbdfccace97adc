import type { Answer, Input } from '../../../contract/schemas'
import { channelOf } from '../../domain/comments/require-comments'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** What the member is mailed about a channel. @throws ApiError `comments-not-offered`, `too-many-requests` */
export async function subscribeToChannel(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  request: RequestFor<'subscribeToChannel'>,
  { channelKey, action }: Input<'subscribeToChannel'>,
): Promise<Answer<'subscribeToChannel'>> {
  const channel = channelOf(request, channelKey)
  // Any text is the key of a channel, and each is a row.
  await rateLimiter.take('commentVotesPerAccount', request.member.id)
  await store.comments.subscribe(channel, request.member.id, action)
  const message =
    action === 'NONE'
      ? 'You get no mails about these comments.'
      : 'You are told by mail about answers where you take part.'
  return { data: { channelKey, subscription: action }, message }
}
