import type { MemberAuth, MembershipClient } from '../public'
import { endSession, startSession } from '../stores/identity'
import { currentToken } from '../stores/session'
import type { ClientContext } from './context'
import { dispatchAuthEvent } from './auth-events'
import { readCurrentMember } from './member'
import { originDomain } from './origin-domain'

type AuthMethods = Pick<
  MembershipClient,
  | 'signupMemberEmailPassword'
  | 'loginMemberEmailPassword'
  | 'sendMemberResetPasswordEmail'
  | 'resetMemberPassword'
  | 'sendMemberVerificationEmail'
  | 'logout'
  | 'getMemberCookie'
>

/** Logging in and out, and the mails that help with it. */
export function authMethods(context: ClientContext): AuthMethods {
  const { call, window } = context
  return {
    async signupMemberEmailPassword(params, options) {
      const answer = await call('signup', { ...params, ...originDomain(window), ...(options ? { options } : {}) })
      return loggedIn(window, 'signup', answer)
    },
    async loginMemberEmailPassword({ email, password }, options) {
      const answer = await call('login', { email, password, ...(options ? { options } : {}) })
      return loggedIn(window, 'login', answer)
    },
    sendMemberResetPasswordEmail: async ({ email }) => call('sendResetPasswordEmail', { email }),
    async resetMemberPassword({ token, newPassword, email }) {
      const answer = await call('resetPassword', { token, newPassword, ...(email ? { email } : {}) })
      // A reset ends the member's sessions on the server: find out whether ours was one of them.
      if (currentToken()) readCurrentMember(context).catch(() => {})
      return answer
    },
    sendMemberVerificationEmail: (options) => call('sendEmailVerification', originDomain(window), options),
    logout: () => logout(context),
    getMemberCookie: currentToken,
  }
}

function loggedIn<A extends { data: MemberAuth }>(
  window: ClientContext['window'],
  event: 'login' | 'signup',
  answer: A,
): A {
  const { member, tokens } = answer.data
  startSession({ accessToken: tokens.accessToken, expires: tokens.expires }, member)
  dispatchAuthEvent(window, event, member)
  return answer
}

/** The page changes at once; the server is told meanwhile, by a request that a following navigation does not cut off. */
async function logout({ call, window }: ClientContext): ReturnType<MembershipClient['logout']> {
  const token = currentToken()
  endSession()
  dispatchAuthEvent(window, 'logout', null)
  try {
    return await call('logout', {}, { token, keepalive: true })
  } catch {
    return { data: { redirect: null } }
  }
}
