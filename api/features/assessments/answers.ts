import { readChoices } from '../../../contract/read-choices'
import type { Input } from '../../../contract/schemas'
import type { Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { RequestContext } from '../members/context'
import type { Services } from '../../http/services'
import { lockMemberById } from '../members/repository'
import { findOwnAttempt, lockOwnAttempt, recordActivity } from './attempts'
import type { QuestionBank } from './question-bank'
import { askedQuestions, scoreAttempt, scoreQuestion, type ShownQuestion } from './questions'
import { listCompletedByOthers, lockAttempt, updateAttempt } from './repository'
import type { AttemptFlag, AttemptResult, AttemptRow } from './repository'
import { addQuestionOutcomes } from './repository-statistics'
import { isTimeOver, isTooFast, isVoid, judgeBoth, judgeFirst, sharesWrongAnswers } from './rules'

type AnswerServices = Pick<Services, 'store' | 'banks' | 'secrets' | 'clock' | 'assessmentPace'>
type Sent = Pick<Input<'saveAnswers'>, 'answers' | 'at' | 'signs' | 'timeFactor'>

/**
 * Saves answers to questions that were sent. An empty text removes one. `at` names the question now shown; the first that was not sent yet
 * is sent once the previous one is answered.
 * @throws ApiError `attempt-not-found`, `attempt-over`, `time-over`, `invalid-field-value` for an unknown question or option
 */
export async function saveAnswers(
  { store, banks, clock }: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
  id: string,
  sent: Sent,
): Promise<AttemptRow> {
  return store.transaction(async (tx) => {
    const attempt = await lockOwnAttempt(tx, request, id)
    const now = clock.now()
    if (attempt.status !== 'OPEN' || attempt.expiresAt <= now) throw new ApiError('attempt-over')
    const timeFactor = sent.timeFactor ?? attempt.timeFactor
    if (isTimeOver({ ...attempt, timeFactor }, now)) throw new ApiError('time-over')
    const asked = askedQuestions(banks.byId(attempt.bankId), attempt)
    checkAnswers(asked.slice(0, attempt.reached), sent.answers)
    const merged = Object.entries({ ...attempt.answers, ...sent.answers }).filter(([, answer]) => answer !== '')
    const changes = { answers: Object.fromEntries(merged), timeFactor, ...withTimes(attempt, sent, asked.length, now) }
    await updateAttempt(tx, id, changes)
    return { ...attempt, ...changes }
  })
}

function checkAnswers(asked: readonly ShownQuestion[], sent: Record<string, string>): void {
  for (const [number, answer] of Object.entries(sent)) {
    const question = asked.find(({ id }) => String(id) === number)
    if (!question || !isAnswer(question, answer)) throw new ApiError('invalid-field-value')
  }
}

function isAnswer({ type, options }: ShownQuestion, answer: string): boolean {
  if (answer === '' || type === 'text') return true
  return type === 'select' ? options.includes(answer) : readChoices(answer, options) !== null
}

/** What the server learns apart from the answers: when which question was shown, and what the page noticed. */
function withTimes(
  attempt: AttemptRow,
  { answers, at, signs = [] }: Sent,
  count: number,
  now: number,
): Pick<AttemptRow, 'timings' | 'flags' | 'reached'> {
  const timings = { ...attempt.timings }
  for (const [number, answer] of Object.entries(answers))
    if (answer !== '') timings[number] = { shown: now, ...timings[number], answered: now }
  const shown = at === undefined ? attempt.reached : requireReachable(attempt, answers, at, count)
  if (at !== undefined) {
    for (const [number, times] of Object.entries(timings))
      if (Number(number) !== at && times.left === undefined) timings[number] = { ...times, left: now }
    timings[at] ??= { shown: now }
  }
  const known = new Set(attempt.flags.map(({ kind }) => kind))
  const flags = [...new Set(signs)]
    .filter((kind) => attempt.counts && !known.has(kind))
    .map((kind): AttemptFlag => ({ kind, at: now, question: at ?? attempt.reached }))
  return { timings, flags: [...attempt.flags, ...flags], reached: Math.max(attempt.reached, shown) }
}

/** @throws ApiError `invalid-field-value` for a question whose predecessor has no answer */
function requireReachable(attempt: AttemptRow, sent: Record<string, string>, at: number, count: number): number {
  const isKnown = at >= 1 && at <= attempt.reached
  const isNext = at === attempt.reached + 1 && at <= count
  if (!isKnown && !(isNext && (sent[at - 1] ?? attempt.answers[at - 1] ?? '') !== ''))
    throw new ApiError('invalid-field-value')
  return at
}

/**
 * Idempotent. After the time limit, questions without an answer are wrong. A completed second set decides the first one's result.
 * @returns the completed set, or for a second set the first one with the result of both
 * @throws ApiError `attempt-not-found`, `attempt-over`, `answers-missing`
 */
export async function completeAttempt(
  services: AnswerServices,
  request: RequestContext,
  id: string,
): Promise<AttemptRow> {
  const { store, clock } = services
  return store.transaction(async (tx) => {
    const { memberId } = await findOwnAttempt(tx, request, id)
    // Both sets and the start of another are serialized per member.
    if (memberId !== null) await lockMemberById(tx, memberId)
    const attempt = await lockOwnAttempt(tx, request, id)
    if (attempt.status !== 'OPEN') return decidedBy(tx, attempt)
    const now = clock.now()
    if (attempt.expiresAt <= now) throw new ApiError('attempt-over')
    const bank = services.banks.byId(attempt.bankId)
    if (!bank) throw new ApiError('attempt-over')
    const asked = askedQuestions(bank, attempt)
    if (!isTimeOver(attempt, now) && asked.some((question) => !attempt.answers[question.id]))
      throw new ApiError('answers-missing')
    if (isVoid(attempt, now, services.assessmentPace)) return voidSet(tx, attempt, now)
    return decidedBy(tx, await scoreSet(tx, services, attempt, bank))
  })
}

/** The first set, which has the result of both. */
const decidedBy = async (tx: Tx, set: AttemptRow): Promise<AttemptRow> =>
  set.secondOf === null ? set : ((await lockAttempt(tx, set.secondOf)) ?? set)

/** A void second set leaves the first one without a pass. */
async function voidSet(tx: Tx, attempt: AttemptRow, now: number): Promise<AttemptRow> {
  const voided = { ...attempt, status: 'VOID' as const, completedAt: now }
  await updateAttempt(tx, attempt.id, { status: 'VOID', completedAt: now })
  const first = await decidedBy(tx, voided)
  if (first.id === attempt.id || !first.result) return voided
  const result: AttemptResult = { ...first.result, passed: false, second: null }
  await updateAttempt(tx, first.id, { result })
  return { ...first, result }
}

async function scoreSet(tx: Tx, services: AnswerServices, open: AttemptRow, bank: QuestionBank): Promise<AttemptRow> {
  const now = services.clock.now()
  const attempt = { ...open, flags: [...open.flags, ...(await findEvidence(tx, services, open, bank))] }
  const { points, ...set } = scoreAttempt(bank, attempt)
  const result = judgeFirst(set, attempt, now)
  const own = attempt.secondOf === null ? result : { ...result, passed: false, second: null }
  const completed: AttemptRow = { ...attempt, status: 'COMPLETE', completedAt: now, result: own }
  await updateAttempt(tx, attempt.id, { status: 'COMPLETE', completedAt: now, result: own, flags: attempt.flags })
  if (!attempt.counts) return completed
  await addQuestionOutcomes(tx, attempt, points, set.score)
  const first = attempt.secondOf === null ? null : await lockAttempt(tx, attempt.secondOf)
  if (first?.result) await updateAttempt(tx, first.id, { result: judgeBoth(first.result, set, first.number) })
  else await recordActivity(tx, services, completed, 'Assessment completed')
  return completed
}

const COMPARED_ATTEMPTS = 100

/** Evidence that shows only at the end. */
async function findEvidence(
  tx: Tx,
  { clock, assessmentPace }: Pick<Services, 'clock' | 'assessmentPace'>,
  attempt: AttemptRow,
  bank: QuestionBank,
): Promise<AttemptFlag[]> {
  const { memberId, counts } = attempt
  if (!counts || memberId === null) return []
  const at = clock.now()
  const questions = new Map(bank.questions.map((question) => [question.id, question]))
  const isRight = (questionId: string, answer: string): boolean => {
    const question = questions.get(questionId)
    return !question || scoreQuestion(question, answer) === 1
  }
  const others = await listCompletedByOthers(tx, { ...attempt, memberId }, COMPARED_ATTEMPTS)
  const isShared = others.some((other) => sharesWrongAnswers(attempt, other, isRight))
  return [
    ...(isTooFast(attempt, askedQuestions(bank, attempt), assessmentPace)
      ? [{ kind: 'fast', at, question: null } as const]
      : []),
    ...(isShared ? [{ kind: 'shared', at, question: null } as const] : []),
  ]
}
