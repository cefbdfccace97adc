import type { ContentNode } from '../../../contract/entities'
import { ANSWER_MAILS_MAX, UNSUBSCRIBE_LINK_DAYS } from '../../../contract/limits'
import type { AppDefinition } from '../../domain/app-definition'
import { threadMail } from '../../domain/mails/thread-mail'
import { toOutboxRow } from '../mail/outbox'
import type { Channel, CommentRow, UnsubscribeLinkRow } from '../../ports/comment-store'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { lineOf } from './content'

export const UNSUBSCRIBE_PATH = '/account/unsubscribe'

const DAY_MS = 24 * 60 * 60 * 1000

interface NewAnswer {
  app: AppDefinition
  /** Wrote the answer and gets no mail about it. */
  writer: MemberRow
  post: CommentRow
  /** The answer, sanitized. */
  nodes: readonly ContentNode[]
}

/**
 * Queues mails to the participants of a post who subscribed and have a verified email, `ANSWER_MAILS_MAX` at most: the
 * caller waits for each of these writes. Call `mailWaiting` after the transaction.
 */
export async function mailParticipants(
  repositories: Pick<Repositories, 'comments' | 'outbox'>,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, writer, post, nodes }: NewAnswer,
): Promise<void> {
  const { comments, outbox } = repositories
  const text = lineOf(nodes)
  for (const subscriber of await comments.listSubscribers(post, writer.id, ANSWER_MAILS_MAX)) {
    const unsubscribeUrl = await createUnsubscribeUrl(repositories, services, post, subscriber.id)
    const mail = threadMail(app, { text, pageUrl: post.url, unsubscribeUrl })
    await outbox.insert({ ...toOutboxRow(services, app, subscriber, mail), unsubscribeUrl })
  }
}

/** Null when a link is unknown or expired. */
export const findUnsubscribeLink = (
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<UnsubscribeLinkRow | null> => store.comments.findUnsubscribeLink(secrets.digest(token), clock.now())

/** Its token only ends the mails about this channel to this member. */
async function createUnsubscribeUrl(
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
