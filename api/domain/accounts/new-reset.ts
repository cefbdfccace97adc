import type { Services } from '../../ports/services'
import type { CodeRow, MemberRow, OutboxRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { resetPasswordMail } from '../mails/reset-password-mail'
import { toOutboxRow } from '../../features/mail/outbox'
import type { DeviceClaim } from './devices'
import { newCode } from './new-code'

/** A way to a new password: the row that recognises it, and the mail that carries it. */
export interface NewReset {
  row: CodeRow
  mail: OutboxRow
  /** See `NewCode`. */
  requestToken: string | null
}

/**
 * @param requestedFrom IP address of the caller
 * @param options see `newCode`
 */
export function newReset(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>,
  requestedFrom: string,
  options: { claim?: DeviceClaim; isLinkOnly?: boolean } = {},
): NewReset {
  const { row, code, token, requestToken } = newCode(services, member, 'reset-password', requestedFrom, options)
  const shown = options.isLinkOnly ? null : code
  const mail = toOutboxRow(services, app, member, resetPasswordMail(app, services.urls, { code: shown, token }))
  return { row, mail, requestToken }
}

/** In the caller's transaction. */
export async function storeReset(
  { codes, outbox }: Pick<Repositories, 'codes' | 'outbox'>,
  { row, mail }: Pick<NewReset, 'row' | 'mail'>,
): Promise<void> {
  await codes.insert(row)
  await outbox.insert(mail)
}
