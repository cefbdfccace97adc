import { timingSafeEqual } from 'node:crypto'
import { CODE_TRIES_PER_MAIL, PASSWORDLESS_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import { notices } from '../../../contract/messages'
import { parseUrl } from '../../../contract/parse-url'
import type { Answer } from '../../../contract/schemas'
import type { Db, Tx } from '../../database/db'
import type { PublicUrls, Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { accountKey } from '../../http/rate-limits/limiter'
import type { Secrets } from '../../lib/ids'
import type { AppDefinition } from '../apps/definition'
import { isLiveDomain } from '../apps/relying-party'
import { signInPolicy } from '../apps/sign-in-policy'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { OutboxRow } from '../mail/outbox'
import type { RequestContext, RequestFor } from '../members/context'
import { findMemberByEmail, lockMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { readMemberPlans } from '../plans/repository'
import { toMemberAuth } from '../plans/serializers'
import { tryInvitation } from '../plans/join'
import { decoyWrite, digitsIn, confirmEmail, endsPassword } from './codes'
import { takeCodeTry } from './sign-in-limits'
import { finishLogin, requireLogin } from './finish-login'
import type { CompleteStep } from './login'
import { passwordlessMail } from './mails'
import { consumeEmailCode, insertEmailCode, takeEmailCodeTry } from './repository'
import type { AccountEmail, EmailCodePurpose, EmailCodeRow } from './repository'
import { agentOf, networkOf } from './devices'
import type { DeviceClaim } from './devices'
import type { SignInAttempt } from './sign-in-limits'

interface MailEntry {
  method: 'code' | 'link'
  claim: DeviceClaim
  /** The known device of the call. */
  deviceId: string | null
  inviteToken: string | null | undefined
  includeContentGroups: boolean | undefined
  /** For a code that another request used first. */
  refusal: 'invalid-passwordless-login-code' | 'invalid-login-link'
  /** The code of the second step, of a published client. */
  second?: { code: string; completeStep: CompleteStep } | null
}

/**
 * The end of a login by email. Code and link are one row, so using one ends the other.
 * @throws ApiError `refusal`, `second-factor-required`, `second-factor-setup-required`
 */
export async function enterByMail(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'mailWaiting'>,
  request: RequestContext,
  { id, email }: Pick<EmailCodeRow, 'id' | 'email'>,
  { method, claim, deviceId, inviteToken, includeContentGroups, refusal, second }: MailEntry,
): Promise<Answer<'passwordlessLogin'>> {
  const { app, mode } = request
  const { loginNotice, end, ...loggedIn } = await services.store.transaction(async (tx) => {
    const found = (await consumeEmailCode(tx, id)) && (await findMemberByEmail(tx, app.id, mode, email))
    const current = found && (await lockMemberById(tx, found.id))
    // Just deleted, or moved to another email.
    if (!current || current.email !== email) throw new ApiError(refusal)
    const member = await confirmEmail(tx, current, deviceId)
    const refused = await tryInvitation(tx, services, { app, member }, inviteToken)
    const isRemoved = current.passwordHash !== null && member.passwordHash === null
    const given = noticeOf(refused, isRemoved)
    const details = { event: 'afterLogin', includeContentGroups, ...given } as const
    const isFirstProof = !current.verified
    const proof = { method, claim, request, details, isFirstProof } as const
    const ended = await finishLogin(tx, services, { app, member }, proof)
    // Without two-step verification, twelve digits are no code.
    if (second && !('step' in ended && ended.step.methods.includes('totp'))) throw new ApiError(refusal)
    return { member, end: ended, plans: await readMemberPlans(tx, member.id), loginNotice: given }
  })
  if (second && 'step' in end) return second.completeStep(end.step.challenge, second.code)
  const login = requireLogin(services, end)
  return {
    data: toMemberAuth({ app, ...loggedIn, ...login, event: 'afterLogin', includeContentGroups }),
    ...loginNotice,
  }
}

/** Only a single message is translated. */
function noticeOf(refused: string | null, isRemoved: boolean): Pick<Answer<'passwordlessLogin'>, 'message' | 'notice'> {
  const removed = notices['password-removed']
  if (refused === null) return isRemoved ? { message: removed, notice: 'password-removed' } : {}
  return { message: isRemoved ? `${removed} ${refused}` : refused }
}

interface LinkRequest {
  /** The page that asked; null: an older client. */
  returnUrl: string | null
  /** The email has no code. */
  isOnly: boolean
  request: Pick<RequestContext, 'ipAddress' | 'userAgent'>
}

interface EmailCode {
  row: EmailCodeRow
  mail: OutboxRow
  /** For the requesting browser: the code needs it. Null for published clients. */
  requestToken: string | null
}

interface NewEmailCode {
  purpose: EmailCodePurpose
  claim: DeviceClaim
  /** The mail given that using the code removes the password. */
  removesPassword?: boolean
  link?: LinkRequest | null
}

/** Not stored yet. */
export function newEmailCode(
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  { appId, mode, email }: AccountEmail,
  { purpose, claim, removesPassword = false, link = null }: NewEmailCode,
): EmailCode {
  const { secrets, clock, urls } = services
  const code = secrets.code()
  const token = link && `lnk_${secrets.linkToken()}`
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
    linkDigest: token && secrets.digest(token),
    returnUrl: link?.returnUrl ?? null,
    network: link && networkOf(link.request.ipAddress),
    agent: link && agentOf(link.request.userAgent),
    triesLeft: CODE_TRIES_PER_MAIL,
    createdAt,
    expiresAt: createdAt + PASSWORDLESS_CODE_LIFETIME_MINUTES * 60_000,
  }
  const content = passwordlessMail(app, purpose, {
    code: link?.isOnly ? null : code,
    link: link && token && loginLinkUrl(app, urls, { token, returnUrl: link.returnUrl }),
    removesPassword,
  })
  return { row, mail: toOutboxRow(services, app, { email, mode }, content), requestToken }
}

/** Sent by an owner: works in any browser. Not stored yet. @throws ApiError `passwordless-disabled` */
export async function newLoginMail(
  db: Db,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: MemberRow,
): Promise<EmailCode> {
  const { code, link } = signInPolicy(app).methods
  if (!code && !link) throw new ApiError('passwordless-disabled')
  const removesPassword = await endsPassword(db, member, null)
  // Without a page that asked, the link opens the hosted page; the mail does not describe the owner's device.
  const request = { ipAddress: '', userAgent: undefined }
  const asked = link ? { returnUrl: null, isOnly: !code, request } : null
  return newEmailCode(services, app, member, { purpose: 'login', claim: undefined, removesPassword, link: asked })
}

/** In the caller's transaction. */
export async function storeEmailCode(tx: Tx, { row, mail }: Pick<EmailCode, 'row' | 'mail'>): Promise<void> {
  await insertEmailCode(tx, row)
  await insertMail(tx, mail)
}

/**
 * Null without an open code with these digits. An email without a code costs the same.
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function findEmailCode(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders' | 'urls'>,
  attempt: SignInAttempt,
  account: AccountEmail,
  { purpose, typed, requestToken }: { purpose: EmailCodePurpose; typed: string; requestToken: string | null },
): Promise<EmailCodeRow | null> {
  const { store, secrets, clock } = services
  const digits = digitsIn(typed)
  if (digits === null) return null
  const requestDigest = requestToken === null ? null : secrets.digest(requestToken)
  const refund = await takeCodeTry(services, attempt, purpose, requestDigest)
  const row = await takeEmailCodeTry(store, account, { purpose, now: clock.now(), requestDigest })
  const { claim, request } = attempt
  if (!row) await decoyWrite(store, newEmailCode(services, request.app, account, { purpose, claim }).mail)
  if (!row || !matches(row, digestOf(secrets, account, purpose, digits))) return null
  await refund()
  return row
}

/** For a logged-in member without a password, a provider and a second factor. Not stored yet. */
export const newReauthenticationCode = (
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  app: AppDefinition,
  member: AccountEmail,
): EmailCode => newEmailCode(services, app, member, { purpose: 'reauthenticate', claim: null })

/** Null without an open code with these digits. @throws ApiError `too-many-requests` */
export function findReauthenticationCode(
  services: Parameters<typeof findEmailCode>[0],
  request: RequestFor<'reauthenticate'>,
  typed: string,
  requestToken: string | null,
): Promise<EmailCodeRow | null> {
  const { member } = request
  const account = accountKey(member.appId, member.mode, member.email)
  // The caller has a session: tries count per request token, not with those of strangers.
  const attempt = { request, account, member, claim: null, deviceId: 'session' }
  return findEmailCode(services, attempt, member, { purpose: 'reauthenticate', typed, requestToken })
}

/** Salted with the email, so that equal codes have different digests. */
export function digestOf(
  secrets: Secrets,
  { appId, mode, email }: AccountEmail,
  purpose: EmailCodePurpose,
  code: string,
): string {
  return secrets.digest(`${appId} ${mode} ${purpose} ${email} ${code}`)
}

function matches({ codeDigest }: EmailCodeRow, digest: string): boolean {
  return timingSafeEqual(Buffer.from(codeDigest), Buffer.from(digest))
}

/**
 * The page that asked, which a link may open; null without one.
 * @throws ApiError `invalid-field-value` for a page of another site
 */
export function readReturnUrl({ origin }: Pick<RequestContext, 'origin'>, named: string | null | undefined) {
  if (named === undefined || named === null) return null
  const url = parseUrl(named)
  const isPage = url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage || url.origin !== origin) throw new ApiError('invalid-field-value')
  url.hash = ''
  return url.href
}

/**
 * In Test Mode any site may ask. An email must not send its reader to a foreign one: the hosted page then names the site.
 * @param returnUrl null: an older client, whose page does not read the link
 */
function loginLinkUrl(
  app: AppDefinition,
  { api }: Pick<PublicUrls, 'api'>,
  { token, returnUrl }: { token: string; returnUrl: string | null },
): string {
  if (returnUrl !== null && isOwnSite(app, returnUrl)) return linkAt(returnUrl, token)
  return `${api}${LOGIN_LINK_PATH}?token=${token}`
}

export const LOGIN_LINK_PATH = '/login-link'

export const linkAt = (page: string, token: string): string => `${page}#ms-auth=${token}`

function isOwnSite(app: AppDefinition, url: string): boolean {
  const { hostname } = new URL(url)
  return isLiveDomain(app, url) || /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/u.test(hostname)
}
