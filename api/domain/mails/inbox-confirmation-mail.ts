import type { InboxKind, InboxMessageRow } from '../../ports/inbox-store'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
  subject: '{app} has your message',
  'intro-inquiry': 'Thank you for your inquiry to {app}. A person reads it, and you hear from us within 24 hours.',
  'intro-contact': 'Thank you for your message to {app}. A person reads it, and answers in 5-7 business days.',
  reference: 'Its reference is {reference}.',
  stranger: 'If you wrote nothing to {app}, somebody else gave your address. Nothing more will come of it.',
}

const intros = { inquiry: 'intro-inquiry', contact: 'intro-contact' } as const satisfies Record<
  InboxKind,
  keyof typeof texts
>

/** To the sender, without a word of what was written. */
export function inboxConfirmationMail(app: AppDefinition, { id, kind }: InboxMessageRow): MailContent {
  const text = mailTexts(app, 'inbox-confirmation', texts, { reference: id })
  return mailContent(text('subject'), [
    { paragraph: text(intros[kind]) },
    { paragraph: text('reference') },
    { paragraph: text('stranger') },
  ])
}
