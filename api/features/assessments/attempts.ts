import type { Db, Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { lockCaller, type RequestContext, type RequestFor } from '../members/context'
import { assignPractice, findAttempt, insertActivity, lockAttempt } from './repository'
import type { ActivityAction, AttemptOwner, AttemptRow } from './repository'

/** @throws ApiError `not-found` if the app issues no TrustTags */
export function requireTrustTags({ trustTag }: AppDefinition): NonNullable<AppDefinition['trustTag']> {
  if (!trustTag) throw new ApiError('not-found')
  return trustTag
}

/** The member, or the browser; null for a visitor without attempts. */
export function attemptOwner({ app, mode, member, visitorDigest }: RequestContext): AttemptOwner | null {
  if (member) return { appId: app.id, mode, memberId: member.id, visitorDigest: null }
  return visitorDigest === null ? null : { appId: app.id, mode, memberId: null, visitorDigest }
}

/** Includes attempts that this browser began before the login. */
function isOwn(attempt: AttemptRow, { app, mode, member, visitorDigest }: RequestContext): boolean {
  if (attempt.appId !== app.id || attempt.mode !== mode) return false
  return attempt.memberId === null
    ? visitorDigest !== null && attempt.visitorDigest === visitorDigest
    : attempt.memberId === member?.id
}

/** @throws ApiError `attempt-not-found`, also for another caller's attempt */
export async function findOwnAttempt(db: Db, request: RequestContext, id: string): Promise<AttemptRow> {
  return requireOwn(await findAttempt(db, id), request)
}

/** @throws ApiError `attempt-not-found` */
export async function lockOwnAttempt(tx: Tx, request: RequestContext, id: string): Promise<AttemptRow> {
  return requireOwn(await lockAttempt(tx, id), request)
}

function requireOwn(attempt: AttemptRow | null, request: RequestContext): AttemptRow {
  if (!attempt || !isOwn(attempt, request)) throw new ApiError('attempt-not-found')
  return attempt
}

/** Gives a browser's practice to the member who logged in, with the files that belong to it. */
export async function claimAttempts(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'claimAttempts'>,
): Promise<void> {
  const { app, mode, visitorDigest, member } = request
  if (visitorDigest === null) return
  const browser = { appId: app.id, mode, memberId: null, visitorDigest }
  await services.store.transaction(async (tx) => {
    await lockCaller(tx, services, request)
    await assignPractice(tx, browser, member.id)
  })
}

/** Visitors have no activity until they claim their attempts. */
export async function recordActivity(
  db: Db,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { memberId, skill }: { memberId: string | null; skill: string },
  action: ActivityAction,
): Promise<void> {
  if (memberId === null) return
  await insertActivity(db, { id: secrets.id('act'), memberId, action, skill, at: clock.now() })
}
