import { CODE_LENGTH_DIGITS, CODE_TRIES_PER_MAIL } from '../../../contract/limits'
import { messages } from '../../../contract/messages'
import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { signInPolicy } from '../apps/sign-in-policy'
import { withinStorage } from '../files/account-storage'
import type { StorageServices } from '../files/account-storage'
import type { RequestContext } from '../members/context'
import type { Services } from '../../http/services'
import { decoyWrite, endsPassword } from './codes'
import {
  enterByMail,
  findEmailCode,
  newEmailCode,
  readReturnUrl,
  storeEmailCode,
  digestOf,
  linkAt,
  LOGIN_LINK_PATH,
} from './email-codes'
import type { CompleteStep } from './login'
import { consumeEmailCode, findEmailCodeByLink, replaceByCode } from './repository'
import { readAttempt, takeCodeMail } from './sign-in-limits'
import {
  insertAccount,
  joinAndLogIn,
  newMember,
  orEmailTaken,
  readNewAccount,
  requireFreeEmail,
  signupAnswer,
  signupStorage,
} from './signup'
import { html } from 'hono/html'
import { layout, ofApp } from '../../http/page-kit'
import type { Page } from '../../http/page-kit'
import type { Secrets } from '../../lib/ids'
import { findAppById } from '../apps/repository'
import { findMemberByEmail } from '../members/repository'
import { markup, text } from './page-texts'
import type { EmailCodeRow } from './repository'
import { findKnownDevice } from './devices'

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
  const account = { appId: app.id, mode, email: input.email }
  const link = methods.link ? { returnUrl, isOnly: !methods.code || !mayHaveCode, request } : null
  const code = newEmailCode(services, app, account, { purpose: 'login', claim, removesPassword, link })
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
  const account = { appId: app.id, mode, email }
  const code = await findEmailCode(services, attempt, account, { purpose: 'login', ...typed })
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
  const { app, mode, ipAddress } = request
  requirePasswordless(app)
  await rateLimiter.take('passwordlessMailsPerAddress', ipAddress)
  await requireFreeEmail(store, { appId: app.id, mode, email }, clock.now())
  const account = accountKey(app.id, mode, email)
  await takeCodeMail(services, { request, account, member: null, claim, deviceId: null }, 'signup')
  const code = newEmailCode(services, app, { appId: app.id, mode, email }, { purpose: 'signup', claim })
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
  const { app, mode, ipAddress } = request
  requirePasswordless(app)
  await rateLimiter.take('passwordlessTriesPerAddress', ipAddress)
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
  await requireFreeEmail(store, proven, clock.now())
  await rateLimiter.take('signupsPerAddress', ipAddress)

  const member = newMember(services, request, account, { passwordHash: null, verified: true })
  const caller = { ...request, member }
  const signedUp = await orEmailTaken(
    withinStorage(
      services,
      caller,
      async (tx) => {
        await insertAccount(tx, services, caller)
        if (!(await consumeEmailCode(tx, code.id))) throw new ApiError('invalid-passwordless-login-code')
        return joinAndLogIn(tx, services, caller, account)
      },
      signupStorage,
    ),
  )
  return signupAnswer(services, caller, account, signedUp)
}

/** @throws ApiError `passwordless-disabled` */
function requirePasswordless(app: AppDefinition): void {
  if (!signInPolicy(app).methods.code) throw new ApiError('passwordless-disabled')
}

type LinkServices = Pick<
  Services,
  'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders' | 'urls' | 'mailWaiting'
>

/**
 * A link from an email. The browser that requested it is logged in at once. Any other is told about the request, so that a foreign link
 * logs no one in: only `act` uses the link up. Link and code of one email end together.
 * @throws ApiError `invalid-login-link`, `login-method-disabled`, `too-many-requests`, `second-factor-required`,
 * `second-factor-setup-required`
 */
export async function loginLink(
  services: LinkServices,
  request: RequestContext,
  input: Input<'loginLink'>,
): Promise<Answer<'loginLink'>> {
  const { store, secrets, clock, rateLimiter } = services
  const { app, mode, ipAddress } = request
  if (!signInPolicy(app).methods.link) throw new ApiError('login-method-disabled')
  await rateLimiter.take('passwordlessTriesPerAddress', ipAddress)
  const row = await findEmailCodeByLink(store, secrets.digest(input.token), clock.now())
  if (!row || row.appId !== app.id || row.mode !== mode) throw new ApiError('invalid-login-link')
  const nothing = { login: null, request: null, code: null }
  if (input.act === 'show-code') return { data: { ...nothing, code: await showCode(services, row) } }
  if (input.act !== 'login' && !isRequester(secrets, row, input.requestToken ?? null)) {
    const { email, agent, network } = row
    return { data: { ...nothing, request: { email, agent, network } } }
  }
  const member = await findMemberByEmail(store, app.id, mode, row.email)
  const deviceId = await findKnownDevice(store, services, member, input.device)
  const { data, ...loginNotice } = await enterByMail(services, request, row, {
    method: 'link',
    claim: input.device,
    deviceId,
    inviteToken: input.inviteToken,
    includeContentGroups: input.options?.includeContentGroups,
    refusal: 'invalid-login-link',
  })
  return { data: { ...nothing, login: data }, ...loginNotice }
}

const isRequester = (secrets: Secrets, { requestDigest }: EmailCodeRow, token: string | null): boolean =>
  requestDigest !== null && token !== null && secrets.digest(token) === requestDigest

/** The mailed code cannot be shown, because only its digest is stored: a new one replaces it and the link. */
async function showCode({ store, secrets }: Pick<Services, 'store' | 'secrets'>, row: EmailCodeRow): Promise<string> {
  const code = secrets.code()
  const next = { codeDigest: digestOf(secrets, row, row.purpose, code), triesLeft: CODE_TRIES_PER_MAIL }
  if (!(await replaceByCode(store, row, next))) throw new ApiError('invalid-login-link')
  return code
}

/** For links of older clients, and of sites in Test Mode that are not the app's. A GET changes nothing. */
export const loginLinkPage: Page = async (services, { method, url, form, ipAddress }) => {
  const { store, secrets, clock, rateLimiter } = services
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await rateLimiter.take('passwordlessTriesPerAddress', ipAddress)
  const row = await findEmailCodeByLink(store, secrets.digest(token), clock.now())
  const app = row && (await findAppById(store, row.appId))
  if (!row || !app || !signInPolicy(app).methods.link)
    return layout({ title: text('linkUsed'), status: 410, content: html`<p>${text('loginLinkUsed')}</p>` })
  if (!form) return question(app, row, token)
  return layout({
    title: text('loginLinkCodeTitle'),
    ...ofApp(app),
    content: html`<p class="code"><strong>${await showCode(services, row)}</strong></p>
      <p>${text('loginLinkCode')}</p>`,
  })
}

function question(app: AppDefinition, row: EmailCodeRow, token: string): Promise<Response> {
  const { email, agent, network, returnUrl } = row
  const device = [agent ?? text('loginLinkDevice'), network].filter(Boolean).join(', ')
  const site = returnUrl === null ? null : { href: linkAt(returnUrl, token), host: new URL(returnUrl).host }
  return layout({
    title: text('loginLinkTitle', { app: app.name }),
    ...ofApp(app),
    content: html`<p>${markup('loginLinkIntro', { email: html`<strong>${email}</strong>` })}</p>
      <p>${text('loginLinkAsked', { device })}</p>
      ${site === null ? '' : html`<p><a class="button" href="${site.href}">${text('loginLinkSite', site)}</a></p>`}
      <form method="post" action="${LOGIN_LINK_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button class="${site === null ? '' : 'quiet'}">${text('loginLinkShow')}</button>
      </form>
      <p>${text('loginLinkStranger')}</p>`,
  })
}
