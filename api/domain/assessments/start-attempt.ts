import { ATTEMPT_LIFETIME_HOURS } from '../../../contract/limits'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { AttemptRow, AttemptSummary } from '../../ports/trusttag/attempt-store'
import { ApiError } from '../api-error'
import { attemptOwner } from './attempt-owner'
import { bySkill } from './by-skill'
import { drawQuestions } from './draw-questions'
import { findSkill } from './find-skill'
import { retakeAt } from './retake-at'

const HOUR_MS = 3_600_000
/** Questions of so many attempts do not come again, as far as the bank goes. */
const REMEMBERED_ATTEMPTS = 2

export type AssessmentServices = Pick<Services, 'store' | 'banks' | 'secrets' | 'clock' | 'rateLimiter'>

export interface StartedAttempt {
  attempt: AttemptRow
  /** For a browser that has none. */
  visitorToken: string | undefined
}

/**
 * Draws the questions of a new attempt at a skill. One that is open is over with this: picking a skill begins at question 1
 * (seed 000 section 4).
 * @throws ApiError `retake-too-early`, `too-many-requests`
 */
export async function startAttempt(
  services: AssessmentServices,
  request: RequestContext,
  typed: string,
): Promise<StartedAttempt> {
  const { store, banks, secrets, clock } = services
  await services.rateLimiter.take('attemptsPerAddress', request.address)
  const { name, category, bank } = findSkill(banks, typed)
  const visitorToken = attemptOwner(request) ? undefined : secrets.sessionToken()
  const visitorDigest = visitorToken === undefined ? request.visitorDigest : secrets.digest(visitorToken)
  const owner = attemptOwner({ ...request, visitorDigest })
  if (!owner) throw new Error('An attempt has nobody to belong to.')
  const now = clock.now()
  return store.transaction(async ({ attempts }) => {
    const sameSkill = bySkill(await attempts.listCounting(owner, now)).of(name)
    requireRetake(sameSkill, now)
    for (const open of sameSkill.filter(({ status }) => status === 'OPEN'))
      await attempts.update(open.id, { expiresAt: now })
    const remembered = await attempts.listByBank(owner, bank.id, REMEMBERED_ATTEMPTS)
    const attempt: AttemptRow = {
      id: secrets.id('att'),
      ...owner,
      skill: name,
      bankId: bank.id,
      category,
      questions: drawQuestions(
        bank,
        remembered.flatMap(({ questions }) => questions.map(({ questionId }) => questionId)),
        (bound) => secrets.below(bound),
      ),
      answers: {},
      status: 'OPEN',
      startedAt: now,
      expiresAt: now + ATTEMPT_LIFETIME_HOURS * HOUR_MS,
      completedAt: null,
      result: null,
    }
    await attempts.insert(attempt)
    return { attempt, visitorToken }
  })
}

function requireRetake(sameSkill: readonly AttemptSummary[], now: number): void {
  const from = retakeAt(sameSkill)
  if (from !== null && from > now)
    throw new ApiError('retake-too-early', { retryAfterSeconds: Math.ceil((from - now) / 1_000) })
}
