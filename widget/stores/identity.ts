/** The three things that can happen to who is logged in; each leaves all stores agreeing with each other. */
import type { Member } from '../../contract/entities'
import { announceAuthChange } from './auth-change'
import { setMember } from './member'
import { recoverReadiness } from './readiness'
import { $identity, clearSession, type Session, setSession } from './session'
import { setVisitSessionId } from './visit'

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

/** The server confirmed or changed the member of the running session: nobody came or went. */
export function refreshMember(member: Member): void {
  const { session } = $identity.get()
  if (session) setSession(session, member)
  setMember(member)
  recoverReadiness()
}
