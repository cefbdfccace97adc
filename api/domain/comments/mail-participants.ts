import type { ContentNode } from '../../../contract/entities'
import { ANSWER_MAILS_MAX } from '../../../contract/limits'
import type { CommentRow } from '../../ports/comment-store'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { threadMail } from '../mails/thread-mail'
import { toOutboxRow } from '../../features/mail/outbox'
import { lineOf } from './comment-content'
import { newUnsubscribeLink } from './unsubscribe-link'

export interface Answered {
  app: AppDefinition
  /** Who answered; gets no mail about it. */
  writer: MemberRow
  post: CommentRow
  /** Of the answer, sanitized. */
  nodes: readonly ContentNode[]
}

/**
 * Mails those who wrote a post or answered it, and asked for such mails, at addresses that they have proved. At most
 * `ANSWER_MAILS_MAX` of them: each mail is a write that the answer waits for. Call `mailWaiting` after the transaction.
 */
export async function mailParticipants(
  repositories: Pick<Repositories, 'comments' | 'outbox'>,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, writer, post, nodes }: Answered,
): Promise<void> {
  const { comments, outbox } = repositories
  const text = lineOf(nodes)
  for (const subscriber of await comments.listSubscribers(post, writer.id, ANSWER_MAILS_MAX)) {
    const unsubscribeUrl = await newUnsubscribeLink(repositories, services, post, subscriber.id)
    const mail = threadMail(app, { text, pageUrl: post.url, unsubscribeUrl })
    await outbox.insert({ ...toOutboxRow(services, app, subscriber, mail), unsubscribeUrl })
  }
}
