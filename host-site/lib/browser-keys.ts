/** The names under which other scripts of a page may look (seed 000 section 3). */
const NAMES = {
  isLoggedIn: 'isLoggedIn',
  memberData: 'memberData',
  userData: 'userData',
  userEmail: 'userEmail',
} as const

/** Ours: what a browser's assessments are known by before anybody is logged in. It is no secret of a member's. */
const VISITOR = 'trusttagVisitor'

export interface BrowserKeys {
  isLoggedIn(): boolean
  /** The stored e-mail, null without one. */
  userEmail(): string | null
  setLoggedIn(): void
  unsetLoggedIn(): void
  /** Stored as JSON. */
  setMemberData(member: object): void
  /** The sign-up details as JSON, and their e-mail under its own key. Must not hold the password. */
  setUserData(details: { email: string }): void
  /** What the API knows this browser by; null before the first assessment. */
  visitor: () => string | null
  setVisitor: (token: string) => void
  /** Everything of the member; what the browser is known by stays. */
  clear(): void
}

/**
 * The site's keys in the browser's storage. Blocked or full storage is no error: the site then forgets between pages.
 * @param storage answers the storage, as only reading `window.localStorage` may already throw
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
