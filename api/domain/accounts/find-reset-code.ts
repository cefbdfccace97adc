import { timingSafeEqual } from 'node:crypto'
import { RESET_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Services } from '../../ports/services'
import type { CodeRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { resetPasswordMail } from '../mails/reset-password-mail'
import { toOutboxRow } from '../mails/to-outbox-row'
import type { Mode } from '../../lib/ids'
import { decoyWrite } from './decoy-write'
import { digestCode } from './new-code'
import { offeredMethods, takeOrOffer, tooManyTriesError } from './sign-in-limits'
import type { SignInAttempt } from './sign-in-limits'
import { digitsIn, takeCodeTry } from './typed-code'

export type ResetServices = Pick<
  Services,
  'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'proofOfWork' | 'socialProviders'
>

export interface ResetAttempt {
  app: AppDefinition
  mode: Mode
  /** The caller's IP address. */
  address: string
  /** Six digits, or the token of the mailed link. */
  token: string
  /** Our client also sends the email; null for published clients. */
  named: { email: string; attempt: SignInAttempt; requestToken: string | null } | null
}

/**
 * The open code that an attempt proves, null when it proves none. Six digits count their tries: see `takeCodeTry`; without
 * an email (published clients) they count against the caller's IP address and the app. The link's token is too long to
 * guess and needs neither.
 *
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function findResetCode(services: ResetServices, reset: ResetAttempt): Promise<CodeRow | null> {
  const digits = digitsIn(reset.token)
  if (digits === null) return findByLink(services, reset)
  return reset.named === null
    ? findBareCode(services, reset, digits)
    : findAccountCode(services, reset, reset.named, digits)
}

async function findByLink({ store, secrets, clock }: ResetServices, { app, mode, token }: ResetAttempt) {
  const row = await store.codes.findByLink(secrets.digest(token), 'reset-password', clock.now())
  return row?.appId === app.id && row.mode === mode ? row : null
}

async function findAccountCode(
  services: ResetServices,
  { app, mode }: ResetAttempt,
  { email, attempt, requestToken }: NonNullable<ResetAttempt['named']>,
  digits: string,
) {
  const { store, secrets, clock } = services
  const requestDigest = requestToken === null ? null : secrets.digest(requestToken)
  const refund = await takeCodeTry(services, attempt, 'reset', requestDigest)
  const { member } = attempt
  const row = member && (await store.codes.findOpen(member.id, 'reset-password', clock.now(), requestDigest))
  if (!row || !(await store.codes.takeTry(row.id))) {
    // As much work as taking a try.
    const content = resetPasswordMail(app, services.urls, { code: '', token: '' })
    await decoyWrite(store, toOutboxRow(services, app, { email, mode }, content))
    return null
  }
  if (!matches(services, row, digits)) return null
  await refund()
  return row
}

/** Counted before it is looked up and given back when it was right, so that parallel guesses share the limit too. */
async function findBareCode(services: ResetServices, { app, mode, address }: ResetAttempt, digits: string) {
  const { store, clock, rateLimiter } = services
  const methods = offeredMethods(services, { app, mode }, ['link', 'provider'])
  const perAddress = ['bareCodeFailuresPerAddress', address] as const
  const perApp = ['bareCodeFailuresPerApp', `${app.id} ${mode}`] as const
  await takeOrOffer(services, perAddress, methods)
  await takeOrOffer(services, perApp, methods)
  const row = await store.codes.findNewestOf(address, { appId: app.id, mode, purpose: 'reset-password' }, clock.now())
  if (!row || !matches(services, row, digits)) return null
  // Right, but wrong ones used its tries up.
  if (!(await store.codes.takeTry(row.id))) throw tooManyTriesError(RESET_CODE_LIFETIME_MINUTES * 60, methods)
  await rateLimiter.giveBack(...perAddress)
  await rateLimiter.giveBack(...perApp)
  return row
}

function matches({ secrets }: ResetServices, row: CodeRow, code: string): boolean {
  if (row.codeDigest === null) return false
  return timingSafeEqual(Buffer.from(row.codeDigest), Buffer.from(digestCode(secrets, row.memberId, code)))
}
