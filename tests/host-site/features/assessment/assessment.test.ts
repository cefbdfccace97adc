import { beforeEach, expect, test } from 'vitest'
import { createPendingAnswers } from '../../../../host-site/lib/pending-answers'
import { createAssessment } from '../../../../host-site/features/assessment/assessment'
import type { CallResult, SiteApi, SiteCall } from '../../../../host-site/lib/site-api'
import { anAttempt, aResult } from './an-attempt'

const ok = (data: object) => ({ success: true, data, message: '' })
const no = (code = '', error = '', retryAfterSeconds: number | null = null) => ({
  success: false,
  code,
  error,
  retryAfterSeconds,
})

let answers: Partial<Record<SiteCall, () => object>>
let asked: [SiteCall, unknown][]

const call: SiteApi['call'] = async (name, input) => {
  asked.push([name, input])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each test gives a response of the right shape
  return (answers[name]?.() ?? no()) as CallResult<typeof name>
}

beforeEach(() => {
  asked = []
  answers = {
    startAttempt: () => ok(anAttempt()),
    getAttempt: () => ok(anAttempt()),
    saveAnswers: () => ok(anAttempt()),
    completeAttempt: () => ok(anAttempt({ status: 'complete', result: aResult(80) })),
  }
})

test('a picked skill starts at question 1', async () => {
  const assessment = createAssessment({ call })
  expect(await assessment.pick('Cook')).toBe('att_1')
  expect(assessment.state()).toMatchObject({ step: 'asking', number: 1, saving: 'saved' })
  expect(asked).toEqual([['startAttempt', { skill: 'Cook' }]])
})

test('the URL of a new attempt does not load it again', async () => {
  const assessment = createAssessment({ call })
  await assessment.open(await assessment.pick('Cook'))
  expect(asked.map(([name]) => name)).toEqual(['startAttempt'])
})

test('an attempt in the URL resumes at the first unanswered question', async () => {
  answers.getAttempt = () => ok(anAttempt({ answers: { 1: 'Wash' } }))
  const assessment = createAssessment({ call })
  await assessment.open('att_1')
  expect(assessment.state()).toMatchObject({ step: 'asking', number: 2 })
})

test('a completed attempt shows its result at once', async () => {
  answers.getAttempt = () => ok(anAttempt({ status: 'complete', result: aResult(80) }))
  const assessment = createAssessment({ call })
  await assessment.open('att_1')
  expect(assessment.state().step).toBe('done')
})

test.each([
  ['an assessment of another member', no('attempt-not-found', 'Not yours.'), 'This assessment could not be found.'],
  ['a server out of reach', no(), 'The server could not be reached.'],
  ['a refusal', no('too-many-requests', 'Too many attempts.'), 'Too many attempts.'],
])('of %s the skills are shown, and why', async (_case, answer, problem) => {
  answers.getAttempt = () => answer
  const assessment = createAssessment({ call })
  await assessment.open('att_1')
  expect(assessment.state()).toMatchObject({ step: 'choosing', problem: expect.stringContaining(problem) })
})

test('an early retake shows the waiting time', async () => {
  answers.startAttempt = () => no('retake-too-early', 'You can’t retake this assessment yet.', 7 * 86_400)
  const assessment = createAssessment({ call })
  expect(await assessment.pick('Cook')).toBeNull()
  expect(assessment.state()).toEqual({
    step: 'choosing',
    problem: 'You can’t retake this assessment yet. Please come back in 7 days.',
  })
})

test('an answer is shown and sent at once', async () => {
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  assessment.answer(1, 'Wash')
  expect(assessment.state()).toMatchObject({ attempt: { answers: { 1: 'Wash' } }, saving: 'saving' })
  await assessment.complete()
  expect(asked.slice(1)).toEqual([
    ['saveAnswers', { attemptId: 'att_1', answers: { 1: 'Wash' }, at: 1 }],
    ['completeAttempt', { attemptId: 'att_1' }],
  ])
  expect(assessment.state()).toMatchObject({ step: 'done', attempt: { result: { score: 80 } } })
})

test('an unsaved answer is kept, reported, and sent again before completing', async () => {
  answers.saveAnswers = () => no()
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  assessment.answer(1, 'Wash')
  await assessment.complete()
  expect(assessment.state()).toMatchObject({
    step: 'asking',
    saving: 'failing',
    completing: false,
    attempt: { answers: { 1: 'Wash' } },
    problem: 'Your answers could not be saved. Nothing is lost. Please try again.',
  })
  answers.saveAnswers = () => ok(anAttempt())
  await assessment.complete()
  expect(assessment.state().step).toBe('done')
})

/** With the questions up to a number, as the server sends them. */
const upTo = (number: number) => anAttempt({ questions: anAttempt().questions.slice(0, number) })

test('the next question is shown once the server has sent it; without a network it follows when that is back', async () => {
  answers.startAttempt = () => ok(upTo(1))
  answers.saveAnswers = () => no()
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  assessment.answer(1, 'Wash')
  await assessment.go(2)
  expect(assessment.state()).toMatchObject({
    number: 1,
    problem: 'The next question could not be loaded. It follows once you are online again.',
  })
  answers.saveAnswers = () => ok(upTo(2))
  await assessment.retry()
  expect(assessment.state()).toMatchObject({ number: 2, problem: '', saving: 'saved' })
  expect(asked.at(-1)).toEqual(['saveAnswers', { attemptId: 'att_1', answers: { 1: 'Wash' }, at: 2 }])
})

test('an unsaved answer survives a reload, and a restart forgets it', async () => {
  const items = new Map<string, string>()
  const pending = createPendingAnswers(
    () =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the three methods that are used
      ({
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      }) as Storage,
  )
  answers.saveAnswers = () => no()
  const before = createAssessment({ call }, pending)
  await before.open('att_1')
  before.answer(1, 'Wash')
  await before.go(2)

  answers.saveAnswers = () => ok(anAttempt())
  const after = createAssessment({ call }, pending)
  await after.open('att_1')
  expect(after.state()).toMatchObject({ attempt: { answers: { 1: 'Wash' } } })
  expect(asked.at(-1)).toMatchObject(['saveAnswers', { answers: { 1: 'Wash' } }])
  await after.retry()
  expect(items.size).toBe(0)

  pending.keep('att_1', { 1: 'Cut' })
  const again = createAssessment({ call }, pending)
  await again.pick('Cook')
  expect(again.state()).toMatchObject({ attempt: { answers: {} } })
  expect(items.size).toBe(0)
})

test('after the time limit the answers that arrived are the result', async () => {
  answers.saveAnswers = () => no('time-over', 'The time for these questions is over.')
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  assessment.answer(1, 'Wash')
  await assessment.go(1)
  expect(assessment.state()).toMatchObject({ isTimeOver: true })
  await assessment.complete()
  expect(assessment.state()).toMatchObject({ step: 'done' })
})

test('what the page noticed is sent once', async () => {
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  assessment.note('clipboard')
  assessment.note('clipboard')
  await assessment.go(2)
  await assessment.go(1)
  expect(asked.slice(1).map(([, input]) => input)).toEqual([
    { attemptId: 'att_1', answers: {}, at: 2, signs: ['clipboard'] },
    { attemptId: 'att_1', answers: {}, at: 1 },
  ])
})

test('an error of the server shows at the question', async () => {
  answers.completeAttempt = () => no('attempt-over', 'This assessment can no longer be answered.')
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  await assessment.complete()
  expect(assessment.state()).toMatchObject({ problem: 'This assessment can no longer be answered.' })
})

test('a late response does not leave the skills page', async () => {
  let settle = (_answer: object) => {}
  const late = new Promise<object>((resolve) => (settle = resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the late response has the right shape
  const slow: SiteApi['call'] = async (name, input) => (name === 'getAttempt' ? late : call(name, input)) as never
  const assessment = createAssessment({ call: slow })
  const opening = assessment.open('att_1')
  await assessment.open(null)
  settle(ok(anAttempt()))
  await opening
  expect(assessment.state()).toEqual({ step: 'choosing', problem: '' })
})
