import { UNSUBSCRIBE_LINK_DAYS } from '../../../contract/limits'
import type { Channel, UnsubscribeLinkRow } from '../../ports/comment-store'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'

export const UNSUBSCRIBE_PATH = '/account/unsubscribe'

const DAY_MS = 24 * 60 * 60 * 1000

/** A link that ends the mails about a channel to a member; it opens nothing else. */
export async function newUnsubscribeLink(
  { comments }: Pick<Repositories, 'comments'>,
  { secrets, clock, urls }: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { appId, mode, channelKey }: Channel,
  memberId: string,
): Promise<string> {
  const token = secrets.linkToken()
  await comments.insertUnsubscribeLink({
    appId,
    mode,
    channelKey,
    memberId,
    tokenDigest: secrets.digest(token),
    expiresAt: clock.now() + UNSUBSCRIBE_LINK_DAYS * DAY_MS,
  })
  return `${urls.api}${UNSUBSCRIBE_PATH}?token=${token}`
}

/** Null when a link is unknown or expired. */
export const findUnsubscribeLink = (
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<UnsubscribeLinkRow | null> => store.comments.findUnsubscribeLink(secrets.digest(token), clock.now())
