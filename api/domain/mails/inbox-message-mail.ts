import type { InboxMessageRow } from '../../ports/inbox-store'
import type { AppDefinition } from '../app-definition'
import { mailContent } from './mail-content'
import type { MailContent } from './mail-content'
import { mailTexts } from './mail-texts'

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
