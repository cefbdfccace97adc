import { ASSESSMENT_PASS_MARK_PERCENT } from '../../../contract/limits'
import type { AttemptResult, AttemptRow } from '../../ports/trusttag/attempt-store'
import type { QuestionBank } from './question-bank'
import { scoreQuestion } from './score-question'

export interface ScoredAttempt extends AttemptResult {
  /** Points of every question, by its id in the bank. */
  points: { questionId: string; points: number }[]
}

/** The result of an attempt: percent of points, in whole and by topic. A question that left its bank counts nothing. */
export function scoreAttempt(bank: QuestionBank, { questions, answers }: AttemptRow): ScoredAttempt {
  const asked = questions.flatMap(({ questionId }, index) => {
    const question = bank.questions.find(({ id }) => id === questionId)
    return question ? [{ question, points: scoreQuestion(question, answers[index + 1] ?? '') }] : []
  })
  const sum = (points: readonly { points: number }[]) => points.reduce((total, one) => total + one.points, 0)
  const score = asked.length === 0 ? 0 : Math.round((100 * sum(asked)) / asked.length)
  const topics = Object.entries(bank.topics).flatMap(([topic, title]) => {
    const own = asked.filter(({ question }) => question.topic === topic)
    return own.length === 0 ? [] : [{ topic, title, points: sum(own), of: own.length }]
  })
  return {
    score,
    passed: score >= ASSESSMENT_PASS_MARK_PERCENT,
    topics,
    points: asked.map(({ question, points }) => ({ questionId: question.id, points })),
  }
}
