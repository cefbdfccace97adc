import type { Services } from '../../ports/services'
import type { MemberRow, OutboxRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import type { MailContent } from './mail-content'

/** A mail from an app to one address, due at once. The mode decides by which way it leaves. */
export function toOutboxRow(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  { email, mode }: Pick<MemberRow, 'email' | 'mode'>,
  content: MailContent,
): OutboxRow {
  const now = clock.now()
  const { name, address } = app.mail.sender
  return {
    id: secrets.id('mail'),
    to: email,
    from: `${name} <${address}>`,
    ...content,
    appId: app.id,
    mode,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  }
}
