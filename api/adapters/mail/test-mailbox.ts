import type { Clock } from '../../lib/clock'
import type { Mailer } from '../../ports/mailer'
import type { MailboxRepository } from '../../ports/store'

/** A Mailer that keeps every mail in the database, where `/dev/mailbox` shows it, instead of sending it. */
export function createTestMailbox(mailbox: MailboxRepository, clock: Clock): Mailer {
  return { send: (mail) => mailbox.insert(mail, clock.now()) }
}
