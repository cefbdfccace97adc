import type { RequestContext } from '../../ports/handler'
import type { AttemptOwner, AttemptRow } from '../../ports/trusttag/attempt-store'
import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/** How many attempts one answer lists: more than anybody has honestly. What counts, counts beyond it, too. */
export const ATTEMPTS_LISTED_MAX = 200

/** Whose attempts a caller sees: the member's, or those of the browser; null for a visitor who never began one. */
export function attemptOwner({ app, mode, member, visitorDigest }: RequestContext): AttemptOwner | null {
  if (member) return { appId: app.id, mode, memberId: member.id, visitorDigest: null }
  return visitorDigest === null ? null : { appId: app.id, mode, memberId: null, visitorDigest }
}

/** A member may also go on with what the same browser began before the login. */
function isOwn(attempt: AttemptRow, { app, mode, member, visitorDigest }: RequestContext): boolean {
  if (attempt.appId !== app.id || attempt.mode !== mode) return false
  return attempt.memberId === null
    ? visitorDigest !== null && attempt.visitorDigest === visitorDigest
    : attempt.memberId === member?.id
}

/** @throws ApiError `attempt-not-found`, also for somebody else's */
export async function findOwnAttempt(
  { attempts }: Pick<Repositories, 'attempts'>,
  request: RequestContext,
  id: string,
): Promise<AttemptRow> {
  return requireOwn(await attempts.find(id), request)
}

/** The same, locked until the transaction ends. @throws ApiError `attempt-not-found` */
export async function lockOwnAttempt(
  { attempts }: Pick<Repositories, 'attempts'>,
  request: RequestContext,
  id: string,
): Promise<AttemptRow> {
  return requireOwn(await attempts.lock(id), request)
}

function requireOwn(attempt: AttemptRow | null, request: RequestContext): AttemptRow {
  if (!attempt || !isOwn(attempt, request)) throw new ApiError('attempt-not-found')
  return attempt
}
