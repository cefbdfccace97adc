import type { Attempt } from '../../../../contract/schemas/assessments'

/** An open attempt at "Cook" with three questions, one of each type. */
export const anAttempt = (changes: Partial<Attempt> = {}): Attempt => ({
  id: 'att_1',
  skill: 'Cook',
  claim: 'Cook',
  category: 'Hospitality & Food Service',
  status: 'open',
  startedAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-11-22T09:00:00.000Z',
  answerBy: null,
  timeFactor: 1,
  completedAt: null,
  questions: [
    { id: 1, text: 'What first?', type: 'select', options: ['Wash', 'Cut', 'Cook', 'Serve'] },
    { id: 2, text: 'Which two?', type: 'checkbox', options: ['Apron', 'Gloves', 'Gloves, wet', 'Hat'] },
    { id: 3, text: 'What is it called?', type: 'text', options: [] },
  ],
  count: 3,
  answers: {},
  passMarkPercent: 70,
  result: null,
  flags: [],
  retakeAt: null,
  number: null,
  set: 1,
  isPractice: true,
  isDraft: true,
  isGeneral: false,
  isVisitors: true,
  ...changes,
})

export const aResult = (score: number): NonNullable<Attempt['result']> => ({
  score,
  band: { low: 60, high: 93 },
  questions: 3,
  sets: [score],
  secondSet: null,
  knows: [],
  passed: score >= 70,
  topics: [
    { topic: 'safety', title: 'Safety', points: 1.5, of: 2 },
    { topic: 'hygiene', title: 'Hygiene', points: 1, of: 1 },
  ],
})
