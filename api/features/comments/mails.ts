import type { ContentNode } from '../../../contract/entities'
import { ANSWER_MAILS_MAX, UNSUBSCRIBE_LINK_DAYS } from '../../../contract/limits'
import type { Db } from '../../database/db'
import type { AppDefinition } from '../apps/definition'
import { mailContent, mailTexts } from '../mail/template'
import type { MailContent } from '../mail/template'
import { toOutboxRow } from '../mail/outbox'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { lineOf } from './content'
import { insertUnsubscribeLink, listSubscribers } from './repository'
import type { Channel, CommentRow } from './repository'

export const UNSUBSCRIBE_PATH = '/account/unsubscribe'

/** Longer answers are cut in mails; the page has them in full. */
const QUOTE_MAX_CHARS = 500

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
  tx: Db & Pick<Repositories, 'outbox'>,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, writer, post, nodes }: NewAnswer,
): Promise<void> {
  const text = lineOf(nodes)
  for (const subscriber of await listSubscribers(tx, post, writer.id, ANSWER_MAILS_MAX)) {
    const unsubscribeUrl = await createUnsubscribeUrl(tx, services, post, subscriber.id)
    const mail = answerMail(app, text, post.url, unsubscribeUrl)
    await tx.outbox.insert({ ...toOutboxRow(services, app, subscriber, mail), unsubscribeUrl })
  }
}

/** Its token only ends the mails about this channel to this member. */
async function createUnsubscribeUrl(
  db: Db,
  { secrets, clock, urls }: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { appId, mode, channelKey }: Channel,
  memberId: string,
): Promise<string> {
  const token = secrets.linkToken()
  await insertUnsubscribeLink(db, {
    appId,
    mode,
    channelKey,
    memberId,
    tokenDigest: secrets.digest(token),
    expiresAt: clock.now() + UNSUBSCRIBE_LINK_DAYS * DAY_MS,
  })
  return `${urls.api}${UNSUBSCRIBE_PATH}?token=${token}`
}

const texts = {
  subject: 'A new answer at {app}',
  intro: 'Somebody answered where you take part:',
  link: 'Read it there',
  unsubscribe: 'Stop these mails',
}

/** @param pageUrl of the page with the comments; null: unknown */
function answerMail(app: AppDefinition, answer: string, pageUrl: string | null, unsubscribeUrl: string): MailContent {
  const text = mailTexts(app, 'comment-answered', texts, {})
  const quote = answer.length > QUOTE_MAX_CHARS ? `${answer.slice(0, QUOTE_MAX_CHARS)}…` : answer
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: quote },
    ...(pageUrl === null ? [] : [{ label: text('link'), link: pageUrl }]),
    { label: text('unsubscribe'), link: unsubscribeUrl },
  ])
}
