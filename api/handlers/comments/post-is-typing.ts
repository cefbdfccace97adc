import type { Answer, Input } from '../../../contract/schemas'
import { TYPING_SECONDS } from '../../../contract/limits'
import { channelOf } from '../../domain/comments/require-comments'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The member is writing in a channel. @throws ApiError `comments-not-offered`, `too-many-requests` */
export async function postIsTyping(
  { store, clock, rateLimiter }: Pick<Services, 'store' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'postIsTyping'>,
  { channelKey }: Input<'postIsTyping'>,
): Promise<Answer<'postIsTyping'>> {
  await rateLimiter.take('commentVotesPerAccount', request.member.id)
  const channel = channelOf(request, channelKey)
  await store.comments.noteTyping(channel, request.member.id, clock.now() + TYPING_SECONDS * 1000)
  await store.comments.touch(channel, 'typing')
  return { data: { success: true } }
}
