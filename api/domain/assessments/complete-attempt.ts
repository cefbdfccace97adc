import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import { ApiError } from '../../lib/errors'
import { askedQuestions } from './asked-questions'
import { lockOwnAttempt } from './attempt-owner'
import { bySkill } from './by-skill'
import { noteActivity } from './note-activity'
import { retakeAt } from './retake-at'
import { scoreAttempt } from './score-attempt'

/**
 * Ends an attempt and says its result. Asked again it says the same. One that was open beside another of the same skill, of
 * two browsers or two requests at once, does not count once the other is complete.
 * @throws ApiError `attempt-not-found`, `attempt-over`, `answers-missing`
 */
export async function completeAttempt(
  services: Pick<Services, 'store' | 'banks' | 'secrets' | 'clock'>,
  request: RequestContext,
  id: string,
): Promise<AttemptRow> {
  const { store, banks, clock } = services
  return store.transaction(async (repositories) => {
    // Two that were begun at once are two rows: whoever ends one must not miss the other's end.
    await repositories.apps.lock(request.app.id)
    const attempt = await lockOwnAttempt(repositories, request, id)
    if (attempt.status === 'COMPLETE') return attempt
    const now = clock.now()
    const bank = banks.byId(attempt.bankId)
    if (!bank || attempt.expiresAt <= now) throw new ApiError('attempt-over')
    if (askedQuestions(bank, attempt).some((question) => !attempt.answers[question.id]))
      throw new ApiError('answers-missing')
    const retake = retakeAt(bySkill(await repositories.attempts.listCounting(attempt, now)).of(attempt.skill))
    if (retake !== null && attempt.startedAt < retake) throw new ApiError('attempt-over')
    const { points, ...result } = scoreAttempt(bank, attempt)
    const completed: AttemptRow = { ...attempt, status: 'COMPLETE', completedAt: now, result }
    await repositories.attempts.update(id, { status: 'COMPLETE', completedAt: now, result })
    await repositories.questionStatistics.add(attempt, points, result.score)
    await noteActivity(repositories, services, completed, 'Assessment completed')
    return completed
  })
}
