import { setMember } from '../stores/member'
import { $identity, type Identity, setSession } from '../stores/session'
import { $visitSessionId, setVisitSessionId } from '../stores/visit'
import { forgetWaiting } from './forget-waiting'
import { followOtherTabs } from './other-tabs'
import { readMember, writeMember } from './member'
import { createSafeStorage, type SafeStorage } from './safe-storage'
import { createTokenStorage, type TokenStorage } from './token'
import { readVisitSession, writeVisitSession } from './visit-session'

export interface StorageSettings {
  window: Window
  apiUrl: string
  /** `window.memberstackConfig`. */
  config: { useCookies?: boolean; setCookieOnRootDomain?: boolean }
  /** False where the visitor or the page does not want to be counted: a stored visit id is then removed. */
  keepVisit: boolean
  /** Another tab logged in, but who it was could not be read. */
  onUnknownMember: () => void
  /** Runs what need not happen in the task that the page waits for; the browser's own storage listener takes its time. */
  later: (work: () => void) => void
}

/** Fills the stores from what the browser kept, then keeps what the stores hold, and follows other tabs. */
export function startStorage(settings: StorageSettings): { stop: () => void } {
  const { window } = settings
  const local = createSafeStorage(() => window.localStorage)
  const token = createTokenStorage({ ...settings, local, location: window.location })
  load(local, token, settings.keepVisit)
  const stops = [
    $identity.listen((now, before) => {
      persist(local, token, now, before)
      if (before?.session && !now.session) forgetWaiting(window)
    }),
    $visitSessionId.listen((id) => writeVisitSession(local, id)),
  ]
  let stopped = false
  settings.later(() => {
    if (!stopped) stops.push(followOtherTabs({ window, local, token, onUnknownMember: settings.onUnknownMember }))
  })
  return {
    stop() {
      stopped = true
      stops.forEach((stop) => stop())
    },
  }
}

function load(local: SafeStorage, token: TokenStorage, keepVisit: boolean): void {
  const accessToken = token.read()
  if (accessToken) {
    setSession({ accessToken, expires: null }, readMember(local))
  } else {
    // A member without a session is what someone left behind on this machine.
    writeMember(local, null)
    setMember(null)
  }
  if (keepVisit) setVisitSessionId(readVisitSession(local))
  else writeVisitSession(local, null)
}

/** What other tabs are told by comes last: they then find the other half already there. */
function persist(local: SafeStorage, token: TokenStorage, now: Identity, before: Identity | undefined): void {
  if (token.isCookie) persistToken(token, now, before)
  if (now.member !== before?.member) writeMember(local, now.member)
  if (!token.isCookie) persistToken(token, now, before)
}

/** Only a token that is new here and not stored yet: writing one again would change how long its cookie lives. */
function persistToken(token: TokenStorage, now: Identity, before: Identity | undefined): void {
  const wanted = now.session?.accessToken ?? null
  if (wanted !== (before?.session?.accessToken ?? null) && wanted !== token.read()) token.write(now.session)
}
