import { describe, expect, test } from 'vitest'
import type { Question } from '../../../../api/features/assessments/question-bank'
import { scoreQuestion } from '../../../../api/features/assessments/questions'

const common = { id: 'q-1', topic: 'safety', text: 'What?', why: 'Because.', source: 'Reasoning' }

describe('of four choices', () => {
  const question: Question = { ...common, type: 'select', right: ['Stop'], wrong: ['Go', 'Wait', 'Run'] }

  test.each([
    ['Stop', 1],
    ['Go', 0],
    ['', 0],
    ['stop', 0],
  ])('"%s" gets %d', (answer, points) => expect(scoreQuestion(question, answer)).toBe(points))
})

describe('of several right choices', () => {
  const question: Question = {
    ...common,
    type: 'checkbox',
    right: ['Gloves', 'Goggles, clear'],
    wrong: ['Sandals', 'Gloves, wet'],
  }

  test.each([
    ['Gloves,Goggles, clear', 1],
    ['Goggles, clear,Gloves', 1],
    ['Gloves', 0.5],
    ['Gloves, wet', 0],
    ['Gloves,Sandals', 0],
    ['Gloves,Goggles, clear,Sandals', 0.5],
    ['Gloves,Goggles, clear,Sandals,Gloves, wet', 0],
    ['Sandals', 0],
    ['nothing of it', 0],
    ['', 0],
  ])('"%s" gets %d, and nothing gets less than nothing', (answer, points) =>
    expect(scoreQuestion(question, answer)).toBe(points),
  )
})

describe('of a typed text', () => {
  const question: Question = { ...common, type: 'text', accepted: ['lock-out', 'Verriegelung'] }

  test.each([
    ['lock-out', 1],
    ['  LOCK   OUT ', 1],
    ['lock out.', 1],
    ['lockout', 0],
    ['verriegelung', 1],
    ['', 0],
  ])('"%s" gets %d, whatever its case, marks and spaces', (answer, points) =>
    expect(scoreQuestion(question, answer)).toBe(points),
  )
})
