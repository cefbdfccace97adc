import {
  ATTEMPT_LIFETIME_HOURS,
  ATTEMPTS_WITHIN_RETENTION_MAX,
  UNCLAIMED_ATTEMPT_RETENTION_DAYS,
} from '../../../contract/limits'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { AttemptRow, AttemptSummary } from '../../ports/trusttag/attempt-store'
import { lockCaller } from '../accounts/lock-caller'
import { ApiError } from '../../lib/errors'
import { attemptOwner } from './attempt-owner'
import { bySkill } from './by-skill'
import { drawQuestions } from './draw-questions'
import { findSkill } from './find-skill'
import { retakeAt } from './retake-at'
import { skillKey } from './skill-key'

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
 * @throws ApiError `retake-too-early`, `too-many-requests`, `client/invalid-token`
 */
export async function startAttempt(
  services: AssessmentServices,
  request: RequestContext,
  typed: string,
): Promise<StartedAttempt> {
  const { store, banks, secrets, clock } = services
  await services.rateLimiter.take('attemptsPerAddress', request.address)
  const { name, category, bank } = findSkill(banks, typed)
  if (!request.member)
    await services.rateLimiter.take('visitorAttemptsPerSkill', `${request.address} ${skillKey(name)}`)
  const visitorToken = attemptOwner(request) ? undefined : secrets.sessionToken()
  const visitorDigest = visitorToken === undefined ? request.visitorDigest : secrets.digest(visitorToken)
  const owner = attemptOwner({ ...request, visitorDigest })
  if (!owner) throw new Error('An attempt has nobody to belong to.')
  const now = clock.now()
  return store.transaction(async (repositories) => {
    const { attempts } = repositories
    if (request.member) await lockCaller(repositories, services, { ...request, member: request.member })
    const counting = await attempts.listCounting(owner, now)
    const sameSkill = bySkill(counting).of(name)
    requireRetake(sameSkill, now)
    const givenUp = sameSkill.filter(({ status }) => status === 'OPEN')
    const others = counting.filter((attempt) => !givenUp.includes(attempt))
    requireRoom(others, now)
    for (const { id } of givenUp) await attempts.update(id, { expiresAt: now })
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

/**
 * Every look at an attempt reads what counts of the others: there must not be thousands.
 * @param counting the newest first
 */
function requireRoom(counting: readonly AttemptSummary[], now: number): void {
  const oldest = counting[ATTEMPTS_WITHIN_RETENTION_MAX - 1]
  const from = oldest ? oldest.startedAt + UNCLAIMED_ATTEMPT_RETENTION_DAYS * 24 * HOUR_MS : now
  if (from > now) throw new ApiError('too-many-requests', { retryAfterSeconds: Math.ceil((from - now) / 1_000) })
}
