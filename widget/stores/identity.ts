/** The current member. Each of the three changes leaves all stores consistent with each other. */
import { atom } from 'nanostores'
import type { Member } from '../../contract/entities'
import { recoverReadiness } from './app'

export interface Session {
  accessToken: string
  /** Epoch milliseconds; null if the token was read from storage, which does not store it. */
  expires: number | null
}

/** Stored beyond the page: a session, and the member last seen with it. */
export interface Identity {
  session: Session | null
  member: Member | null
}

const nobody: Identity = { session: null, member: null }

/** One value for both, so that they are stored in one step and no other tab sees half a login. */
export const $identity = atom<Identity>(nobody)

/** Undefined while a stored session has not been confirmed, null for a visitor. */
export const $member = atom<Member | null | undefined>(undefined)

/** The last login, sign-up, logout or expired session, here or in another tab; null before the first. */
export const $authChange = atom<{ member: Member | null } | null>(null)

/** The session ID of the visit, from the server; null before, after logout, and without tracking. */
export const $visitSessionId = atom<string | null>(null)

/** A login or sign-up, here or in another tab. */
export function startSession(session: Session, member: Member): void {
  setSession(session, member)
  setMember(member)
  recoverReadiness()
  announceAuthChange(member)
}

/** A logout, a deletion, or a session that has ended on the server. */
export function endSession(): void {
  clearSession()
  setVisitSessionId(null)
  setMember(null)
  announceAuthChange(null)
}

/** The server renewed the session's token. */
export function refreshSession(session: Session): void {
  const { member } = $identity.get()
  if (!member) return
  const tokens = [...formerTokens, currentToken() ?? '']
  setSession(session, member)
  tokens.forEach((token) => formerTokens.add(token))
}

/** The server confirmed or changed the member of the session. */
export function refreshMember(member: Member): void {
  const { session } = $identity.get()
  if (session) setSession(session, member)
  setMember(member)
  recoverReadiness()
}

/** The stored session's token; undefined without one. */
export const currentToken = (): string | undefined => $identity.get().session?.accessToken

/** Tokens that a proof has replaced: a call that began with one belongs to the same session. */
const formerTokens = new Set<string>()

/** Whether a call with this token was made by the present session. */
export const isCurrent = (token: string | undefined): boolean =>
  token !== undefined && (token === currentToken() || formerTokens.has(token))

/** @param member of the session; null while unknown */
export function setSession(session: Session, member: Member | null): void {
  if (session.accessToken !== currentToken()) formerTokens.clear()
  $identity.set({ session, member })
}

export function clearSession(): void {
  formerTokens.clear()
  $identity.set(nobody)
}

export const setMember = (member: Member | null | undefined): void => $member.set(member)

export const announceAuthChange = (member: Member | null): void => $authChange.set({ member })

export const setVisitSessionId = (sessionId: string | null): void => $visitSessionId.set(sessionId)
