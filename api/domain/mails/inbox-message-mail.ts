import type { InboxMessageRow } from '../../ports/inbox-store'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
  subject: 'New message ({kind}) at {app}: {reference}',
  intro: 'Somebody wrote to {app}. Your answer goes to them: {email}',
}

/** To the owner: everything that was filled in. */
export function inboxMessageMail(app: AppDefinition, { id, kind, email, fields }: InboxMessageRow): MailContent {
  const text = mailTexts(app, 'inbox-message', texts, { kind, email, reference: id })
  const lines = Object.entries(fields).map(([name, value]) => ({ paragraph: `${name}: ${value}` }))
  return mailContent(text('subject'), [{ paragraph: text('intro') }, ...lines])
}
