import { UniqueConstraintError } from '../../domain/unique-constraint-error'
import type { Clock } from '../../ports/clock'
import type { Mailer } from '../../ports/mailer'
import type { MailboxRepository } from '../../ports/store'

/** A Mailer that keeps every mail in the database, where `/dev/mailbox` shows it, instead of sending it. */
export function createTestMailbox(mailbox: MailboxRepository, clock: Clock): Mailer {
  return {
    async send(mail) {
      try {
        await mailbox.insert(mail, clock.now())
      } catch (error) {
        // It arrived before, and the process ended before the outbox learnt of it.
        if (!(error instanceof UniqueConstraintError)) throw error
      }
    },
  }
}
