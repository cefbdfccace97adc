import type { BrowserKeys } from '../../lib/browser-keys'
import type { Member, Membership, MembershipResult } from '../../lib/membership'
import { memberToUserData, toCustomFields, toUserData, type SignupForm } from './signup-fields'

export interface AccountState {
  /** `unknown` until this browser has been asked; pages treat it as logged out. */
  status: 'unknown' | 'loggedIn' | 'loggedOut'
  /** Null while only the stored flag says that somebody is logged in. */
  member: Member | null
  /** True if the last check got no answer, so that being logged out is only what we have to assume. */
  checkFailed: boolean
}

export const UNKNOWN_ACCOUNT: AccountState = { status: 'unknown', member: null, checkFailed: false }
const LOGGED_OUT: AccountState = { status: 'loggedOut', member: null, checkFailed: false }

export interface Account {
  state(): AccountState
  subscribe(listener: () => void): () => void
  /** Asks the service who is logged in. */
  check(): Promise<void>
  signup(form: SignupForm): Promise<MembershipResult>
  login(input: { email: string; password: string }): Promise<MembershipResult>
  /** On success the page is loaded anew at `/`; on failure the member stays logged in. */
  logout(): Promise<MembershipResult>
  sendResetEmail: Membership['sendResetEmail']
  resetPassword: Membership['resetPassword']
  /** Follows logins and logouts of other tabs. Answers the end of it. */
  follow(): () => void
}

export interface AccountDeps {
  membership: Membership
  keys: BrowserKeys
  /** Loads a path of the site from the server. */
  load: (path: string) => void
}

/** Who is logged in, on the page and in the browser's keys, which always say the same. */
export function createAccount({ membership, keys, load }: AccountDeps): Account {
  let state: AccountState = keys.isLoggedIn() ? { ...UNKNOWN_ACCOUNT, status: 'loggedIn' } : LOGGED_OUT
  const listeners = new Set<() => void>()
  // Counts checks, logins and logouts: a check that is not the last of them answers with old news, which is dropped.
  let latest = 0

  function become(next: AccountState) {
    latest += 1
    state = next
    listeners.forEach((listener) => listener())
  }
  function enter(member: Member) {
    keys.setLoggedIn()
    keys.setMemberData(member)
    if (keys.userEmail() !== member.auth.email) keys.setUserData(memberToUserData(member))
    become({ status: 'loggedIn', member, checkFailed: false })
  }
  function leave() {
    keys.clear()
    become(LOGGED_OUT)
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async check() {
      const mine = (latest += 1)
      const result = await membership.currentMember()
      if (mine !== latest) return
      if (result.member) enter(result.member)
      else if (result.success) leave()
      else {
        keys.unsetLoggedIn()
        become({ ...LOGGED_OUT, checkFailed: true })
      }
    },
    async signup(form) {
      const { email, password } = form
      const result = await membership.signup({ email, password, customFields: toCustomFields(form) })
      if (!result.success) return result
      if (result.member) enter(result.member)
      else keys.setLoggedIn()
      keys.setUserData({ ...toUserData(form), email: result.member?.auth.email ?? email })
      return result
    },
    async login(input) {
      const result = await membership.login(input)
      if (result.member) enter(result.member)
      else if (result.success) keys.setLoggedIn()
      return result
    },
    async logout() {
      const result = await membership.logout()
      if (!result.success) return result
      leave()
      load('/')
      return result
    },
    sendResetEmail: (email) => membership.sendResetEmail(email),
    resetPassword: (input) => membership.resetPassword(input),
    follow: () => membership.onAuthChange((member) => (member ? enter(member) : leave())),
  }
}
