import type { BrowserKeys } from '../../lib/browser-keys'
import type { Membership, MembershipResult } from '../../lib/membership'
import { createAccountStore, type AccountState } from './account-state'
import { toCustomFields, toUserData, type SignupForm } from './signup-fields'

export interface Account {
  state: () => AccountState
  /** Calls back after each change. Answers the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** Asks the service who is logged in. */
  check: () => Promise<void>
  signup: (form: SignupForm) => Promise<MembershipResult>
  login: (input: { email: string; password: string }) => Promise<MembershipResult>
  /** On success the page is loaded anew at `/`; on failure the member stays logged in. */
  logout: () => Promise<MembershipResult>
  /** Opens the membership script's dialog for a forgotten password. */
  openForgotPassword: () => Promise<MembershipResult>
  /** Follows logins and logouts of other tabs. Answers the end of it. */
  follow: () => () => void
}

export interface AccountDeps {
  membership: Membership
  keys: BrowserKeys
  /** Loads a path of the site from the server. */
  load: (path: string) => void
}

/** The account of whoever sits at this browser: what the service knows, kept in step with the page and its keys. */
export function createAccount({ membership, keys, load }: AccountDeps): Account {
  const store = createAccountStore(keys)
  return {
    state: store.current,
    subscribe: store.subscribe,
    async check() {
      const asked = store.next()
      const result = await membership.currentMember()
      // Since then somebody logged in or out, or a newer check began: this answer is old news.
      if (asked !== store.version()) return
      if (result.member) store.enter(result.member)
      else if (result.success) store.leave()
      else store.lose()
    },
    async signup(form) {
      const { email, password } = form
      const result = await membership.signup({ email, password, customFields: toCustomFields(form) })
      if (!result.success) return result
      if (result.member) store.enter(result.member)
      else keys.setLoggedIn()
      keys.setUserData({ ...toUserData(form), email: result.member?.auth.email ?? email })
      return result
    },
    async login(input) {
      const result = await membership.login(input)
      if (result.member) store.enter(result.member)
      else if (result.success) keys.setLoggedIn()
      return result
    },
    async logout() {
      const result = await membership.logout()
      if (!result.success) return result
      store.leave()
      load('/')
      return result
    },
    openForgotPassword: membership.openForgotPassword,
    follow: () => membership.onAuthChange((member) => (member ? store.enter(member) : store.leave())),
  }
}
