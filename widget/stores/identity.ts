/** Who is logged in. Three things can happen to that; each leaves all stores consistent with each other. */
import { atom } from 'nanostores'
import type { Member } from '../../contract/entities'
import { recoverReadiness } from './app'

export interface Session {
  accessToken: string
  /** Epoch milliseconds; null when the token came from storage, which does not keep it. */
  expires: number | null
}

/** What outlives the page: a session and the member last seen with it. */
export interface Identity {
  session: Session | null
  member: Member | null
}

const nobody: Identity = { session: null, member: null }

/** One value for both, so that they are stored in one step and no other tab sees a half-done login. */
export const $identity = atom<Identity>(nobody)

/** Who is looking at the page: undefined while a stored session has not been confirmed, null for a visitor. */
export const $member = atom<Member | null | undefined>(undefined)

/** The last login, signup, logout or dead session, here or in another tab; null before the first. */
export const $authChange = atom<{ member: Member | null } | null>(null)

/** The visit's session id as the server gave it; null before, after logout, and where tracking is off. */
export const $visitSessionId = atom<string | null>(null)

/** A login or signup, here or in another tab. */
export function startSession(session: Session, member: Member): void {
  setSession(session, member)
  setMember(member)
  recoverReadiness()
  announceAuthChange(member)
}

/** Logout, deletion or a session that the server no longer knows. */
export function endSession(): void {
  clearSession()
  setVisitSessionId(null)
  setMember(null)
  announceAuthChange(null)
}

/** The server confirmed or changed the member of the running session. */
export function refreshMember(member: Member): void {
  const { session } = $identity.get()
  if (session) setSession(session, member)
  setMember(member)
  recoverReadiness()
}

/** The stored session's token, undefined without one. */
export const currentToken = (): string | undefined => $identity.get().session?.accessToken

/** `member` is the one that belongs to the session, null when it is not known yet. */
export const setSession = (session: Session, member: Member | null): void => $identity.set({ session, member })

export const clearSession = (): void => $identity.set(nobody)

export const setMember = (member: Member | null | undefined): void => $member.set(member)

export const announceAuthChange = (member: Member | null): void => $authChange.set({ member })

export const setVisitSessionId = (sessionId: string | null): void => $visitSessionId.set(sessionId)
