import { timingSafeEqual } from 'node:crypto'
import { notices } from '../../../contract/errors'
import { RESET_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../domain/account-key'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { Mode } from '../../domain/mode'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { CodeRow, MemberRow, OutboxRow, Repositories } from '../../ports/store'
import { toOutboxRow } from '../mail/outbox'
import { decoyWrite, digestCode, digitsIn, dropOpenCodes, newCode, takeCodeMail, takeCodeTry } from './codes'
import type { DeviceClaim } from './devices'
import { resetPasswordMail } from './mails'
import { requireUncommonPassword } from './passwords'
import { offeredMethods, readAttempt, takeOrOffer, tooManyTriesError } from './sign-in-limits'
import type { SignInAttempt } from './sign-in-limits'
import { confirmEmail } from './verification'

/** The same for every email, so that it does not reveal accounts. */
const ANSWER = 'If there is an account with this email, a code is on its way to it.'

/**
 * Mails a code and a link for a new password. Known and unknown emails get the same answer after the same work. Our client
 * gets a `requestToken`: the code works only together with it, the link by itself. Past the day's limit of unknown devices
 * the mail has the link alone.
 *
 * @throws ApiError `too-many-requests` with `methods`
 */
export async function sendResetPasswordEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'sendResetPasswordEmail'>,
): Promise<Answer<'sendResetPasswordEmail'>> {
  const { store, secrets } = services
  const { app, mode, address } = request
  const { email } = input
  const attempt = await readAttempt(services, request, 'resetMailsPerAddress', input)
  const hasCode = await takeCodeMail(services, attempt, 'reset')

  const { member, claim } = attempt
  const owner = member ?? { id: secrets.memberId(mode), appId: app.id, mode }
  const reset = newReset(services, app, { ...owner, email }, address, { claim, isLinkOnly: !hasCode })
  if (member) {
    await store.transaction((repositories) => storeReset(repositories, reset))
  } else {
    await decoyWrite(store, reset.mail)
  }
  services.mailWaiting()
  const { requestToken } = reset
  const said = hasCode ? { data: ANSWER } : { data: notices['link-only'], notice: 'link-only' as const }
  return { ...said, ...(requestToken !== null && { requestToken }) }
}

/**
 * Sets a new password with a mailed code or the token of the mailed link. It logs nobody in.
 *
 * @throws ApiError `invalid-reset-code` for whatever is wrong with the code, `password-too-common`,
 * `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function resetPassword(
  services: ResetServices & Pick<Services, 'hasher'>,
  request: RequestContext,
  input: Input<'resetPassword'>,
): Promise<Answer<'resetPassword'>> {
  const { app, mode, address } = request
  const { token, newPassword, email, requestToken = null } = input
  const attempt =
    email === undefined
      ? await services.rateLimiter.take('resetTriesPerAddress', address)
      : await readAttempt(services, request, 'resetTriesPerAddress', { ...input, email })
  await requireUncommonPassword({ app, mode, email }, newPassword)
  // Before the code is looked at: a wrong one costs as much as a right one.
  const passwordHash = await services.hasher.hash(newPassword)
  const named = attempt && email !== undefined ? { email, attempt, requestToken } : null
  const code = await findResetCode(services, { app, mode, address, token, named })
  if (!code) throw new ApiError('invalid-reset-code')
  await completeReset(services, code, passwordHash)
  return { data: { success: true }, message: 'Your password has been reset. Please login.' }
}

interface NewReset {
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

/** Stores both in the caller's transaction. */
export async function storeReset(
  { codes, outbox }: Pick<Repositories, 'codes' | 'outbox'>,
  { row, mail }: Pick<NewReset, 'row' | 'mail'>,
): Promise<void> {
  await codes.insert(row)
  await outbox.insert(mail)
}

type ResetServices = Pick<
  Services,
  'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'proofOfWork' | 'socialProviders'
>

interface ResetAttempt {
  app: AppDefinition
  mode: Mode
  /** IP address of the caller. */
  address: string
  /** Six digits, or the token of the mailed link. */
  token: string
  /** Our client also sends the email; null for published clients. */
  named: { email: string; attempt: SignInAttempt; requestToken: string | null } | null
}

/**
 * Finds the open code of an attempt, else null. Tries at six digits are limited: see `takeCodeTry`; without an email (published
 * clients) by IP address and app. The token of a link is too long to guess.
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
async function findBareCode(services: ResetServices, { app, mode, address }: ResetAttempt, digits: string) {
  const { store, clock, rateLimiter } = services
  const methods = offeredMethods(services, { app, mode }, ['link', 'provider'])
  const perAddress = ['bareCodeFailuresPerAddress', address] as const
  const perApp = ['bareCodeFailuresPerApp', `${app.id} ${mode}`] as const
  await takeOrOffer(services, perAddress, methods)
  await takeOrOffer(services, perApp, methods)
  const row = await store.codes.findNewestOf(address, { appId: app.id, mode, purpose: 'reset-password' }, clock.now())
  if (!row || !matches(services, row, digits)) return null
  // Right, but its tries are used up.
  if (!(await store.codes.takeTry(row.id))) throw tooManyTriesError(RESET_CODE_LIFETIME_MINUTES * 60, methods)
  await rateLimiter.giveBack(...perAddress)
  await rateLimiter.giveBack(...perApp)
  return row
}

function matches({ secrets }: ResetServices, row: CodeRow, code: string): boolean {
  if (row.codeDigest === null) return false
  return timingSafeEqual(Buffer.from(row.codeDigest), Buffer.from(digestCode(secrets, row.memberId, code)))
}

/**
 * Sets the new password in one transaction. The code proves the email; sessions, known devices and codes are revoked.
 * @throws ApiError `invalid-reset-code` when another request used the code first
 */
export async function completeReset(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  code: CodeRow,
  passwordHash: string,
): Promise<void> {
  const { appId, mode, email } = await store.transaction(async (repositories) => {
    const { codes, members, sessions, devices, providerAnswers } = repositories
    const member = (await codes.consume(code.id)) && (await members.lock(code.memberId))
    if (!member) throw new ApiError('invalid-reset-code')
    await confirmEmail(repositories, member)
    await members.update(member.id, { passwordHash })
    await sessions.deleteByMember(member.id)
    await devices.deleteByMember(member.id)
    await providerAnswers.deleteByMember(member.id)
    await dropOpenCodes(repositories, member)
    return member
  })
  // Failed logins with the old password must not block the new one.
  const account = accountKey(appId, mode, email)
  await rateLimiter.clear('failedLoginsPerAccount', account)
  await rateLimiter.clear('failedLoginsPerAccountADay', account)
}
