import { TYPING_SHOWN_MAX } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { toShownMember } from '../../domain/accounts/shown-member'
import type { ShownMember } from '../../domain/accounts/shown-member'
import { isModerator } from '../../domain/comments/is-moderator'
import { channelOf } from '../../domain/comments/require-comments'
import type { Channel } from '../../ports/comment-store'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** What is going on in a channel, and what the caller is there. @throws ApiError `comments-not-offered`, `too-many-requests` */
export async function getChannelInfo(
  services: Pick<Services, 'store' | 'rateLimiter' | 'clock'>,
  request: RequestFor<'getChannelInfo'>,
  { channelKey }: Input<'getChannelInfo'>,
): Promise<Answer<'getChannelInfo'>> {
  await services.rateLimiter.take('recordReadsPerAddress', request.address)
  const { app, member } = request
  const channel = channelOf(request, channelKey)
  const { comments } = services.store
  const { version, postsVersion } = await comments.versionOf(channel)
  return {
    data: {
      channelKey,
      totalCount: await comments.count(channel),
      subscription: member ? await comments.subscriptionOf(channel, member.id) : 'NONE',
      isModerator: member !== null && isModerator(app, member),
      typing: await listTyping(services, request, channel),
      version: String(version),
      postsVersion: String(postsVersion),
    },
  }
}

async function listTyping(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { app, member }: RequestFor<'getChannelInfo'>,
  channel: Channel,
): Promise<ShownMember[]> {
  const ids = await store.comments.listTyping(channel, clock.now(), TYPING_SHOWN_MAX)
  const typing = await store.members.listSummaries(ids.filter((one) => one !== member?.id))
  return typing.map((one) => toShownMember(app, one, null))
}
