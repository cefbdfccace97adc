import type { Answer, Call } from '../../contract/schemas'
import { reportProblem } from '../lib/report-problem'
import type { AuthOptions, MemberAuth, MembershipClient } from '../public'
import { endSession, startSession } from '../stores/identity'
import type { CodeKind } from '../stores/device'
import { currentToken } from '../stores/session'
import { MembershipError } from '../transport/membership-error'
import type { CallOptions } from '../transport/call'
import type { ClientContext } from './context'
import { conversion } from './conversion'
import { dispatchAuthEvent } from './auth-events'
import { readCurrentMember } from './member'
import { originDomain } from './origin-domain'
import { provenCall } from './proven-call'
import { referral } from './referral'

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

/**
 * Logging in and out, and the mails that help with it. Parameters are copied, not taken apart: what a page's script
 * leaves out is the server's to name.
 */
export function authMethods(context: ClientContext): AuthMethods {
  const { call, window, device } = context
  const joining = () => {
    const inviteToken = context.inviteToken()
    return {
      ...(inviteToken && { inviteToken }),
      ...originDomain(window),
      ...conversion(context),
      ...referral(context),
    }
  }
  const enter = async <K extends 'signup' | 'login' | 'passwordlessLogin' | 'passwordlessSignup'>(
    event: 'signup' | 'login',
    name: K,
    params: Call<K>,
    options: AuthOptions | undefined,
  ): Promise<Answer<K>> =>
    loggedIn(
      context,
      event,
      await provenCall<K>(
        call,
        name,
        // A signal stays here.
        { device: device.token(), ...params, ...(options && { options: { ...options, signal: undefined } }) },
        options,
      ),
    )
  return {
    signupMemberEmailPassword: (params, options) => enter('signup', 'signup', { ...joining(), ...params }, options),
    loginMemberEmailPassword: (params, options) => enter('login', 'login', params, options),
    loginMemberPasswordless: (params, options) =>
      enter('login', 'passwordlessLogin', { ...requested(device, 'login'), ...params }, options),
    signupMemberPasswordless: (params, options) =>
      enter('signup', 'passwordlessSignup', { ...joining(), ...requested(device, 'signup'), ...params }, options),
    ...codeMethods(context),
    sendMemberVerificationEmail: (options) => call('sendEmailVerification', originDomain(window), options),
    createMemberTicket: async (options) => call('createMemberTicket', {}, options),
    _getCaptchaChallenge: async () => call('getCaptchaChallenge', {}),
    logout: (options) => logout(context, options),
    getMemberCookie: currentToken,
  }
}

/** The request token of a code that this tab had mailed: its digits work only together with it. */
function requested(device: ClientContext['device'], kind: CodeKind): { requestToken?: string } {
  const requestToken = device.requestOf(kind)
  return requestToken === null ? {} : { requestToken }
}

/** Having codes mailed, and setting a password with one. */
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
      if (requestToken) device.keepRequest(kind, requestToken)
      return { ...answer, data }
    }
  return {
    sendMemberLoginPasswordlessEmail: mailCode('login', 'sendPasswordlessLoginEmail'),
    sendMemberSignupPasswordlessEmail: mailCode('signup', 'sendPasswordlessSignupEmail'),
    async sendMemberResetPasswordEmail(params) {
      const answer = await call('sendResetPasswordEmail', { device: device.token(), ...params })
      const { requestToken, ...rest } = answer
      if (requestToken) device.keepRequest('reset', requestToken)
      return rest
    },
    async resetMemberPassword(params) {
      const { email, ...rest } = { ...params }
      const known = email ? { email, device: device.token(), ...requested(device, 'reset') } : {}
      const answer = await provenCall(call, 'resetPassword', { ...rest, ...known })
      // A code that an admin has mailed later belongs to no request.
      device.keepRequest('reset', null)
      // A reset ends the member's sessions on the server: find out whether ours was one of them.
      if (currentToken()) readCurrentMember(context).catch(() => {})
      return answer
    },
  }
}

/** The member who was let in is the page's from now on. What is meant for the browser alone the page's scripts do not get. */
export function loggedIn<A extends { data: MemberAuth }>(
  { window, device }: Pick<ClientContext, 'window' | 'device'>,
  event: 'login' | 'signup',
  answer: A,
): A {
  const { device: token, ...data } = answer.data
  const { member, tokens } = data
  if (token) device.keep(token)
  startSession({ accessToken: tokens.accessToken, expires: tokens.expires }, member)
  dispatchAuthEvent(window, event, member)
  return { ...answer, data }
}

/**
 * By a request that a following navigation does not cut off. Nobody is told to be logged out while the server refuses;
 * where it cannot be asked, the session ends here at least, unless the caller wants to be certain.
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
    // A session that the server does not know is what was wished for.
    else if (code !== 'client/invalid-token') throw error
  }
  // Whoever logged in meanwhile stays.
  if ((currentToken() ?? token) === token) {
    endSession()
    dispatchAuthEvent(window, 'logout', null)
  }
  return answer
}
