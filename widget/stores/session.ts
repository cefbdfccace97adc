import { atom } from 'nanostores'
import type { Member } from '../../contract/entities'

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

/** The stored session's token, undefined without one. */
export const currentToken = (): string | undefined => $identity.get().session?.accessToken

/** `member` is the one that belongs to the session, null when it is not known yet. */
export const setSession = (session: Session, member: Member | null): void => $identity.set({ session, member })

export const clearSession = (): void => $identity.set(nobody)
