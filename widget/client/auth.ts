import { solveChallenge } from '../../contract/solve-challenge'
import type { Answer, Call } from '../../contract/schemas'
import type { CaptchaChallenge } from '../../contract/types/captcha-challenge'
import { reportProblem } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { AuthOptions, MemberAuth, MembershipClient } from '../public'
import { notePasswordLogin } from '../storage/passkey-offer'
import { $app } from '../stores/app'
import type { CodeKind } from '../stores/device'
import { currentToken, endSession, startSession } from '../stores/identity'
import type { CallEndpoint, CallOptions } from '../transport/call'
import { MembershipError } from '../transport/membership-error'
import { type ClientContext, conversion, returnUrlOf } from './context'
import { offerPasskey } from './passkey-offer'
import { dispatchAuthEvent, readCurrentMember } from './member'

type AuthMethods = Pick<
  MembershipClient,
  | 'signupMemberEmailPassword'
  | 'loginMemberEmailPassword'
  | 'sendMemberLoginPasswordlessEmail'
  | 'sendMemberSignupPasswordlessEmail'
  | 'loginMemberPasswordless'
  | 'signupMemberPasswordless'
  | 'sendMemberResetPasswordEmail'
  | '_useLoginLink'
  | 'resetMemberPassword'
  | 'sendMemberVerificationEmail'
  | 'createMemberTicket'
  | '_getCaptchaChallenge'
  | 'logout'
  | 'getMemberCookie'
>

/** Login, logout and their emails. Parameters are copied, not destructured: the server reports missing ones. */
export function authMethods(context: ClientContext): AuthMethods {
  const { call, window, device } = context
  const enter = async <K extends 'signup' | 'login' | 'passwordlessLogin' | 'passwordlessSignup'>(
    event: 'signup' | 'login',
    name: K,
    params: Call<K>,
    options: AuthOptions | undefined,
  ): Promise<Answer<K>> => {
    device.method = methods[name]
    // JSON can't represent a signal.
    const sent = { device: device.token(), ...params, ...(options && { options: { ...options, signal: undefined } }) }
    return loggedIn(context, event, await provenCall<K>(call, name, sent, options))
  }
  return {
    signupMemberEmailPassword: (params, options) =>
      enter('signup', 'signup', { ...signupFacts(context), ...params }, options),
    loginMemberEmailPassword: (params, options) => enter('login', 'login', params, options),
    loginMemberPasswordless: (params, options) =>
      enter('login', 'passwordlessLogin', { ...requestOf(device, 'login'), ...params }, options),
    signupMemberPasswordless: (params, options) => {
      const facts = { ...signupFacts(context), ...requestOf(device, 'signup') }
      return enter('signup', 'passwordlessSignup', { ...facts, ...params }, options)
    },
    ...codeMethods(context),
    sendMemberVerificationEmail: (options) => call('sendEmailVerification', originDomain(window), options),
    createMemberTicket: async (options) => call('createMemberTicket', {}, options),
    _getCaptchaChallenge: async () => call('getCaptchaChallenge', {}),
    logout: (options) => logout(context, options),
    getMemberCookie: currentToken,
  }
}

const methods = {
  signup: 'password',
  login: 'password',
  passwordlessLogin: 'code',
  passwordlessSignup: 'code',
} as const

/** Emailed codes, and setting a password with one. */
function codeMethods(
  context: ClientContext,
): Pick<
  AuthMethods,
  | 'sendMemberLoginPasswordlessEmail'
  | 'sendMemberSignupPasswordlessEmail'
  | 'sendMemberResetPasswordEmail'
  | '_useLoginLink'
  | 'resetMemberPassword'
> {
  const { call, device } = context
  const { window } = context
  const mailCode =
    (kind: CodeKind, name: 'sendPasswordlessLoginEmail' | 'sendPasswordlessSignupEmail') =>
    async (params: { email: string }, options?: CallOptions) => {
      const page = kind === 'login' && pageOf(window)
      const answer = await call(name, { device: device.token(), ...page, ...params }, options)
      const { requestToken, ...data } = answer.data
      if (requestToken) device.saveRequest(kind, requestToken)
      return { ...answer, data }
    }
  return {
    sendMemberLoginPasswordlessEmail: mailCode('login', 'sendPasswordlessLoginEmail'),
    sendMemberSignupPasswordlessEmail: mailCode('signup', 'sendPasswordlessSignupEmail'),
    async _useLoginLink(params, options) {
      device.method = 'code'
      const { data, ...rest } = await call('loginLink', { device: device.token(), ...params }, options)
      const { login } = data
      return { ...rest, data: login ? { ...data, login: loggedIn(context, 'login', { data: login }).data } : data }
    },
    async sendMemberResetPasswordEmail(params, options) {
      const answer = await call('sendResetPasswordEmail', { device: device.token(), ...params }, options)
      const { requestToken, ...rest } = answer
      if (requestToken) device.saveRequest('reset', requestToken)
      return rest
    },
    async resetMemberPassword(params, options) {
      const { email, ...rest } = { ...params }
      const known = email ? { email, device: device.token(), ...requestOf(device, 'reset') } : {}
      const answer = await provenCall(call, 'resetPassword', { ...rest, ...known }, options)
      // A code that an admin sends later belongs to no request.
      device.saveRequest('reset', null)
      // A reset ends the member's sessions on the server, possibly this one.
      if (currentToken()) readCurrentMember(context).catch(() => {})
      return answer
    },
  }
}

/** Starts the member's session and removes values from the response that the page's scripts must not get. */
export function loggedIn<A extends { data: MemberAuth }>(
  context: ClientContext,
  event: 'login' | 'signup',
  answer: A,
): A {
  const { window, device } = context
  const { device: deviceToken, ...data } = answer.data
  const { member, tokens } = data
  if (deviceToken) device.saveToken(deviceToken)
  device.saveMethod()
  startSession({ accessToken: tokens.accessToken, expires: tokens.expires }, member)
  dispatchAuthEvent(window, event, member)
  if (event === 'login' && device.method === 'password' && $app.get()?.additionalAuthMethods.passkey?.offer) {
    notePasswordLogin(window)
    void offerPasskey(context)
  }
  return { ...answer, data }
}

/**
 * Sent with `keepalive`. If the server refuses, the session stays. If it is unreachable, the session ends in this
 * browser, unless `requireServer` is set.
 */
async function logout(
  { call, window }: ClientContext,
  options: Parameters<MembershipClient['logout']>[0],
): ReturnType<MembershipClient['logout']> {
  const token = currentToken()
  let answer: Awaited<ReturnType<MembershipClient['logout']>> = { data: { redirect: null } }
  try {
    answer = await call('logout', {}, { ...options, token, keepalive: true })
  } catch (error) {
    const { code, statusCode } = error instanceof MembershipError ? error : {}
    if (statusCode === 0 && code !== 'request-aborted' && !options?.requireServer)
      reportProblem('error', 'The logout could not be sent to the server.', error)
    // The session has already ended on the server.
    else if (code !== 'client/invalid-token') throw error
  }
  // If someone else logged in during the call, keep their session.
  if ((currentToken() ?? token) === token) {
    endSession()
    dispatchAuthEvent(window, 'logout', null)
  }
  return answer
}

/** Calls that may need a proof of work after too many failed attempts. */
type Proven = 'login' | 'signup' | 'passwordlessLogin' | 'passwordlessSignup' | 'resetPassword'

/**
 * Repeats a call once with the solution if the server asks for a proof of work. Without `crypto.subtle` (https and
 * localhost only) it throws the server's error.
 */
async function provenCall<K extends Proven>(
  call: CallEndpoint,
  name: K,
  input: Call<K>,
  options?: CallOptions,
): Promise<Answer<K>> {
  try {
    return await call<K>(name, input, options)
  } catch (error) {
    const puzzle = puzzleOf(error)
    const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
    if (!puzzle || !subtle) throw error
    const proofOfWork = await solveChallenge(puzzle, subtle)
    return call<K>(name, { ...input, proofOfWork }, options)
  }
}

const puzzleOf = (error: unknown): CaptchaChallenge | null =>
  error instanceof MembershipError && error.code === 'proof-of-work-required' && isPuzzle(error.puzzle)
    ? error.puzzle
    : null

const isPuzzle = (value: unknown): value is CaptchaChallenge => isRecord(value) && isRecord(value['parameters'])

/** The request token of a code mailed from this tab. The code is valid only together with it. */
function requestOf(device: ClientContext['device'], kind: CodeKind): { requestToken?: string } {
  const requestToken = device.requestOf(kind)
  return requestToken === null ? {} : { requestToken }
}

/** Sent with every sign-up. */
function signupFacts(context: ClientContext) {
  const inviteToken = context.inviteToken()
  return {
    ...(inviteToken && { inviteToken }),
    ...originDomain(context.window),
    ...conversion(context),
    ...referral(context),
  }
}

/** Where the link of a login email leads; nothing for a local file. */
const pageOf = ({ location }: Window): { returnUrl?: string } =>
  /^https?:/.test(location.protocol) ? { returnUrl: returnUrlOf(location).replace(/#.*/, '') } : {}

/** The page's origin; nothing for a local file. */
const originDomain = ({ location }: Window): { origin_domain?: string } =>
  /^https?:/.test(location.protocol) ? { origin_domain: location.origin } : {}

/** The referring partner, if the page uses Rewardful and tracking is allowed. */
function referral({ mayTrack, window }: ClientContext) {
  const rewardful: unknown = mayTrack && Reflect.get(window, 'Rewardful')
  if (!isRecord(rewardful)) return {}
  const { referral: id, coupon } = rewardful
  return id ? { rewardfulData: { referral: id, coupon: isRecord(coupon) ? coupon['id'] : undefined } } : {}
}
