import {
  ATTEMPT_LIFETIME_HOURS,
  ATTEMPTS_WITHIN_RETENTION_MAX,
  UNCLAIMED_ATTEMPT_RETENTION_DAYS,
} from '../../../contract/limits'
import type { RequestContext, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { AttemptRow, AttemptSummary } from '../../ports/trusttag/attempt-store'
import { lockCaller } from '../members/context'
import { ApiError } from '../../lib/errors'
import { attemptOwner, lockOwnAttempt } from './access'
import { bySkill, findSkill, retakeAt, skillKey } from './skills'
import { askedQuestions, drawQuestions, scoreAttempt } from './questions'
import type { QuestionBanks } from './question-bank'
import type { ShownQuestion } from './questions'
import { readChoices } from '../../../contract/read-choices'
import type { Repositories } from '../../ports/store'
import type { ActivityAction } from '../../ports/trusttag/tag-store'

const HOUR_MS = 3_600_000
/** Questions of the last attempts are not asked again while the bank has others. */
const REMEMBERED_ATTEMPTS = 2

interface StartedAttempt {
  attempt: AttemptRow
  /** For a browser that has none. */
  visitorToken: string | undefined
}

/**
 * Draws the questions of a new attempt. It ends an open attempt at the same skill: picking a skill begins at question 1 (seed
 * 000 section 4).
 * @throws ApiError `retake-too-early`, `too-many-requests`, `client/invalid-token`
 */
export async function startAttempt(
  services: Pick<Services, 'store' | 'banks' | 'secrets' | 'clock' | 'rateLimiter'>,
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
  if (!owner) throw new Error('The attempt has no owner.')
  const now = clock.now()
  return store.transaction(async (repositories) => {
    const { attempts } = repositories
    if (request.member) await lockCaller(repositories, services, { ...request, member: request.member })
    const counting = await attempts.listCounting(owner, now)
    const sameSkill = bySkill(counting).of(name)
    requireRetake(sameSkill, now)
    const givenUp = sameSkill.filter(({ status }) => status === 'OPEN')
    const others = counting.filter((attempt) => !givenUp.includes(attempt))
    requireBelowLimit(others, now)
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

/** Bounds the attempts that count, because every read of an attempt reads all of them. @param counting newest first */
function requireBelowLimit(counting: readonly AttemptSummary[], now: number): void {
  const oldest = counting[ATTEMPTS_WITHIN_RETENTION_MAX - 1]
  const from = oldest ? oldest.startedAt + UNCLAIMED_ATTEMPT_RETENTION_DAYS * 24 * HOUR_MS : now
  if (from > now) throw new ApiError('too-many-requests', { retryAfterSeconds: Math.ceil((from - now) / 1_000) })
}

/**
 * Adds answers to an open attempt; an empty text removes an answer.
 * @param sent by number of the question
 * @throws ApiError `attempt-not-found`, `attempt-over`, `invalid-field-value` for an unknown question or option
 */
export async function saveAnswers(
  { store, banks, clock }: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
  id: string,
  sent: Record<string, string>,
): Promise<AttemptRow> {
  return store.transaction(async (repositories) => {
    const attempt = await lockOwnAttempt(repositories, request, id)
    if (attempt.status !== 'OPEN' || attempt.expiresAt <= clock.now()) throw new ApiError('attempt-over')
    checkAnswers(banks, attempt, sent)
    const merged = Object.entries({ ...attempt.answers, ...sent }).filter(([, answer]) => answer !== '')
    const answers = Object.fromEntries(merged)
    await repositories.attempts.update(id, { answers })
    return { ...attempt, answers }
  })
}

function checkAnswers(banks: QuestionBanks, attempt: AttemptRow, sent: Record<string, string>): void {
  const asked = askedQuestions(banks.byId(attempt.bankId), attempt)
  for (const [number, answer] of Object.entries(sent)) {
    const question = asked.find(({ id }) => String(id) === number)
    if (!question || !isAnswer(question, answer)) throw new ApiError('invalid-field-value')
  }
}

function isAnswer({ type, options }: ShownQuestion, answer: string): boolean {
  if (answer === '' || type === 'text') return true
  return type === 'select' ? options.includes(answer) : readChoices(answer, options) !== null
}

/**
 * Scores an attempt, once: a repeated call returns the same result. Of two open attempts at a skill (two browsers, or two
 * requests at once) only the first that completes counts.
 * @throws ApiError `attempt-not-found`, `attempt-over`, `answers-missing`
 */
export async function completeAttempt(
  services: Pick<Services, 'store' | 'banks' | 'secrets' | 'clock'>,
  request: RequestContext,
  id: string,
): Promise<AttemptRow> {
  const { store, banks, clock } = services
  return store.transaction(async (repositories) => {
    // Two attempts begun at once are two rows: a lock of one would miss that the other completes.
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
    await recordActivity(repositories, services, completed, 'Assessment completed')
    return completed
  })
}

/**
 * Gives the attempts of a browser to the member who logged in there, oldest first. An attempt that the member could not have
 * begun at that time, because of another one of theirs, is deleted.
 * @returns skills of the deleted attempts
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
    // Abandoned ones too: their questions must not come again soon.
    await attempts.claim(browser, member.id)
    return dropped
  })
}

function isTooEarly({ startedAt }: AttemptSummary, sameSkill: readonly AttemptSummary[]): boolean {
  const from = retakeAt(sameSkill)
  return from !== null && startedAt < from
}

/** @param sameSkill the member's other attempts; an open one that conflicts with this one ends */
async function take(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  attempt: AttemptSummary,
  sameSkill: readonly AttemptSummary[],
): Promise<void> {
  const isOpen = attempt.status === 'OPEN'
  if (!isOpen) await recordActivity(repositories, services, attempt, 'Assessment completed')
  const expiresAt = services.clock.now()
  for (const other of sameSkill)
    if (other.status === 'OPEN' && (isOpen || isTooEarly(other, [...sameSkill, attempt])))
      await repositories.attempts.update(other.id, { expiresAt })
}

/** Adds a line to a member's activity. Visitors have none until they claim their attempts. */
export async function recordActivity(
  { activities }: Pick<Repositories, 'activities'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { memberId, skill }: { memberId: string | null; skill: string },
  action: ActivityAction,
): Promise<void> {
  if (memberId === null) return
  await activities.insert({ id: secrets.id('act'), memberId, action, skill, at: clock.now() })
}
