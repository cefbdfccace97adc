import { beforeEach, expect, test } from 'vitest'
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each test says an answer of the right shape
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

test('a skill that is picked begins at question 1', async () => {
  const assessment = createAssessment({ call })
  expect(await assessment.pick('Cook')).toBe('att_1')
  expect(assessment.state()).toMatchObject({ step: 'asking', number: 1, saving: 'saved' })
  expect(asked).toEqual([['startAttempt', { skill: 'Cook' }]])
})

test('the address of a new attempt does not load it a second time', async () => {
  const assessment = createAssessment({ call })
  await assessment.open(await assessment.pick('Cook'))
  expect(asked.map(([name]) => name)).toEqual(['startAttempt'])
})

test('an attempt of the address goes on at the first question without an answer', async () => {
  answers.getAttempt = () => ok(anAttempt({ answers: { 1: 'Wash' } }))
  const assessment = createAssessment({ call })
  await assessment.open('att_1')
  expect(assessment.state()).toMatchObject({ step: 'asking', number: 2 })
})

test('a completed one shows its result at once', async () => {
  answers.getAttempt = () => ok(anAttempt({ status: 'complete', result: aResult(80) }))
  const assessment = createAssessment({ call })
  await assessment.open('att_1')
  expect(assessment.state().step).toBe('done')
})

test.each([
  ['one of somebody else', no('attempt-not-found', 'Not yours.'), 'This assessment is not to be found any more.'],
  ['a server out of reach', no(), 'The server could not be reached.'],
  ['a refusal', no('too-many-requests', 'Too many attempts.'), 'Too many attempts.'],
])('of %s the skills are shown, and why', async (_case, answer, problem) => {
  answers.getAttempt = () => answer
  const assessment = createAssessment({ call })
  await assessment.open('att_1')
  expect(assessment.state()).toMatchObject({ step: 'choosing', problem: expect.stringContaining(problem) })
})

test('when the skill cannot be tried again yet, it says when', async () => {
  answers.startAttempt = () => no('retake-too-early', 'This skill cannot be tried again yet.', 7 * 86_400)
  const assessment = createAssessment({ call })
  expect(await assessment.pick('Cook')).toBeNull()
  expect(assessment.state()).toEqual({
    step: 'choosing',
    problem: 'This skill cannot be tried again yet. Please come back in 7 days.',
  })
})

test('an answer is shown and sent at once', async () => {
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  assessment.answer(1, 'Wash')
  expect(assessment.state()).toMatchObject({ attempt: { answers: { 1: 'Wash' } }, saving: 'saving' })
  await assessment.complete()
  expect(asked.slice(1)).toEqual([
    ['saveAnswers', { attemptId: 'att_1', answers: { 1: 'Wash' } }],
    ['completeAttempt', { attemptId: 'att_1' }],
  ])
  expect(assessment.state()).toMatchObject({ step: 'done', attempt: { result: { score: 80 } } })
})

test('an answer that could not be saved is kept, said, and sent again before it is completed', async () => {
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
    problem: 'Your answers could not be saved. Nothing is lost: please try again.',
  })
  answers.saveAnswers = () => ok(anAttempt())
  await assessment.complete()
  expect(assessment.state().step).toBe('done')
})

test('what the server refuses is said at the question', async () => {
  answers.completeAttempt = () => no('attempt-over', 'This assessment can no longer be answered.')
  const assessment = createAssessment({ call })
  await assessment.pick('Cook')
  await assessment.complete()
  expect(assessment.state()).toMatchObject({ problem: 'This assessment can no longer be answered.' })
})

test('whoever goes back to the skills is not led to an answer that comes late', async () => {
  let settle = (_answer: object) => {}
  const late = new Promise<object>((resolve) => (settle = resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the late answer is of the right shape
  const slow: SiteApi['call'] = async (name, input) => (name === 'getAttempt' ? late : call(name, input)) as never
  const assessment = createAssessment({ call: slow })
  const opening = assessment.open('att_1')
  await assessment.open(null)
  settle(ok(anAttempt()))
  await opening
  expect(assessment.state()).toEqual({ step: 'choosing', problem: '' })
})
