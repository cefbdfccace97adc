import { endSession, refreshMember, startSession } from '../stores/identity'
import { setMember } from '../stores/member'
import { $identity, setSession } from '../stores/session'
import { MEMBER_KEY, readMember } from './member'
import type { SafeStorage } from './safe-storage'
import { TOKEN_KEY, type TokenStorage } from './token'

export interface OtherTabsSettings {
  window: Window
  local: SafeStorage
  token: TokenStorage
  onUnknownMember: () => void
}

/** Between a storage event and the moment when the cookie written beside it is seen here. */
const COOKIE_DELAY_MS = 300

/** Follows logins and logouts of other tabs, and what happened while this page lay in the back-forward cache. */
export function followOtherTabs(settings: OtherTabsSettings): () => void {
  const { window, token } = settings
  const end = new AbortController()
  const { signal } = end
  const followNow = (): void => (signal.aborted ? undefined : follow(settings))
  const followNews = (): void => {
    followNow()
    // The event may overtake the cookie: look again.
    if (token.isCookie) setTimeout(followNow, COOKIE_DELAY_MS)
  }
  const onStorage = (event: StorageEvent): void => {
    // A key of null means that everything was cleared.
    if (event.key === null || event.key === TOKEN_KEY || event.key === MEMBER_KEY) followNews()
  }
  const onPageShow = (event: PageTransitionEvent): void => (event.persisted ? followNow() : undefined)
  window.addEventListener('storage', onStorage, { signal })
  window.addEventListener('pageshow', onPageShow, { signal })
  // Between the reading of the storage and this listening another tab may have spoken.
  followNow()
  return () => end.abort()
}

function follow({ local, token, onUnknownMember }: OtherTabsSettings): void {
  const { session, member } = $identity.get()
  const accessToken = token.read()
  if (!accessToken) return session ? endSession() : undefined
  const stored = readMember(local)
  if (accessToken !== session?.accessToken) {
    if (stored) return startSession({ accessToken, expires: null }, stored)
    setSession({ accessToken, expires: null }, null)
    setMember(undefined)
    onUnknownMember()
  } else if (stored && JSON.stringify(stored) !== JSON.stringify(member)) {
    refreshMember(stored)
  }
}
