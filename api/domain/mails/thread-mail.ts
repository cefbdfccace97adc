import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
  subject: 'A new answer at {app}',
  intro: 'Somebody answered where you take part:',
  link: 'Read it there',
  unsubscribe: 'Stop these mails',
}

/** Longer answers are cut: the page has the whole. */
const QUOTE_MAX_CHARS = 500

export interface ThreadMail {
  /** Of the answer, without markup. */
  text: string
  /** Of the page with the comments; null where it is not known. */
  pageUrl: string | null
  unsubscribeUrl: string
}

/** To who takes part in a post, when it is answered. */
export function threadMail(app: AppDefinition, { text: answer, pageUrl, unsubscribeUrl }: ThreadMail): MailContent {
  const text = mailTexts(app, 'comment-answered', texts, {})
  const quote = answer.length > QUOTE_MAX_CHARS ? `${answer.slice(0, QUOTE_MAX_CHARS)}…` : answer
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: quote },
    ...(pageUrl === null ? [] : [{ label: text('link'), link: pageUrl }]),
    { label: text('unsubscribe'), link: unsubscribeUrl },
  ])
}
