import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import { messages } from '../../../contract/messages'
import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { signInPolicy } from '../apps/sign-in-policy'
import type { StorageServices } from '../files/account-storage'
import type { RequestContext } from '../members/context'
import type { Services } from '../../http/services'
import { decoyWrite, endsPassword } from './codes'
import { enterByMail, findEmailCode, newEmailCode, readReturnUrl, storeEmailCode } from './email-codes'
import type { CompleteStep } from './login'
import { consumeEmailCode } from './repository'
import { readAttempt, takeCodeMail } from './sign-in-limits'
import { createAccount, newMember, readNewAccount, requireFreeAddress } from './signup'

/**
 * Known and unknown emails get the same response after the same work. Our client gets a `requestToken`: the code needs it, and other
 * requests
 * do not replace the code. @throws ApiError `passwordless-disabled`, `too-many-requests` with `methods`
 */
export async function sendPasswordlessLoginEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders' | 'urls'>,
  request: RequestContext,
  input: Input<'sendPasswordlessLoginEmail'>,
): Promise<Answer<'sendPasswordlessLoginEmail'>> {
  const { store } = services
  const { app, mode } = request
  const { methods } = signInPolicy(app)
  if (!methods.code && !methods.link) throw new ApiError('passwordless-disabled')
  const returnUrl = readReturnUrl(request, input.returnUrl)
  const attempt = await readAttempt(services, request, 'passwordlessMailsPerAddress', input)
  const mayHaveCode = await takeCodeMail(services, attempt, 'login')

  const { member, claim } = attempt
  const removesPassword = member !== null && (await endsPassword(store, member, attempt.deviceId))
  const address = { appId: app.id, mode, email: input.email }
  const link = methods.link ? { returnUrl, isOnly: !methods.code || !mayHaveCode, request } : null
  const code = newEmailCode(services, app, address, 'login', { claim, removesPassword, link })
  if (member) await store.transaction((tx) => storeEmailCode(tx, code))
  else await decoyWrite(store, code.mail)
  services.mailWaiting()
  const { requestToken } = code
  return {
    data: { success: true, ...(requestToken !== null && { requestToken }) },
    message: messages.sendMemberLoginPasswordlessEmail,
  }
}

/**
 * The code proves the email. Also joins the team of an invitation; `message` says why not, or that the password of an unverified account
 * was
 * removed.
 * @throws ApiError `invalid-passwordless-login-code` for any wrong code, `passwordless-disabled`, `too-many-requests` with `methods`,
 * `proof-of-work-required`
 */
export async function passwordlessLogin(
  services: Pick<
    Services,
    'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders' | 'urls' | 'mailWaiting'
  >,
  request: RequestContext,
  input: Input<'passwordlessLogin'>,
  completeStep: CompleteStep,
): Promise<Answer<'passwordlessLogin'>> {
  const { app, mode } = request
  const { email, inviteToken, options } = input
  requirePasswordless(app)
  const attempt = await readAttempt(services, request, 'passwordlessTriesPerAddress', input)
  const [mailed, second] = splitCodes(input)
  const typed = { typed: mailed, requestToken: input.requestToken ?? null }
  const address = { appId: app.id, mode, email }
  const code = await findEmailCode(services, attempt, address, { purpose: 'login', ...typed })
  if (!code) throw new ApiError('invalid-passwordless-login-code')

  return enterByMail(services, request, code, {
    method: 'code',
    claim: input.device,
    deviceId: attempt.deviceId,
    inviteToken,
    includeContentGroups: options?.includeContentGroups,
    refusal: 'invalid-passwordless-login-code',
    second: second === null ? null : { code: second, completeStep },
  })
}

/** Published clients have no field for the second step: its code comes right after the mailed one. */
function splitCodes({
  passwordlessToken,
  device,
}: Input<'passwordlessLogin'>): [mailed: string, second: string | null] {
  const digits = passwordlessToken.replaceAll(/[\s-]/gu, '')
  const isPair = device === undefined && new RegExp(`^\\d{${2 * CODE_LENGTH_DIGITS}}$`, 'u').test(digits)
  return isPair ? [digits.slice(0, CODE_LENGTH_DIGITS), digits.slice(CODE_LENGTH_DIGITS)] : [passwordlessToken, null]
}

/**
 * A sign-up may reveal that an email is taken (design section 8); the caller's limit prevents bulk queries.
 * @throws ApiError `email-already-in-use`, `passwordless-disabled`, `too-many-requests` with `methods`
 */
export async function sendPasswordlessSignupEmail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders' | 'urls'>,
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
  await store.transaction((tx) => storeEmailCode(tx, code))
  services.mailWaiting()
  const { requestToken } = code
  return {
    data: { success: true, ...(requestToken !== null && { requestToken }) },
    message: messages.sendMemberSignupPasswordlessEmail,
  }
}

/**
 * Creates a verified member without a password, with free plans and the inviting team, and logs in; `message` says why the team could not
 * be
 * joined. The code is used in the same transaction, so it makes one member.
 * @throws ApiError `invalid-passwordless-login-code`, `email-already-in-use`, `passwordless-disabled`, `too-many-requests`; those of a
 * sign-up with a password
 */
export async function passwordlessSignup(
  services: StorageServices &
    Pick<Services, 'secrets' | 'mirror' | 'rateLimiter' | 'proofOfWork' | 'socialProviders' | 'urls' | 'mailWaiting'>,
  request: RequestContext,
  input: Input<'passwordlessSignup'>,
): Promise<Answer<'passwordlessSignup'>> {
  const { store, clock, rateLimiter } = services
  const { app, mode, address } = request
  requirePasswordless(app)
  await rateLimiter.take('passwordlessTriesPerAddress', address)
  // Form errors must not use up a try.
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
  return createAccount(services, request, account, member, async (tx) => {
    if (!(await consumeEmailCode(tx, code.id))) throw new ApiError('invalid-passwordless-login-code')
  })
}

/** @throws ApiError `passwordless-disabled` */
function requirePasswordless(app: AppDefinition): void {
  if (!signInPolicy(app).methods.code) throw new ApiError('passwordless-disabled')
}
