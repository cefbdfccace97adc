import type { Question } from './question-bank'
import { readChoices } from '../../../contract/read-choices'

/**
 * Points for one answer, from 0 to 1. One point for the right option or text; where several are right each right one counts
 * its part and each wrong one takes as much away, never below nothing.
 */
export function scoreQuestion(question: Question, answer: string): number {
  if (question.type === 'select') return answer === question.right[0] ? 1 : 0
  if (question.type === 'text') return question.accepted.some((accepted) => fold(accepted) === fold(answer)) ? 1 : 0
  const chosen = readChoices(answer, [...question.right, ...question.wrong]) ?? []
  const right = chosen.filter((option) => question.right.includes(option)).length
  const wrong = chosen.length - right
  return Math.max(0, (right - wrong) / question.right.length)
}

/** Case, accents, surrounding marks and spacing do not make a text wrong. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
