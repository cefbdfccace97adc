import type { ContentNode } from '../../../contract/entities'
import { ANSWER_MAILS_MAX, UNSUBSCRIBE_LINK_DAYS } from '../../../contract/limits'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { lineOf } from './content'
import { mailTexts } from './mail-texts'
import { type Channel, type CommentRow, insertUnsubscribeLink, listSubscribers } from './repository'
import { insertMail, mailContent, type MailContent, textsOfMail, toOutboxRow } from '../mail/outbox'
import type { MemberRow } from '../members/repository'
import type { AppDefinition } from '../apps/definition'

export const UNSUBSCRIBE_PATH = '/account/unsubscribe'

/** Longer answers are cut in mails. */
const QUOTE_MAX_CHARS = 500

const DAY_MS = 24 * 60 * 60 * 1000

interface NewThread {
  app: AppDefinition
  writer: MemberRow
  post: CommentRow
  /** The sanitized answer. */
  nodes: readonly ContentNode[]
}

/**
 * To subscribed participants with a verified email, `ANSWER_MAILS_MAX` at most because the caller waits for each write. Call `mailWaiting`
 * after the transaction.
 */
export async function mailParticipants(
  tx: Db,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, writer, post, nodes }: NewThread,
): Promise<void> {
  const text = lineOf(nodes)
  for (const subscriber of await listSubscribers(tx, post, writer.id, ANSWER_MAILS_MAX)) {
    const unsubscribeUrl = await createUnsubscribeUrl(tx, services, post, subscriber.id)
    const mail = threadMail(app, text, post.url, unsubscribeUrl)
    await insertMail(tx, { ...toOutboxRow(services, app, subscriber, mail), unsubscribeUrl })
  }
}

/** Its token can only unsubscribe this member from this channel. */
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

/** @param pageUrl of the page with the comments; null: unknown */
function threadMail(app: AppDefinition, answer: string, pageUrl: string | null, unsubscribeUrl: string): MailContent {
  const text = textsOfMail(app, 'comment-answered', mailTexts['comment-answered'], {})
  const quote = answer.length > QUOTE_MAX_CHARS ? `${answer.slice(0, QUOTE_MAX_CHARS)}…` : answer
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: quote },
    ...(pageUrl === null ? [] : [{ label: text('link'), link: pageUrl }]),
    { label: text('unsubscribe'), link: unsubscribeUrl },
  ])
}
