import { atom } from 'nanostores'

/** The visit's session id as the server gave it; null before, after logout, and where tracking is off. */
export const $visitSessionId = atom<string | null>(null)

export const setVisitSessionId = (sessionId: string | null): void => $visitSessionId.set(sessionId)
