import type { BrowserKeys } from '../../lib/browser-keys'
import type { Member, Membership, MembershipResult } from '../../lib/membership'
import { memberToUserData, type SignupForm, toCustomFields, toUserData } from './signup-fields'

export interface Account {
  state: () => AccountState
  /** Calls back after each change. Answers the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** Asks the service who is logged in. */
  check: () => Promise<void>
  signup: (form: SignupForm) => Promise<MembershipResult>
  login: (input: { email: string; password: string }) => Promise<MembershipResult>
  /** On success the page is reloaded at `/`; on failure the member stays logged in. */
  logout: () => Promise<MembershipResult>
  /**
   * Opens the membership script's dialog for a forgotten password.
   * @param leaving aborted when the page is left: the dialog closes then
   */
  openForgotPassword: (leaving: AbortSignal) => Promise<MembershipResult>
  /**
   * Opens the membership script's dialog for the member's details, and reads them again once it is closed. If it ended the
   * session, the page is reloaded at `/`.
   */
  editProfile: () => Promise<MembershipResult>
  /** Opens the dialog to sign up or log in for who is not logged in. Success with a member: somebody is, now. */
  join: () => Promise<MembershipResult>
  /** Has the mail that proves the member's address sent once more. */
  sendVerificationMail: () => Promise<MembershipResult>
  /** On success the page is reloaded at `/`; on failure nothing has changed. */
  deleteAccount: () => Promise<MembershipResult>
  /** Follows logins and logouts of other tabs. Answers the end of it. */
  follow: () => () => void
}

interface AccountDeps {
  membership: Membership
  keys: BrowserKeys
  /** Loads a path of the site from the server. */
  load: (path: string) => void
}

/** The account of the user at this browser, in step with the page and its stored keys. */
export function createAccount({ membership, keys, load }: AccountDeps): Account {
  const store = createAccountStore(keys)
  /** Ends what was known of the member, if the service did so. */
  const endWith = async (ending: Promise<MembershipResult>): Promise<MembershipResult> => {
    const result = await ending
    if (!result.success) return result
    store.leave()
    load('/')
    return result
  }
  const check = async (): Promise<void> => {
    const asked = store.next()
    const result = await membership.currentMember()
    // Since then somebody logged in or out, or a newer check began: this answer is old news.
    if (asked !== store.version()) return
    if (result.member) store.enter(result.member)
    else if (result.success) store.leave()
    else store.lose()
  }
  return {
    state: store.current,
    subscribe: store.subscribe,
    check,
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
    logout: () => endWith(membership.logout()),
    deleteAccount: () => endWith(membership.deleteMember()),
    openForgotPassword: membership.openForgotPassword,
    join: () => join(membership, store, check),
    sendVerificationMail: membership.sendVerificationMail,
    async editProfile() {
      const result = await membership.openProfile()
      await check()
      const { status, checkFailed } = store.current()
      if (status === 'loggedOut' && !checkFailed) load('/')
      return result
    },
    follow: () => membership.onAuthChange((member) => (member ? store.enter(member) : store.leave())),
  }
}

/** Asks first who is there: nobody is to sign up a second time because it could not be found out. */
async function join(
  membership: Membership,
  store: AccountStore,
  check: () => Promise<void>,
): Promise<MembershipResult> {
  await check()
  const known = store.current()
  if (known.member) return { success: true, member: known.member }
  if (known.checkFailed) return { success: false, error: '', unexpected: true }
  const result = await membership.openSignup()
  if (!result.success) return result
  await check()
  const { member } = store.current()
  return { success: true, ...(member && { member }) }
}

export interface AccountState {
  /** `unknown` until this browser has been asked; pages treat it as logged out. */
  status: 'unknown' | 'loggedIn' | 'loggedOut'
  /** Null while only the stored flag says that somebody is logged in. */
  member: Member | null
  /** True if the last check got no answer, so that being logged out is only what we have to assume. */
  checkFailed: boolean
}

export const UNKNOWN_ACCOUNT: AccountState = { status: 'unknown', member: null, checkFailed: false }
const LOGGED_OUT: AccountState = { ...UNKNOWN_ACCOUNT, status: 'loggedOut' }

interface AccountStore {
  current: () => AccountState
  /** Answers the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** Somebody is logged in. */
  enter: (member: Member) => void
  /** Nobody is. */
  leave: () => void
  /** It could not be found out. */
  lose: () => void
  /** Grows with every change, and by `next()`: tells an answer that is no longer news. */
  version: () => number
  next: () => number
}

/** Who is logged in, on the page and in the browser's keys, which always say the same. */
function createAccountStore(keys: BrowserKeys): AccountStore {
  let state: AccountState = keys.isLoggedIn() ? { ...UNKNOWN_ACCOUNT, status: 'loggedIn' } : LOGGED_OUT
  let version = 0
  const listeners = new Set<() => void>()
  const become = (next: AccountState) => {
    version += 1
    state = next
    listeners.forEach((listener) => listener())
  }
  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    enter(member) {
      // First: a member that cannot be read must leave no trace.
      const userData = memberToUserData(member)
      keys.setLoggedIn()
      keys.setMemberData(member)
      // The same person's sign-up form, if it was sent from here, says more.
      if (keys.userEmail() !== userData.email) keys.setUserData(userData)
      become({ status: 'loggedIn', member, checkFailed: false })
    },
    leave() {
      keys.clear()
      become(LOGGED_OUT)
    },
    lose() {
      keys.unsetLoggedIn()
      become({ ...LOGGED_OUT, checkFailed: true })
    },
    version: () => version,
    next: () => (version += 1),
  }
}
