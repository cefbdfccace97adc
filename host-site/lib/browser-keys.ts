/** Seed 000 section 3: other scripts on a page may read these keys. */
const NAMES = {
  isLoggedIn: 'isLoggedIn',
  memberData: 'memberData',
  userData: 'userData',
  userEmail: 'userEmail',
} as const

/** The membership script's session. */
const SESSION = '_ms-mid'

/** Identifies a visitor's assessments before login. It gives no access to a member. */
const VISITOR = 'trusttagVisitor'

export interface BrowserKeys {
  isLoggedIn(): boolean
  /** Whether a session is stored, valid or not. */
  hasSession(): boolean
  userEmail(): string | null
  setLoggedIn(): void
  unsetLoggedIn(): void
  setMemberData(member: object): void
  /** Stores the sign-up details as JSON, and the email under its own key. Must not contain the password. */
  setUserData(details: { email: string }): void
  /** The visitor token; null before the first assessment. */
  visitor: () => string | null
  setVisitor: (token: string) => void
  /** Removes the member's data; the visitor token stays. */
  clear(): void
}

/**
 * Blocked or full storage is not an error: values are then lost between pages.
 * @param storage a function, because reading `window.localStorage` can throw
 */
export function createBrowserKeys(storage: () => Storage): BrowserKeys {
  const attempt = <T>(work: (store: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  const read = (key: string) => attempt((store) => store.getItem(key), null)
  const write = (key: string, value: string) => attempt((store) => store.setItem(key, value), undefined)
  const remove = (key: string) => attempt((store) => store.removeItem(key), undefined)

  return {
    isLoggedIn: () => read(NAMES.isLoggedIn) === 'true',
    hasSession: () => read(SESSION) !== null,
    userEmail: () => read(NAMES.userEmail),
    setLoggedIn: () => write(NAMES.isLoggedIn, 'true'),
    unsetLoggedIn: () => remove(NAMES.isLoggedIn),
    setMemberData: (member) => write(NAMES.memberData, JSON.stringify(member)),
    setUserData: (details) => {
      write(NAMES.userData, JSON.stringify(details))
      write(NAMES.userEmail, details.email)
    },
    visitor: () => read(VISITOR),
    setVisitor: (token) => write(VISITOR, token),
    clear: () => Object.values(NAMES).forEach(remove),
  }
}
