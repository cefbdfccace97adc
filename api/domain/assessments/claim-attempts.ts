import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { AttemptSummary } from '../../ports/trusttag/attempt-store'
import { lockCaller } from '../../features/members/context'
import { bySkill } from './by-skill'
import { noteActivity } from './note-activity'
import { retakeAt } from './retake-at'

/**
 * Makes the attempts of a browser those of the member who is logged in there, in the order in which they were begun. One
 * that the member could not have begun then, because of another of theirs, does not count and is dropped.
 * @returns skills of the dropped ones
 */
export async function claimAttempts(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestFor<'claimAttempts'>,
): Promise<string[]> {
  const { app, mode, visitorDigest, member } = request
  if (visitorDigest === null) return []
  const browser = { appId: app.id, mode, memberId: null, visitorDigest }
  return services.store.transaction(async (repositories) => {
    await lockCaller(repositories, services, request)
    const { attempts } = repositories
    const now = services.clock.now()
    const own = bySkill(await attempts.listCounting({ ...browser, memberId: member.id }, now))
    const dropped: string[] = []
    for (const attempt of (await attempts.listCounting(browser, now)).toReversed()) {
      const sameSkill = own.of(attempt.skill)
      if (isTooEarly(attempt, sameSkill)) {
        await attempts.delete(attempt.id)
        dropped.push(attempt.skill)
        continue
      }
      await take(repositories, services, { ...attempt, memberId: member.id }, sameSkill)
      own.add(attempt)
    }
    // With what was given up, too: its questions are not to come again soon.
    await attempts.claim(browser, member.id)
    return dropped
  })
}

function isTooEarly({ startedAt }: AttemptSummary, sameSkill: readonly AttemptSummary[]): boolean {
  const from = retakeAt(sameSkill)
  return from !== null && startedAt < from
}

/** @param sameSkill the member's others; an open one that could not have been begun beside it is over */
async function take(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  attempt: AttemptSummary,
  sameSkill: readonly AttemptSummary[],
): Promise<void> {
  const isOpen = attempt.status === 'OPEN'
  if (!isOpen) await noteActivity(repositories, services, attempt, 'Assessment completed')
  const expiresAt = services.clock.now()
  for (const other of sameSkill)
    if (other.status === 'OPEN' && (isOpen || isTooEarly(other, [...sameSkill, attempt])))
      await repositories.attempts.update(other.id, { expiresAt })
}
