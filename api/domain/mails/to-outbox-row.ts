import type { Services } from '../../ports/services'
import type { OutboxRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import type { MailContent } from './mail-content'

/** A mail from an app to one address, due at once. */
export function toOutboxRow(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  to: string,
  content: MailContent,
): OutboxRow {
  const now = clock.now()
  const { name, address } = app.mail.sender
  return {
    id: secrets.id('mail'),
    to,
    from: `${name} <${address}>`,
    ...content,
    appId: app.id,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  }
}
