import { solveChallenge } from '../../contract/solve-challenge'
import type { Answer, Call } from '../../contract/schemas'
import type { CaptchaChallenge } from '../../contract/types/captcha-challenge'
import { reportProblem } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { AuthOptions, MemberAuth, MembershipClient } from '../public'
import type { CodeKind } from '../stores/device'
import { currentToken, endSession, startSession } from '../stores/identity'
import type { CallEndpoint, CallOptions } from '../transport/call'
import { MembershipError } from '../transport/membership-error'
import { type ClientContext, conversion } from './context'
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
  | 'resetMemberPassword'
  | 'sendMemberVerificationEmail'
  | 'createMemberTicket'
  | '_getCaptchaChallenge'
  | 'logout'
  | 'getMemberCookie'
>

/** Logging in and out, and the mails for it. Parameters are copied, not destructured: the server names a missing one. */
export function authMethods(context: ClientContext): AuthMethods {
  const { call, window, device } = context
  const enter = async <K extends 'signup' | 'login' | 'passwordlessLogin' | 'passwordlessSignup'>(
    event: 'signup' | 'login',
    name: K,
    params: Call<K>,
    options: AuthOptions | undefined,
  ): Promise<Answer<K>> => {
    // JSON cannot hold a signal.
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

/** Mails with codes, and setting a password with one. */
function codeMethods(
  context: ClientContext,
): Pick<
  AuthMethods,
  | 'sendMemberLoginPasswordlessEmail'
  | 'sendMemberSignupPasswordlessEmail'
  | 'sendMemberResetPasswordEmail'
  | 'resetMemberPassword'
> {
  const { call, device } = context
  const mailCode =
    (kind: CodeKind, name: 'sendPasswordlessLoginEmail' | 'sendPasswordlessSignupEmail') =>
    async (params: { email: string }, options?: CallOptions) => {
      const answer = await call(name, { device: device.token(), ...params }, options)
      const { requestToken, ...data } = answer.data
      if (requestToken) device.saveRequest(kind, requestToken)
      return { ...answer, data }
    }
  return {
    sendMemberLoginPasswordlessEmail: mailCode('login', 'sendPasswordlessLoginEmail'),
    sendMemberSignupPasswordlessEmail: mailCode('signup', 'sendPasswordlessSignupEmail'),
    async sendMemberResetPasswordEmail(params) {
      const answer = await call('sendResetPasswordEmail', { device: device.token(), ...params })
      const { requestToken, ...rest } = answer
      if (requestToken) device.saveRequest('reset', requestToken)
      return rest
    },
    async resetMemberPassword(params) {
      const { email, ...rest } = { ...params }
      const known = email ? { email, device: device.token(), ...requestOf(device, 'reset') } : {}
      const answer = await provenCall(call, 'resetPassword', { ...rest, ...known })
      // A code that an admin mails later belongs to no request.
      device.saveRequest('reset', null)
      // A reset ends the member's sessions on the server; ours may be one of them.
      if (currentToken()) readCurrentMember(context).catch(() => {})
      return answer
    },
  }
}

/** Starts the member's session. Values for the browser alone are removed from the answer, which the page's scripts get. */
export function loggedIn<A extends { data: MemberAuth }>(
  { window, device }: Pick<ClientContext, 'window' | 'device'>,
  event: 'login' | 'signup',
  answer: A,
): A {
  const { device: deviceToken, ...data } = answer.data
  const { member, tokens } = data
  if (deviceToken) device.saveToken(deviceToken)
  startSession({ accessToken: tokens.accessToken, expires: tokens.expires }, member)
  dispatchAuthEvent(window, event, member)
  return { ...answer, data }
}

/**
 * Its request survives a following navigation. While the server refuses, the session stays; while it cannot be reached,
 * the session ends here at least, unless `requireServer` is set.
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
      reportProblem('error', 'The server could not be told of the logout.', error)
    // A session that the server does not know has ended already.
    else if (code !== 'client/invalid-token') throw error
  }
  // Somebody else may have logged in during the call: their session stays.
  if ((currentToken() ?? token) === token) {
    endSession()
    dispatchAuthEvent(window, 'logout', null)
  }
  return answer
}

/** Calls that need a proof of work after too many failed attempts. */
type Proven = 'login' | 'signup' | 'passwordlessLogin' | 'passwordlessSignup' | 'resetPassword'

/**
 * Repeats a call once, with the solution, where the server asks for a proof of work: about a second of the visitor's
 * device. Without `crypto.subtle`, which browsers have on https and localhost only, it throws the server's error.
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

/** The request token of a code that this tab had mailed: the digits work only together with it. */
function requestOf(device: ClientContext['device'], kind: CodeKind): { requestToken?: string } {
  const requestToken = device.requestOf(kind)
  return requestToken === null ? {} : { requestToken }
}

/** What every sign-up sends besides its parameters. */
function signupFacts(context: ClientContext) {
  const inviteToken = context.inviteToken()
  return {
    ...(inviteToken && { inviteToken }),
    ...originDomain(context.window),
    ...conversion(context),
    ...referral(context),
  }
}

/** The page's origin; nothing for pages without one (a local file). */
const originDomain = ({ location }: Window): { origin_domain?: string } =>
  /^https?:/.test(location.protocol) ? { origin_domain: location.origin } : {}

/** The partner who sent the visitor, where the page uses Rewardful and tracking is allowed. */
function referral({ mayTrack, window }: ClientContext) {
  const rewardful: unknown = mayTrack && Reflect.get(window, 'Rewardful')
  if (!isRecord(rewardful)) return {}
  const { referral: id, coupon } = rewardful
  return id ? { rewardfulData: { referral: id, coupon: isRecord(coupon) ? coupon['id'] : undefined } } : {}
}
