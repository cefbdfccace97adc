import type { BrowserKeys } from '../../lib/browser-keys'
import type { Member } from '../../lib/membership'
import { memberToUserData } from './signup-fields'

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

export interface AccountStore {
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
export function createAccountStore(keys: BrowserKeys): AccountStore {
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
