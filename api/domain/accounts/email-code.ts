import { timingSafeEqual } from 'node:crypto'
import { CODE_TRIES_PER_MAIL, PASSWORDLESS_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Address, EmailCodePurpose, EmailCodeRow } from '../../ports/address-store'
import type { Secrets } from '../../ports/secrets'
import type { Services } from '../../ports/services'
import type { OutboxRow, Repositories } from '../../ports/store'
import { accountKey } from '../account-key'
import type { AppDefinition } from '../app-definition'
import { passwordlessMail } from '../mails/passwordless-mail'
import { toOutboxRow } from '../mails/to-outbox-row'
import { decoyWrite } from './decoy-write'
import { digitsIn, takeCodeTry } from './typed-code'

export interface EmailCode {
  row: EmailCodeRow
  mail: OutboxRow
}

/** A fresh code for an address and the mail that carries it, not stored yet. */
export function newEmailCode(
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  { appId, mode, email }: Address,
  purpose: EmailCodePurpose,
): EmailCode {
  const { secrets, clock } = services
  const code = secrets.code()
  const createdAt = clock.now()
  const row = {
    id: secrets.id('code'),
    appId,
    mode,
    email,
    purpose,
    codeDigest: digestOf(secrets, { appId, mode, email }, purpose, code),
    triesLeft: CODE_TRIES_PER_MAIL,
    createdAt,
    expiresAt: createdAt + PASSWORDLESS_CODE_LIFETIME_MINUTES * 60_000,
  }
  return { row, mail: toOutboxRow(services, app, { email, mode }, passwordlessMail(app, purpose, { code })) }
}

/** Both in the caller's transaction: a mail without its code, or a code without its mail, helps nobody. */
export async function storeEmailCode(
  { emailCodes, outbox }: Pick<Repositories, 'emailCodes' | 'outbox'>,
  { row, mail }: EmailCode,
): Promise<void> {
  await emailCodes.insert(row)
  await outbox.insert(mail)
}

/**
 * The open code that the digits prove, null when they prove none. The try is taken before they are compared, so that
 * parallel guesses share the tries of the mail and of the account; an address without a code costs as much.
 */
export async function findEmailCode(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  app: AppDefinition,
  address: Address,
  purpose: EmailCodePurpose,
  typed: string,
): Promise<EmailCodeRow | null> {
  const { store, secrets, clock, rateLimiter } = services
  const digits = digitsIn(typed)
  if (digits === null) return null
  const mayTry = await takeCodeTry(rateLimiter, accountKey(address.appId, address.mode, address.email))
  const row = mayTry ? await store.emailCodes.takeTry(address, purpose, clock.now()) : null
  if (!row) await decoyWrite(store, newEmailCode(services, app, address, purpose).mail)
  return row && matches(row, digestOf(secrets, address, purpose, digits)) ? row : null
}

/** With the address in it, equal digits of two addresses have different digests. */
function digestOf(secrets: Secrets, { appId, mode, email }: Address, purpose: EmailCodePurpose, code: string): string {
  return secrets.digest(`${appId} ${mode} ${purpose} ${email} ${code}`)
}

function matches({ codeDigest }: EmailCodeRow, digest: string): boolean {
  return timingSafeEqual(Buffer.from(codeDigest), Buffer.from(digest))
}
