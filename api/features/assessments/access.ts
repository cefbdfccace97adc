import type { AppDefinition } from '../apps/definition'
import { ApiError } from '../../domain/api-error'
import type { RequestContext } from '../../ports/handler'
import type { AttemptOwner, AttemptRow } from '../../ports/trusttag/attempt-store'
import type { Repositories } from '../../ports/store'

/** @throws ApiError `not-found` for an app that issues no TrustTags */
export function requireTrustTags({ trustTag }: AppDefinition): NonNullable<AppDefinition['trustTag']> {
  if (!trustTag) throw new ApiError('not-found')
  return trustTag
}

/** Whose attempts a caller sees: the member's, or the browser's; null for a visitor who never began one. */
export function attemptOwner({ app, mode, member, visitorDigest }: RequestContext): AttemptOwner | null {
  if (member) return { appId: app.id, mode, memberId: member.id, visitorDigest: null }
  return visitorDigest === null ? null : { appId: app.id, mode, memberId: null, visitorDigest }
}

/** A member may also continue an attempt that this browser began before the login. */
function isOwn(attempt: AttemptRow, { app, mode, member, visitorDigest }: RequestContext): boolean {
  if (attempt.appId !== app.id || attempt.mode !== mode) return false
  return attempt.memberId === null
    ? visitorDigest !== null && attempt.visitorDigest === visitorDigest
    : attempt.memberId === member?.id
}

/** @throws ApiError `attempt-not-found`, also for an attempt of another caller */
export async function findOwnAttempt(
  { attempts }: Pick<Repositories, 'attempts'>,
  request: RequestContext,
  id: string,
): Promise<AttemptRow> {
  return requireOwn(await attempts.find(id), request)
}

/** Like `findOwnAttempt`, locked until the transaction ends. */
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
