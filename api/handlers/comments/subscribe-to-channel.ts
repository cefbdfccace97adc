import type { Answer, Input } from '../../../contract/schemas'
import { channelOf } from '../../domain/comments/require-comments'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** What the member is mailed about a channel. @throws ApiError `comments-not-offered` */
export async function subscribeToChannel(
  { store }: Pick<Services, 'store'>,
  request: RequestFor<'subscribeToChannel'>,
  { channelKey, action }: Input<'subscribeToChannel'>,
): Promise<Answer<'subscribeToChannel'>> {
  await store.comments.subscribe(channelOf(request, channelKey), request.member.id, action)
  const message =
    action === 'NONE'
      ? 'You get no mails about these comments.'
      : 'You are told by mail about answers where you take part.'
  return { data: { channelKey, subscription: action }, message }
}
