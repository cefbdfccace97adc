import type { Answer, Call } from '../../contract/schemas'
import { reportProblem } from '../lib/report-problem'
import type { AuthOptions, MemberAuth, MembershipClient } from '../public'
import { endSession, startSession } from '../stores/identity'
import { currentToken } from '../stores/session'
import { MembershipError } from '../transport/membership-error'
import type { ClientContext } from './context'
import { conversion } from './conversion'
import { dispatchAuthEvent } from './auth-events'
import { readCurrentMember } from './member'
import { originDomain } from './origin-domain'
import { passOn } from './pass-on'
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
  const { call, window } = context
  const pass = passOn(call)
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
    // A signal stays here.
    loggedIn(
      window,
      event,
      await call<K>(name, { ...params, ...(options && { options: { ...options, signal: undefined } }) }, options),
    )
  return {
    signupMemberEmailPassword: (params, options) => enter('signup', 'signup', { ...joining(), ...params }, options),
    loginMemberEmailPassword: (params, options) => enter('login', 'login', params, options),
    loginMemberPasswordless: (params, options) => enter('login', 'passwordlessLogin', params, options),
    signupMemberPasswordless: (params, options) =>
      enter('signup', 'passwordlessSignup', { ...joining(), ...params }, options),
    sendMemberLoginPasswordlessEmail: pass('sendPasswordlessLoginEmail'),
    sendMemberSignupPasswordlessEmail: pass('sendPasswordlessSignupEmail'),
    sendMemberResetPasswordEmail: pass('sendResetPasswordEmail'),
    async resetMemberPassword(params) {
      const { email, ...rest } = { ...params }
      const answer = await call('resetPassword', { ...rest, ...(email && { email }) })
      // A reset ends the member's sessions on the server: find out whether ours was one of them.
      if (currentToken()) readCurrentMember(context).catch(() => {})
      return answer
    },
    sendMemberVerificationEmail: (options) => call('sendEmailVerification', originDomain(window), options),
    createMemberTicket: async (options) => call('createMemberTicket', {}, options),
    _getCaptchaChallenge: async () => call('getCaptchaChallenge', {}),
    logout: (options) => logout(context, options),
    getMemberCookie: currentToken,
  }
}

/** Whoever was let in is the page's member from now on. */
export function loggedIn<A extends { data: MemberAuth }>(
  window: ClientContext['window'],
  event: 'login' | 'signup',
  answer: A,
): A {
  const { member, tokens } = answer.data
  startSession({ accessToken: tokens.accessToken, expires: tokens.expires }, member)
  dispatchAuthEvent(window, event, member)
  return answer
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
