import type { Config } from '../../config'
import type { Mode } from '../../lib/ids'
import type { Mailer } from '../../ports/mailer'
import { markAsTest } from './mark-as-test'
import { createSmtpMailer } from './smtp-mailer'

/**
 * By which way the mails of each mode leave. In development Test Mode's land in the test mailbox, and so do live ones
 * while there is no mail server. Elsewhere nobody could look into that mailbox: there Test Mode's mails are sent like live
 * ones, marked as tests, so that a page in Test Mode on a public address works as well.
 */
export function chooseMailers(
  { smtp, development }: Pick<Config, 'smtp' | 'development'>,
  testMailbox: Mailer,
): Record<Mode, Mailer> {
  if (smtp === null) return { test: testMailbox, live: testMailbox }
  const live = createSmtpMailer(smtp)
  return { test: development ? testMailbox : markAsTest(live), live }
}
