/** Stores session, member and visit across pages and tabs. */
import type { Member } from '../../contract/entities'
import { SESSION_ID_MAX_CHARS } from '../../contract/limits'
import { parseJson } from '../lib/errors'
import { isRecord } from '../lib/values'
import {
  $identity,
  $visitSessionId,
  endSession,
  type Identity,
  refreshMember,
  setMember,
  setSession,
  setVisitSessionId,
  startSession,
} from '../stores/identity'
import { $app } from '../stores/app'
import { forgetPending } from './pending'
import { createSafeStorage, type SafeStorage } from './safe-storage'
import { createTokenStorage, TOKEN_KEY, type TokenStorage } from './token'

export const MEMBER_KEY = '_ms-mem'
/** The record that scripts for Memberstack 1.0 read. The layer for such pages writes it; every logout removes it. */
const MEMBERSTACK_1_KEY = 'memberstack'
export const VISIT_SESSION_KEY = 'ms_session_id'

/** The delay until a cookie written by another tab with a storage event is visible here. */
const COOKIE_DELAY_MS = 300

/** How often a page with a member looks whether a script of it has deleted the token: no event says so in the same tab. */
const DELETION_CHECK_MS = 1_000

export interface StorageSettings {
  window: Window
  apiUrl: string
  /** `window.memberstackConfig`. */
  config: { useCookies?: boolean; setCookieOnRootDomain?: boolean }
  /** False if the visitor or the page opted out of analytics. A stored visit ID is then removed. */
  keepVisit: boolean
  /** Another tab logged in, but its member could not be read. */
  onUnknownMember: () => void
  /** Defers work that is not urgent: adding a storage listener takes browsers long. */
  later: (work: () => void) => void
}

/** Fills the stores from the browser's storage, then stores their changes, and follows other tabs. */
export function startStorage(settings: StorageSettings): { stop: () => void } {
  const { window } = settings
  const local = createSafeStorage(() => window.localStorage)
  const token = createTokenStorage({ ...settings, local, location: window.location })
  load(local, token, settings.keepVisit)
  const stops = [
    $identity.listen((now, before) => {
      persist(local, token, now, before)
      if (before?.session && !now.session) forgetPending(window)
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
    // A member without a session was left on this machine.
    writeMember(local, null)
    setMember(null)
  }
  if (keepVisit) setVisitSessionId(readVisitSession(local))
  else writeVisitSession(local, null)
}

/** The value whose storage event other tabs follow is written last, so that they find the other value already there. */
function persist(local: SafeStorage, token: TokenStorage, now: Identity, before: Identity | undefined): void {
  if (token.isCookie) persistToken(token, now, before)
  if (now.member !== before?.member) writeMember(local, now.member)
  if (!token.isCookie) persistToken(token, now, before)
}

/** Writes only a new token: writing it again would change the lifetime of its cookie. */
function persistToken(token: TokenStorage, now: Identity, before: Identity | undefined): void {
  const wanted = now.session?.accessToken ?? null
  if (wanted !== (before?.session?.accessToken ?? null) && wanted !== token.read()) token.write(now.session)
}

interface OtherTabsSettings {
  window: Window
  local: SafeStorage
  token: TokenStorage
  onUnknownMember: () => void
}

/** Follows logins and logouts of other tabs, and those that happened while this page was in the back/forward cache. */
function followOtherTabs(settings: OtherTabsSettings): () => void {
  const { window, token } = settings
  const end = new AbortController()
  const { signal } = end
  const followNow = (): void => (signal.aborted ? undefined : adoptStored(settings))
  const onStorage = ({ key }: StorageEvent): void => {
    // A null key means that everything was cleared.
    if (key !== null && key !== TOKEN_KEY && key !== MEMBER_KEY) return
    followNow()
    // The event may arrive before the cookie, so check again.
    if (token.isCookie) setTimeout(followNow, COOKIE_DELAY_MS)
  }
  const onPageShow = (event: PageTransitionEvent): void => (event.persisted ? followNow() : undefined)
  window.addEventListener('storage', onStorage, { signal })
  window.addEventListener('pageshow', onPageShow, { signal })
  const stopWatching = watchDeletion(settings, signal)
  // Another tab may have written between the first read and this listener.
  followNow()
  return () => {
    end.abort()
    stopWatching()
  }
}

/**
 * Scripts of pages log out by deleting the token. What a person does next already finds the page without the member;
 * for a script that no one's action runs, a timer looks, only while there is a member and the page is visible.
 */
function watchDeletion(settings: OtherTabsSettings, signal: AbortSignal): () => void {
  const { window, token } = settings
  const { document } = window
  const check = (): void => {
    if (!signal.aborted && $identity.get().session && !token.read()) adoptStored(settings)
  }
  // After the page's own listeners.
  const onAction = (): void => void window.setTimeout(check)
  for (const type of ['click', 'keydown', 'focus', 'load', 'memberstack.ready', 'visibilitychange'])
    window.addEventListener(type, onAction, { signal })
  let timer = 0
  // Reading cookies makes the browser wait for another process.
  const isTimed = !token.isCookie
  const stop = $identity.subscribe(({ session }) => {
    window.clearInterval(timer)
    if (session && isTimed) timer = window.setInterval(() => !document.hidden && check(), DELETION_CHECK_MS)
  })
  return () => {
    stop()
    window.clearInterval(timer)
  }
}

function adoptStored({ local, token, onUnknownMember }: OtherTabsSettings): void {
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

/** The stored member; null without one or if it is invalid. */
export function readMember(local: SafeStorage): Member | null {
  const value = parseJson(local.get(MEMBER_KEY))
  return isMember(value) ? withNumbers(value) : null
}

/** Enough to recognize it: the widget itself wrote it, from the server's response. A minimal one is for other scripts. */
const isMember = (value: unknown): value is Member =>
  isRecord(value) && typeof value['id'] === 'string' && 'auth' in value

function writeMember(local: SafeStorage, member: Member | null): void {
  if (member)
    return local.set(MEMBER_KEY, JSON.stringify($app.get()?.storedMember ? minimal(member) : readable(member)))
  local.remove(MEMBER_KEY)
  local.remove(MEMBERSTACK_1_KEY)
}

export const storeMemberstack1Record = (window: Window, record: string): void =>
  createSafeStorage(() => window.localStorage).set(MEMBERSTACK_1_KEY, record)

interface StoredMember extends Member {
  /** The keys of custom fields that are numbers. */
  _numbers?: string[]
}

/**
 * For scripts of pages. They expect that a field which is not filled in is missing, and a text for what was typed, as
 * at Memberstack, where the input of a number stores a text.
 */
function readable(member: Member): StoredMember {
  const filled = Object.entries(member.customFields).filter(([, value]) => value !== null)
  const numbers = filled.filter(([, value]) => typeof value === 'number').map(([key]) => key)
  const customFields = Object.fromEntries(
    filled.map(([key, value]) => [key, typeof value === 'number' ? `${value}` : value]),
  )
  return { ...member, customFields, ...(numbers.length > 0 && { _numbers: numbers }) }
}

function withNumbers({ _numbers, ...member }: StoredMember): Member {
  if (!Array.isArray(_numbers)) return member
  const isNumber = new Set<string>(_numbers)
  const fields = Object.entries(member.customFields)
  const customFields = Object.fromEntries(
    fields.map(([key, value]) => [key, isNumber.has(key) ? Number(value) : value]),
  )
  return { ...member, customFields }
}

/** As `signIn.storedMember` of the app says: nothing that names the person. */
const minimal = ({ id, verified, planConnections }: Member) => ({
  id,
  verified,
  planConnections: planConnections.map(({ planId }) => ({ planId })),
})

/** The stored session ID of the visit. One that is too long is not ours and is removed. */
export function readVisitSession(local: SafeStorage): string | null {
  const id = local.get(VISIT_SESSION_KEY)
  if (id === null || (id !== '' && id.length <= SESSION_ID_MAX_CHARS)) return id
  local.remove(VISIT_SESSION_KEY)
  return null
}

function writeVisitSession(local: SafeStorage, id: string | null): void {
  if (id) local.set(VISIT_SESSION_KEY, id)
  else local.remove(VISIT_SESSION_KEY)
}
