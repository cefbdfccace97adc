import type { ContentNode } from '../../../contract/entities'
import type { CommentRow } from '../../ports/comment-store'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { threadMail } from '../mails/thread-mail'
import { toOutboxRow } from '../mails/to-outbox-row'
import { lineOf } from './comment-content'
import { newUnsubscribeLink } from './unsubscribe-link'

export interface Answered {
  app: AppDefinition
  /** Who answered: never told about it. */
  writer: MemberRow
  post: CommentRow
  /** Of the answer, sanitized. */
  nodes: readonly ContentNode[]
}

/** Tells those who wrote a post or answered it, and asked to be told. Call `mailWaiting` once the transaction is through. */
export async function mailParticipants(
  repositories: Pick<Repositories, 'comments' | 'members' | 'outbox'>,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, writer, post, nodes }: Answered,
): Promise<void> {
  const { comments, members, outbox } = repositories
  const text = lineOf(nodes)
  for (const memberId of await comments.listParticipants(post.id)) {
    if (memberId === writer.id || (await comments.subscriptionOf(post, memberId)) === 'NONE') continue
    const member = await members.findById(memberId)
    // An address that nobody has proved may be somebody else's.
    if (!member?.verified) continue
    const unsubscribeUrl = await newUnsubscribeLink(repositories, services, post, memberId)
    const mail = threadMail(app, { text, pageUrl: post.url, unsubscribeUrl })
    await outbox.insert({ ...toOutboxRow(services, app, member, mail), unsubscribeUrl })
  }
}
