import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import { lockCaller } from '../accounts/lock-caller'
import { ATTEMPTS_LISTED_MAX } from './attempt-owner'
import { noteActivity } from './note-activity'
import { retakeAt } from './retake-at'

/**
 * Makes the attempts of a browser those of the member who is logged in there, in the order in which they were begun. One
 * that the member could not have begun then, because of an earlier one of theirs, does not count and is dropped.
 * @returns skills of the dropped ones
 */
export async function claimAttempts(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestFor<'claimAttempts'>,
): Promise<string[]> {
  const { app, mode, visitorDigest } = request
  if (visitorDigest === null) return []
  return services.store.transaction(async (repositories) => {
    await lockCaller(repositories, services, request)
    const dropped: string[] = []
    for (const attempt of await repositories.attempts.listUnclaimed(app.id, mode, visitorDigest)) {
      const isTaken = await claim(repositories, services, request.member.id, attempt)
      if (!isTaken) dropped.push(attempt.skill)
    }
    return dropped
  })
}

async function claim(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  memberId: string,
  attempt: AttemptRow,
): Promise<boolean> {
  const { attempts } = repositories
  const { appId, mode, skill, startedAt } = attempt
  const own = await attempts.listByOwner({ appId, mode, memberId, visitorDigest: null }, ATTEMPTS_LISTED_MAX)
  const sameSkill = own.filter((other) => other.skill === skill)
  const from = retakeAt(sameSkill)
  if (from !== null && startedAt < from) {
    await attempts.delete(attempt.id)
    return false
  }
  await attempts.update(attempt.id, { memberId })
  const now = services.clock.now()
  if (attempt.status === 'COMPLETE')
    await noteActivity(repositories, services, { memberId, skill }, 'Assessment completed')
  else
    for (const open of sameSkill.filter(({ status, expiresAt }) => status === 'OPEN' && expiresAt > now))
      await attempts.update(open.id, { expiresAt: now })
  return true
}
