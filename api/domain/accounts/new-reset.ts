import type { Services } from '../../ports/services'
import type { CodeRow, MemberRow, OutboxRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { resetPasswordMail } from '../mails/reset-password-mail'
import { toOutboxRow } from '../mails/to-outbox-row'
import { newCode } from './new-code'

/** A way to a new password: the row that recognises it, and the mail that carries it. */
export interface NewReset {
  row: CodeRow
  mail: OutboxRow
}

/** @param requestedFrom address of the caller */
export function newReset(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>,
  requestedFrom: string,
): NewReset {
  const { row, code, token } = newCode(services, member, 'reset-password', requestedFrom)
  const mail = toOutboxRow(services, app, member, resetPasswordMail(app, services.urls, { code, token }))
  return { row, mail }
}

/** In the caller's transaction. */
export async function storeReset(
  { codes, outbox }: Pick<Repositories, 'codes' | 'outbox'>,
  { row, mail }: NewReset,
): Promise<void> {
  await codes.insert(row)
  await outbox.insert(mail)
}
