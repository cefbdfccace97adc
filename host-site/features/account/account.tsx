import type { BrowserKeys } from '../../lib/browser-keys'
import type { Member, Membership, MembershipResult } from '../../lib/membership'
import { memberToUserData, type SignupForm, toCustomFields, toUserData } from './signup-fields'
import { UNEXPECTED } from '../../lib/site-results'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

export interface Account {
  state: () => AccountState
  /** Calls back after each change. Returns the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** Asks the membership service who is logged in. */
  check: () => Promise<void>
  signup: (form: SignupForm) => Promise<MembershipResult>
  login: (input: { email: string; password: string }) => Promise<MembershipResult>
  /** On success the page is reloaded at `/`; on failure the member stays logged in. */
  logout: () => Promise<MembershipResult>
  /**
   * Opens the password reset dialog.
   * @param leaving aborted when the user leaves the page; the dialog then closes
   */
  openForgotPassword: (leaving: AbortSignal) => Promise<MembershipResult>
  /** Opens the profile dialog, then reads the member again. If the session ended there, reloads the page at `/`. */
  editProfile: () => Promise<MembershipResult>
  /** Opens the sign-up dialog for a visitor. The result has a member if someone is logged in afterwards. */
  join: () => Promise<MembershipResult>
  /** Sends the verification email again. */
  sendVerificationMail: () => Promise<MembershipResult>
  /** On success the page is reloaded at `/`; on failure nothing has changed. */
  deleteAccount: () => Promise<MembershipResult>
  /** Follows logins and logouts in other tabs. Returns a function that stops this. */
  follow: () => () => void
}

interface AccountDeps {
  membership: Membership
  keys: BrowserKeys
  /** Loads a path as a new document. */
  load: (path: string) => void
}

/** Keeps the page and the browser's stored keys in sync with the membership service. */
export function createAccount({ membership, keys, load }: AccountDeps): Account {
  const store = createAccountStore(keys)
  /** Forgets the member and reloads, if the service ended the session. */
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
    // A login, logout or newer check came first: this response is stale.
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
    editProfile: () => editProfile({ membership, load }, store, check),
    follow: () => membership.onAuthChange((member) => (member ? store.enter(member) : store.leave())),
  }
}

/** The session may have ended in the dialog. */
async function editProfile(
  { membership, load }: Pick<AccountDeps, 'membership' | 'load'>,
  store: AccountStore,
  check: () => Promise<void>,
): Promise<MembershipResult> {
  const result = await membership.openProfile()
  await check()
  const { status, checkFailed } = store.current()
  if (status === 'loggedOut' && !checkFailed) load('/')
  return result
}

/** Checks first: a failed check must not make a member sign up twice. */
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
  /** `unknown` until the browser's keys are read; pages treat it as logged out. */
  status: 'unknown' | 'loggedIn' | 'loggedOut'
  /** Null while only the stored flag says that a member is logged in. */
  member: Member | null
  /** True if the last check failed, so that "logged out" is an assumption. */
  checkFailed: boolean
}

export const UNKNOWN_ACCOUNT: AccountState = { status: 'unknown', member: null, checkFailed: false }
const LOGGED_OUT: AccountState = { ...UNKNOWN_ACCOUNT, status: 'loggedOut' }

interface AccountStore {
  current: () => AccountState
  /** Returns the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** Sets the logged-in member. */
  enter: (member: Member) => void
  /** Sets logged out. */
  leave: () => void
  /** The check failed. */
  lose: () => void
  /** Grows with every change and every `next()`; identifies stale responses. */
  version: () => number
  next: () => number
}

/** Keeps the page's state and the browser's keys equal. */
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
      // First, so that a malformed member changes nothing.
      const userData = memberToUserData(member)
      keys.setLoggedIn()
      keys.setMemberData(member)
      // A sign-up form sent from this browser has more details.
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

/** Used where the service sends no text (seed 000 section 8). */
export const accountTexts = {
  signupFailed: 'Failed to create account. Please try again.',
  loginFailed: 'Invalid email or password. Please try again.',
  forgotPasswordFailed: 'The password reset window could not be opened. Please reload the page.',
  logoutFailed: 'You could not be logged out. Please try again.',
  editFailed: 'Your details could not be opened. Please try again.',
  deleteFailed: 'Your account could not be deleted. Please try again.',
} as const

/** @param otherwise the form's own message, used if the service sent none */
export function failureText(result: MembershipResult, otherwise: string): string {
  return result.unexpected ? UNEXPECTED : result.error || otherwise
}

const AccountContext = createContext<Account | null>(null)

export function AccountProvider({ account, children }: { account: Account; children: ReactNode }) {
  return <AccountContext value={account}>{children}</AccountContext>
}

export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('useAccount needs an AccountProvider above it')
  return account
}

/** Unknown in the prerendered page. */
export function useAccountState(): AccountState {
  const account = useAccount()
  return useSyncExternalStore(account.subscribe, account.state, () => UNKNOWN_ACCOUNT)
}
