import {
  ASSESSMENT_PASS_MARK_PERCENT,
  ATTEMPTS_PER_YEAR_MAX,
  FAST_ANSWERS_MAX,
  LATE_ANSWER_SECONDS,
  ONE_SET_PASS_PERCENT,
  QUESTION_REST_DAYS,
  READING_CHARS_PER_SECOND,
  RETAKE_WAITS_HOURS,
  SECOND_SET_DAYS,
  SET_MINUTES,
  SHARED_WRONG_ANSWERS,
  VOID_BELOW_SECONDS,
} from '../../../contract/limits'
import type { AskedQuestion, AttemptResult, AttemptRow, SecondSetReason, TopicScore } from './repository'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const QUESTION_REST_MS = QUESTION_REST_DAYS * DAY_MS

type Timed = Pick<AttemptRow, 'id' | 'status' | 'startedAt' | 'expiresAt' | 'completedAt' | 'secondOf' | 'counts'>

/** Counted first sets of the last twelve months. */
export const countedFirsts = <T extends Timed>(attempts: readonly T[], now: number): T[] =>
  attempts.filter(
    ({ counts, secondOf, startedAt }) => counts && secondOf === null && startedAt > now - QUESTION_REST_MS,
  )

/** An open attempt that no one completes ends when it closes. */
const endOf = ({ completedAt, expiresAt }: Timed): number => completedAt ?? expiresAt

/**
 * A day after the first counted attempt, a week after the second, thirty days after the third; at most four in twelve months.
 * @param attempts at one bank, second sets included
 * @returns epoch milliseconds; null without a counted attempt
 */
export function retakeAt(attempts: readonly Timed[], now: number): number | null {
  const firsts = countedFirsts(attempts, now)
  if (firsts.length === 0) return null
  const oldest = Math.min(...firsts.map(({ startedAt }) => startedAt))
  const waitHours = RETAKE_WAITS_HOURS[firsts.length - 1]
  if (firsts.length >= ATTEMPTS_PER_YEAR_MAX || waitHours === undefined) return oldest + QUESTION_REST_MS
  const ids = new Set(firsts.map(({ id }) => id))
  const sets = attempts.filter(({ id, secondOf }) => ids.has(secondOf ?? id))
  return Math.max(...sets.map(endOf)) + waitHours * HOUR_MS
}

/** When so many of a bank's questions are unseen; `now` if they are, null if the bank has too few. */
export function unseenFrom(
  attempts: readonly Pick<AttemptRow, 'startedAt' | 'questions' | 'counts'>[],
  questionIds: readonly string[],
  wanted: number,
  now: number,
): number | null {
  if (questionIds.length < wanted) return null
  const seenAt = new Map<string, number>()
  for (const { startedAt, questions, counts } of attempts)
    if (counts)
      for (const { questionId } of questions) seenAt.set(questionId, Math.max(startedAt, seenAt.get(questionId) ?? 0))
  const free = questionIds.map((id) => (seenAt.has(id) ? (seenAt.get(id) ?? 0) + QUESTION_REST_MS : now))
  return Math.max(now, free.toSorted((one, other) => one - other)[wanted - 1] ?? now)
}

/** The time limit of a set; null for practice. */
export const answerBy = ({ counts, sittingAt, timeFactor }: AttemptRow): number | null =>
  counts ? sittingAt + SET_MINUTES * 60 * SECOND_MS * timeFactor : null

/** @param pace 0 in tests, 1 otherwise: multiplies what an assessment expects of people */
export function isTimeOver(attempt: AttemptRow, now: number): boolean {
  const by = answerBy(attempt)
  return by !== null && now > by + LATE_ANSWER_SECONDS * SECOND_MS
}

/** No one reads and answers ten questions in this time. */
export function isVoid(
  { counts, sittingAt }: Pick<AttemptRow, 'counts' | 'sittingAt'>,
  now: number,
  pace: number,
): boolean {
  return counts && now - sittingAt < VOID_BELOW_SECONDS * SECOND_MS * pace
}

/** Whether more than a few answers came faster than their questions can be read. */
export function isTooFast(
  { timings }: Pick<AttemptRow, 'timings'>,
  asked: readonly { id: number; text: string; options: readonly string[] }[],
  pace: number,
): boolean {
  const fast = asked.filter(({ id, text, options }) => {
    const { shown, answered } = timings[id] ?? {}
    const chars = text.length + options.reduce((sum, option) => sum + option.length, 0)
    return (
      shown !== undefined &&
      answered !== undefined &&
      answered - shown < (chars / READING_CHARS_PER_SECOND) * SECOND_MS * pace
    )
  })
  return fast.length > FAST_ANSWERS_MAX
}

type Answered = Pick<AttemptRow, 'questions' | 'answers'>

/** Whether all wrong answers to common questions are the same, and there are several. @param isRight by question ID */
export function sharesWrongAnswers(
  one: Answered,
  other: Answered,
  isRight: (questionId: string, answer: string) => boolean,
): boolean {
  const wrong = ({ questions, answers }: Answered) =>
    new Map(
      questions.flatMap(({ questionId }: AskedQuestion, index): [string, string][] => {
        const answer = answers[index + 1] ?? ''
        return answer === '' || isRight(questionId, answer) ? [] : [[questionId, answer]]
      }),
    )
  const [mine, theirs] = [wrong(one), wrong(other)]
  const asked = new Set(other.questions.map(({ questionId }) => questionId))
  const common = [...mine].filter(([questionId]) => asked.has(questionId))
  return (
    common.length >= SHARED_WRONG_ANSWERS && common.every(([questionId, answer]) => theirs.get(questionId) === answer)
  )
}

type SetScore = Pick<AttemptResult, 'score' | 'topics'>

/** The result of a first set: final, or a second set decides. */
export function judgeFirst(
  { score, topics }: SetScore,
  { number, flags, counts }: Pick<AttemptRow, 'number' | 'flags' | 'counts'>,
  now: number,
): AttemptResult {
  const result = { score, topics, sets: [score] }
  if (!counts || score < ASSESSMENT_PASS_MARK_PERCENT) return { ...result, passed: false, second: null }
  const reason = reasonForSecond(score, flags.length > 0, number ?? 1)
  if (reason === null) return { ...result, passed: true, second: null }
  return { ...result, passed: false, second: { until: now + SECOND_SET_DAYS * DAY_MS, reason } }
}

function reasonForSecond(score: number, isFlagged: boolean, number: number): SecondSetReason | null {
  if (number > 1) return 'retake'
  if (score < ONE_SET_PASS_PERCENT) return 'score'
  return isFlagged ? 'flag' : null
}

/** Both sets together. A first attempt passes with 70 in their mean, a retake with 70 in each. */
export function judgeBoth(first: AttemptResult, second: SetScore, number: number | null): AttemptResult {
  const sets = [first.sets[0] ?? first.score, second.score]
  const score = Math.round(sets.reduce((sum, one) => sum + one, 0) / sets.length)
  const decisive = (number ?? 1) > 1 ? Math.min(...sets) : score
  return {
    score,
    passed: decisive >= ASSESSMENT_PASS_MARK_PERCENT,
    topics: sumTopics([...first.topics, ...second.topics]),
    sets,
    second: null,
  }
}

function sumTopics(all: readonly TopicScore[]): TopicScore[] {
  const sums = new Map<string, TopicScore>()
  for (const one of all) {
    const sum = sums.get(one.topic)
    sums.set(one.topic, sum ? { ...sum, points: sum.points + one.points, of: sum.of + one.of } : one)
  }
  return [...sums.values()]
}

/** Whether the second set can still be started. */
export const secondIsOpen = (result: AttemptResult | null, now: number): boolean =>
  result?.second !== null && result?.second !== undefined && result.second.until > now
