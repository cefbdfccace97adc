import { timingSafeEqual } from 'node:crypto'
import { notices } from '../../../contract/errors'
import { CODE_TRIES_PER_MAIL, PASSWORDLESS_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../domain/account-key'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { Address, EmailCodePurpose, EmailCodeRow } from '../../ports/address-store'
import type { RequestContext } from '../../ports/handler'
import type { Secrets } from '../../ports/secrets'
import type { Services } from '../../ports/services'
import type { OutboxRow, Repositories } from '../../ports/store'
import { toOutboxRow } from '../mail/outbox'
import { readMemberPlans } from '../plans/connections'
import { toMemberAuth } from '../plans/serializers'
import { tryInvitation } from '../plans/teams'
import { decoyWrite, digitsIn, takeCodeMail, takeCodeTry } from './codes'
import type { DeviceClaim } from './devices'
import { finishLogin } from './login'
import { passwordlessMail } from './mails'
import { readAttempt } from './sign-in-limits'
import type { SignInAttempt } from './sign-in-limits'
import { createAccount, newMember, readNewAccount, requireFreeAddress } from './signup'
import { endsPassword, confirmEmail } from './verification'

/** The same for every email, so that it does not reveal accounts. */
const MESSAGE = 'If there is an account with this email, a code is on its way to it.'

/**
 * Mails a code to log in with. Known and unknown emails get the same answer after the same work. Our client gets a
 * `requestToken`: the code works only together with it, and no other request replaces it.
 *
 * @throws ApiError `passwordless-disabled`, `too-many-requests` with `methods`
 */
export async function sendPasswordlessLoginEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'sendPasswordlessLoginEmail'>,
): Promise<Answer<'sendPasswordlessLoginEmail'>> {
  const { store } = services
  const { app, mode } = request
  requirePasswordless(app)
  const attempt = await readAttempt(services, request, 'passwordlessMailsPerAddress', input)
  await takeCodeMail(services, attempt, 'login')

  const { member, claim } = attempt
  const removesPassword = member !== null && (await endsPassword(store, member, attempt.deviceId))
  const address = { appId: app.id, mode, email: input.email }
  const code = newEmailCode(services, app, address, 'login', { claim, removesPassword })
  if (member) await store.transaction((repositories) => storeEmailCode(repositories, code))
  else await decoyWrite(store, code.mail)
  services.mailWaiting()
  const { requestToken } = code
  return { data: { success: true, ...(requestToken !== null && { requestToken }) }, message: MESSAGE }
}

/**
 * Logs in with a mailed code, which proves the email, and joins the team of an invitation. `message` says why that
 * could not be, or that the password of an unproven account was removed.
 *
 * @throws ApiError `invalid-passwordless-login-code` for whatever is wrong with the code, `passwordless-disabled`,
 * `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function passwordlessLogin(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'passwordlessLogin'>,
): Promise<Answer<'passwordlessLogin'>> {
  const { app, mode } = request
  const { email, inviteToken, options } = input
  requirePasswordless(app)
  const attempt = await readAttempt(services, request, 'passwordlessTriesPerAddress', input)
  const typed = { typed: input.passwordlessToken, requestToken: input.requestToken ?? null }
  const address = { appId: app.id, mode, email }
  const code = await findEmailCode(services, attempt, address, { purpose: 'login', ...typed })
  if (!code) throw new ApiError('invalid-passwordless-login-code')

  const { said, ...loggedIn } = await services.store.transaction(async (repositories) => {
    const { emailCodes, members } = repositories
    const found = (await emailCodes.consume(code.id)) && (await members.findByEmail(app.id, mode, email))
    const current = found && (await members.lock(found.id))
    // Deleted, or moved to another address, a moment ago.
    if (!current || current.email !== email) throw new ApiError('invalid-passwordless-login-code')
    const member = await confirmEmail(repositories, current, attempt.deviceId)
    const refused = await tryInvitation(repositories, services, app, member, inviteToken)
    const login = await finishLogin(repositories, services, app, member, { claim: input.device })
    const isRemoved = current.passwordHash !== null && member.passwordHash === null
    return {
      member,
      ...login,
      plans: await readMemberPlans(repositories, member.id),
      said: sayWhat(refused, isRemoved),
    }
  })
  const includeContentGroups = options?.includeContentGroups
  return {
    data: toMemberAuth({ app, ...loggedIn, event: 'afterLogin', includeContentGroups }),
    ...said,
  }
}

/** Only a single message is translated. */
function sayWhat(refused: string | null, isRemoved: boolean): Pick<Answer<'passwordlessLogin'>, 'message' | 'notice'> {
  const removed = notices['password-removed']
  if (refused === null) return isRemoved ? { message: removed, notice: 'password-removed' } : {}
  return { message: isRemoved ? `${removed} ${refused}` : refused }
}

/**
 * Mails a code to sign up with. A sign-up may say that an address is taken (design section 8); the caller's limit keeps
 * that from being asked in bulk.
 *
 * @throws ApiError `email-already-in-use`, `passwordless-disabled`, `too-many-requests` with `methods`
 */
export async function sendPasswordlessSignupEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders'>,
  request: RequestContext,
  { email, device: claim }: Input<'sendPasswordlessSignupEmail'>,
): Promise<Answer<'sendPasswordlessSignupEmail'>> {
  const { store, rateLimiter, clock } = services
  const { app, mode, address } = request
  requirePasswordless(app)
  await rateLimiter.take('passwordlessMailsPerAddress', address)
  await requireFreeAddress(store, { appId: app.id, mode, email }, clock.now())
  const account = accountKey(app.id, mode, email)
  await takeCodeMail(services, { request, account, member: null, claim, deviceId: null }, 'signup')
  const code = newEmailCode(services, app, { appId: app.id, mode, email }, 'signup', { claim })
  await store.transaction((repositories) => storeEmailCode(repositories, code))
  services.mailWaiting()
  const { requestToken } = code
  return {
    data: { success: true, ...(requestToken !== null && { requestToken }) },
    message: 'We have sent you an email with a code.',
  }
}

/**
 * Creates a verified member without a password for the address that the code was mailed to, with free plans and in the
 * team that invited them, and logs in. `message` says why they could not join the team. The code is used up in the same transaction, so two completions make one member.
 *
 * @throws ApiError `invalid-passwordless-login-code`, `email-already-in-use`, `passwordless-disabled`,
 * `too-many-requests` and what a sign-up with a password does
 */
export async function passwordlessSignup(
  services: StorageServices & Pick<Services, 'secrets' | 'mirror' | 'rateLimiter' | 'proofOfWork' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'passwordlessSignup'>,
): Promise<Answer<'passwordlessSignup'>> {
  const { store, clock, rateLimiter } = services
  const { app, mode, address } = request
  requirePasswordless(app)
  await rateLimiter.take('passwordlessTriesPerAddress', address)
  // Errors in the form must not use up a try.
  const account = readNewAccount(request, input)
  const proven = { appId: app.id, mode, email: account.email }
  const attempt = {
    request,
    account: accountKey(app.id, mode, account.email),
    member: null,
    claim: input.device,
    deviceId: null,
    proofOfWork: input.proofOfWork,
  }
  const typed = { typed: input.passwordlessToken, requestToken: input.requestToken ?? null }
  const code = await findEmailCode(services, attempt, proven, { purpose: 'signup', ...typed })
  if (!code) throw new ApiError('invalid-passwordless-login-code')
  await requireFreeAddress(store, proven, clock.now())
  await rateLimiter.take('signupsPerAddress', address)

  const member = newMember(services, request, account, { passwordHash: null, verified: true })
  return createAccount(services, request, account, member, async ({ emailCodes }) => {
    if (!(await emailCodes.consume(code.id))) throw new ApiError('invalid-passwordless-login-code')
  })
}

/** @throws ApiError `passwordless-disabled` where the app does not offer mailed codes */
function requirePasswordless({ passwordless }: AppDefinition): void {
  if (!passwordless.enabled) throw new ApiError('passwordless-disabled')
}

interface EmailCode {
  row: EmailCodeRow
  mail: OutboxRow
  /** For the browser that asked: the code works only together with it. Null for published clients. */
  requestToken: string | null
}

/**
 * Makes a code and its mail, not stored yet.
 * @param options.removesPassword whether the mail says that using the code removes the password
 */
function newEmailCode(
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

/** Stores code and mail in the caller's transaction. */
async function storeEmailCode(
  { emailCodes, outbox }: Pick<Repositories, 'emailCodes' | 'outbox'>,
  { row, mail }: Pick<EmailCode, 'row' | 'mail'>,
): Promise<void> {
  await emailCodes.insert(row)
  await outbox.insert(mail)
}

/**
 * Finds the open code with these digits, else null. An email without a code costs the same.
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
async function findEmailCode(
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

/** Includes the email, so that equal codes of two emails have different digests. */
function digestOf(secrets: Secrets, { appId, mode, email }: Address, purpose: EmailCodePurpose, code: string): string {
  return secrets.digest(`${appId} ${mode} ${purpose} ${email} ${code}`)
}

function matches({ codeDigest }: EmailCodeRow, digest: string): boolean {
  return timingSafeEqual(Buffer.from(codeDigest), Buffer.from(digest))
}
