import { timingSafeEqual } from 'node:crypto'
import { CODE_TRIES_PER_MAIL, PASSWORDLESS_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Address, EmailCodePurpose, EmailCodeRow } from '../../ports/address-store'
import type { Secrets } from '../../lib/ids'
import type { Services } from '../../ports/services'
import type { OutboxRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { passwordlessMail } from '../mails/passwordless-mail'
import { toOutboxRow } from '../mails/to-outbox-row'
import { decoyWrite } from './decoy-write'
import type { DeviceClaim } from './devices'
import type { SignInAttempt } from './sign-in-limits'
import { digitsIn, takeCodeTry } from './typed-code'

export interface EmailCode {
  row: EmailCodeRow
  mail: OutboxRow
  /** For the browser that asked: the code works only together with it. Null for published clients. */
  requestToken: string | null
}

/**
 * A fresh code for an address and the mail that carries it, not stored yet.
 *
 * @param options.removesPassword whether the mail says that its code ends what an unproven address was given
 */
export function newEmailCode(
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  { appId, mode, email }: Address,
  purpose: EmailCodePurpose,
  { claim, removesPassword = false }: { claim: DeviceClaim; removesPassword?: boolean },
): EmailCode {
  const { secrets, clock } = services
  const code = secrets.code()
  const requestToken = claim === undefined ? null : secrets.sessionToken()
  const createdAt = clock.now()
  const row = {
    id: secrets.id('code'),
    appId,
    mode,
    email,
    purpose,
    codeDigest: digestOf(secrets, { appId, mode, email }, purpose, code),
    requestDigest: requestToken === null ? null : secrets.digest(requestToken),
    triesLeft: CODE_TRIES_PER_MAIL,
    createdAt,
    expiresAt: createdAt + PASSWORDLESS_CODE_LIFETIME_MINUTES * 60_000,
  }
  const content = passwordlessMail(app, purpose, { code, removesPassword })
  return { row, mail: toOutboxRow(services, app, { email, mode }, content), requestToken }
}

/** Both in the caller's transaction: a mail without its code, or a code without its mail, helps nobody. */
export async function storeEmailCode(
  { emailCodes, outbox }: Pick<Repositories, 'emailCodes' | 'outbox'>,
  { row, mail }: Pick<EmailCode, 'row' | 'mail'>,
): Promise<void> {
  await emailCodes.insert(row)
  await outbox.insert(mail)
}

/**
 * The open code that the digits prove, null when they prove none. An address without a code costs as much.
 *
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function findEmailCode(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders'>,
  attempt: SignInAttempt,
  address: Address,
  { purpose, typed, requestToken }: { purpose: EmailCodePurpose; typed: string; requestToken: string | null },
): Promise<EmailCodeRow | null> {
  const { store, secrets, clock } = services
  const digits = digitsIn(typed)
  if (digits === null) return null
  const requestDigest = requestToken === null ? null : secrets.digest(requestToken)
  const refund = await takeCodeTry(services, attempt, purpose, requestDigest)
  const row = await store.emailCodes.takeTry(address, purpose, clock.now(), requestDigest)
  const { claim, request } = attempt
  if (!row) await decoyWrite(store, newEmailCode(services, request.app, address, purpose, { claim }).mail)
  if (!row || !matches(row, digestOf(secrets, address, purpose, digits))) return null
  await refund()
  return row
}

/** With the address in it, equal digits of two addresses have different digests. */
function digestOf(secrets: Secrets, { appId, mode, email }: Address, purpose: EmailCodePurpose, code: string): string {
  return secrets.digest(`${appId} ${mode} ${purpose} ${email} ${code}`)
}

function matches({ codeDigest }: EmailCodeRow, digest: string): boolean {
  return timingSafeEqual(Buffer.from(codeDigest), Buffer.from(digest))
}
