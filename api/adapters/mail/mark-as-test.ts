import type { Mailer } from '../../ports/mailer'

/** A Mailer whose mails say in the subject that they come from Test Mode. */
export function markAsTest(mailer: Mailer): Mailer {
  return { send: (mail, signal) => mailer.send({ ...mail, subject: `[Test] ${mail.subject}` }, signal) }
}
