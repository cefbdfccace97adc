import type { Services } from '../../ports/services'
import type { CodeRow, MemberRow, OutboxRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { toOutboxRow } from '../../features/mail/outbox'
import { verifyEmailMail } from '../mails/verify-email-mail'
import { newCode } from './new-code'

export interface Verification {
  row: CodeRow
  mail: OutboxRow
}

/** A verification link and the mail that carries it, not stored yet. */
export function newVerification(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: MemberRow,
  requestedFrom: string,
): Verification {
  const { row, token } = newCode(services, member, 'verify-email', requestedFrom)
  return { row, mail: toOutboxRow(services, app, member, verifyEmailMail(app, services.urls, { token })) }
}

/** Both in the caller's transaction: a mail without its link, or a link without its mail, helps nobody. */
export async function storeVerification(
  { codes, outbox }: Pick<Repositories, 'codes' | 'outbox'>,
  { row, mail }: Verification,
): Promise<void> {
  await codes.insert(row)
  await outbox.insert(mail)
}
