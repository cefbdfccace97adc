import { timingSafeEqual } from 'node:crypto'
import { messages, notices } from '../../../contract/messages'
import { RESET_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import type { Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import { accountKey } from '../../http/rate-limits/limiter'
import type { Mode } from '../../lib/ids'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { OutboxRow } from '../mail/outbox'
import type { RequestContext } from '../members/context'
import { lockMemberById, updateMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { deleteSessionsOfMember } from '../members/repository-sessions'
import { decoyWrite, digitsIn, digestCode, dropOpenCodes, newCode, confirmEmail } from './codes'
import { resetPasswordMail } from './mails'
import { requireGoodPassword } from './passwords'
import {
  consumeCode,
  decrementCodeTries,
  findCodeByLink,
  findNewestCodeFrom,
  findOpenCode,
  insertCode,
} from './repository'
import type { CodeRow } from './repository'
import { deleteDevicesOfMember, deleteProviderResults } from './repository-sign-in'
import {
  offeredMethods,
  readAttempt,
  takeOrOffer,
  tooManyTriesError,
  takeCodeMail,
  takeCodeTry,
} from './sign-in-limits'
import type { DeviceClaim } from './devices'
import type { SignInAttempt } from './sign-in-limits'

/**
 * Known and unknown emails get the same response after the same work. Our client gets a `requestToken`, which the code needs and the link
 * does not. Past the daily limit of unknown devices the mail has only the link. @throws ApiError `too-many-requests` with `methods`
 */
export async function sendResetPasswordEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'sendResetPasswordEmail'>,
): Promise<Answer<'sendResetPasswordEmail'>> {
  const { store, secrets } = services
  const { app, mode, ipAddress } = request
  const { email } = input
  const attempt = await readAttempt(services, request, 'resetMailsPerAddress', input)
  const hasCode = await takeCodeMail(services, attempt, 'reset')

  const { member, claim } = attempt
  const owner = member ?? { id: secrets.memberId(mode), appId: app.id, mode }
  const reset = newReset(services, app, { ...owner, email }, { requestedFrom: ipAddress, claim, isLinkOnly: !hasCode })
  if (member) {
    await store.transaction((tx) => storeReset(tx, reset))
  } else {
    await decoyWrite(store, reset.mail)
  }
  services.mailWaiting()
  const { requestToken } = reset
  const answer = hasCode
    ? { data: messages.sendMemberResetPasswordEmail }
    : { data: notices['link-only'], notice: 'link-only' as const }
  return { ...answer, ...(requestToken !== null && { requestToken }) }
}

/**
 * By mailed code or link token; does not log in.
 * @throws ApiError `invalid-reset-code` for any wrong code, `password-too-common`, `password-breached`, `too-many-requests` with `methods`,
 * `proof-of-work-required`
 */
export async function resetPassword(
  services: ResetServices & Pick<Services, 'hasher' | 'breachedPasswords'>,
  request: RequestContext,
  input: Input<'resetPassword'>,
): Promise<Answer<'resetPassword'>> {
  const { app, mode, ipAddress } = request
  const { token, newPassword, email, requestToken = null } = input
  const attempt =
    email === undefined
      ? await services.rateLimiter.take('resetTriesPerAddress', ipAddress)
      : await readAttempt(services, request, 'resetTriesPerAddress', { ...input, email })
  await requireGoodPassword(services, { app, mode, email }, newPassword)
  // Before the code is checked: a wrong one costs as much as a right one.
  const passwordHash = await services.hasher.hash(newPassword)
  const named = attempt && email !== undefined ? { email, attempt, requestToken } : null
  const code = await findResetCode(services, { app, mode, ipAddress, token, named })
  if (!code) throw new ApiError('invalid-reset-code')
  await completeReset(services, code, passwordHash)
  return { data: { success: true }, message: messages.resetMemberPassword }
}

interface NewReset {
  row: CodeRow
  mail: OutboxRow
  requestToken: string | null
}

/** @param options.requestedFrom the caller's IP address; for the others see `newCode` */
export function newReset(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>,
  { requestedFrom, ...options }: { requestedFrom: string; claim?: DeviceClaim; isLinkOnly?: boolean },
): NewReset {
  const { row, code, token, requestToken } = newCode(
    services,
    member,
    { purpose: 'reset-password', requestedFrom },
    options,
  )
  const shown = options.isLinkOnly ? null : code
  const mail = toOutboxRow(services, app, member, resetPasswordMail(app, services.urls, { code: shown, token }))
  return { row, mail, requestToken }
}

/** In the caller's transaction. */
export async function storeReset(tx: Tx, { row, mail }: Pick<NewReset, 'row' | 'mail'>): Promise<void> {
  await insertCode(tx, row)
  await insertMail(tx, mail)
}

type ResetServices = Pick<
  Services,
  'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'proofOfWork' | 'socialProviders'
>

interface ResetAttempt {
  app: AppDefinition
  mode: Mode
  ipAddress: string
  /** Six digits, or the token of the mailed link. */
  token: string
  /** Our client also sends the email; null for published clients. */
  named: { email: string; attempt: SignInAttempt; requestToken: string | null } | null
}

/**
 * Tries at six digits are limited by `takeCodeTry`, or without an email (published clients) by IP address and app. Link tokens are too long
 * to guess.
 * @returns null without a matching open code
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
async function findResetCode(services: ResetServices, reset: ResetAttempt): Promise<CodeRow | null> {
  const digits = digitsIn(reset.token)
  if (digits === null) return findByLink(services, reset)
  return reset.named === null
    ? findBareCode(services, reset, digits)
    : findAccountCode(services, reset, reset.named, digits)
}

async function findByLink({ store, secrets, clock }: ResetServices, { app, mode, token }: ResetAttempt) {
  const row = await findCodeByLink(store, secrets.digest(token), 'reset-password', clock.now())
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
  const row =
    member && (await findOpenCode(store, member.id, { purpose: 'reset-password', now: clock.now(), requestDigest }))
  if (!row || !(await decrementCodeTries(store, row.id))) {
    // As much work as counting a try.
    const content = resetPasswordMail(app, services.urls, { code: '', token: '' })
    await decoyWrite(store, toOutboxRow(services, app, { email, mode }, content))
    return null
  }
  if (!matches(services, row, digits)) return null
  await refund()
  return row
}

/** Counted first and refunded when right, so that parallel guesses share the limit. */
async function findBareCode(services: ResetServices, { app, mode, ipAddress }: ResetAttempt, digits: string) {
  const { store, clock, rateLimiter } = services
  const methods = offeredMethods(services, { app, mode }, ['reset', 'provider'])
  const perIpAddress = ['bareCodeFailuresPerAddress', ipAddress] as const
  const perApp = ['bareCodeFailuresPerApp', `${app.id} ${mode}`] as const
  await takeOrOffer(services, perIpAddress, methods)
  await takeOrOffer(services, perApp, methods)
  const row = await findNewestCodeFrom(
    store,
    ipAddress,
    { appId: app.id, mode, purpose: 'reset-password' },
    clock.now(),
  )
  if (!row || !matches(services, row, digits)) return null
  // The right code, but its tries are used up.
  if (!(await decrementCodeTries(store, row.id))) throw tooManyTriesError(RESET_CODE_LIFETIME_MINUTES * 60, methods)
  await rateLimiter.refund(...perIpAddress)
  await rateLimiter.refund(...perApp)
  return row
}

function matches({ secrets }: ResetServices, row: CodeRow, code: string): boolean {
  if (row.codeDigest === null) return false
  return timingSafeEqual(Buffer.from(row.codeDigest), Buffer.from(digestCode(secrets, row.memberId, code)))
}

/**
 * The code proves the email; sessions, known devices and codes are revoked. One transaction.
 * @throws ApiError `invalid-reset-code` when another request used the code first
 */
export async function completeReset(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  code: CodeRow,
  passwordHash: string,
): Promise<void> {
  const { appId, mode, email } = await store.transaction(async (tx) => {
    const member = (await consumeCode(tx, code.id)) && (await lockMemberById(tx, code.memberId))
    if (!member) throw new ApiError('invalid-reset-code')
    await confirmEmail(tx, member)
    await updateMemberById(tx, member.id, { passwordHash })
    await deleteSessionsOfMember(tx, member.id)
    await deleteDevicesOfMember(tx, member.id)
    await deleteProviderResults(tx, member.id)
    await dropOpenCodes(tx, member)
    return member
  })
  // Failed logins with the old password must not block the new one.
  const account = accountKey(appId, mode, email)
  await rateLimiter.clear('failedLoginsPerAccount', account)
  await rateLimiter.clear('failedLoginsPerAccountADay', account)
}
