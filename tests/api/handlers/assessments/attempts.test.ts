import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Attempt } from '../../../../contract/schemas/assessments'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

const HOUR_MS = 3_600_000
const app = 'app_trusttag'
let api: TestApi
/** A new visitor for every test. */
let token: string
let visitor: { app: string; headers: Record<string, string> }

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  token = (await api.call('startAttempt', { skill: 'Plumber' }, { app })).data.visitorToken ?? 'none'
  visitor = { app, headers: { 'x-visitor-token': token } }
})

const start = async (skill: string): Promise<Attempt> => (await api.call('startAttempt', { skill }, visitor)).data

/** Answers all of an attempt, so many of them right. */
async function answer({ id }: Attempt, right: number): Promise<void> {
  const row = (await api.store.attempts.find(id))!
  const bank = api.services.banks.byId(row.bankId)!
  const answers = row.questions.map(({ questionId }, index) => {
    const question = bank.questions.find((one) => one.id === questionId)!
    if (question.type === 'text') throw new Error('No shipped question is one to type.')
    return [String(index + 1), index < right ? question.right[0] : question.wrong[0]]
  })
  await api.call('saveAnswers', { attemptId: id, answers: Object.fromEntries(answers) }, visitor)
}

async function complete(attempt: Attempt, right: number): Promise<Attempt> {
  await answer(attempt, right)
  return (await api.call('completeAttempt', { attemptId: attempt.id }, visitor)).data
}

test('is not found by another visitor', async () => {
  const { id } = await start('Cook')
  const otherToken = (await api.call('startAttempt', { skill: 'Cook' }, { app })).data.visitorToken ?? 'none'
  const other = { app, headers: { 'x-visitor-token': otherToken } }
  for (const name of ['getAttempt', 'completeAttempt'] as const)
    expect((await api.call(name, { attemptId: id }, other)).body.code).toBe('attempt-not-found')
  expect((await api.call('getAttempt', { attemptId: id }, visitor)).data.id).toBe(id)
})

test('ten questions with four choices begin without a login', async () => {
  const attempt = await start('Cook')
  expect(attempt).toMatchObject({ skill: 'Cook', status: 'open', answers: {}, result: null, isVisitors: true })
  expect(attempt.questions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const { options, type } of attempt.questions) expect([type, new Set(options).size]).toEqual(['select', 4])
})

test('the name of a skill without questions of its own stands in the general ones', async () => {
  const { skill, category, questions } = await start('Bee Keeping')
  expect([skill, category]).toEqual(['Bee Keeping', 'Custom'])
  expect(questions.some(({ text }) => text.includes('Bee Keeping'))).toBe(true)
  expect(JSON.stringify(questions)).not.toContain('{skill}')
})

test('answers are kept as they are given, and can be changed and taken back', async () => {
  const { id, questions } = await start('Cook')
  const [first, second] = questions[0]!.options
  await api.call('saveAnswers', { attemptId: id, answers: { 1: first! } }, visitor)
  await api.call('saveAnswers', { attemptId: id, answers: { 1: second!, 2: questions[1]!.options[0]! } }, visitor)
  await api.call('saveAnswers', { attemptId: id, answers: { 2: '' } }, visitor)
  expect((await api.call('getAttempt', { attemptId: id }, visitor)).data.answers).toEqual({ 1: second })
})

test.each([
  ['an option that was not asked', { 1: 'Something else' }],
  ['a question that was not asked', { 11: 'Something' }],
])('%s is refused, and nothing is lost', async (_case, answers) => {
  const { id, questions } = await start('Cook')
  const kept = questions[0]!.options[0]!
  await api.call('saveAnswers', { attemptId: id, answers: { 1: kept } }, visitor)
  const refused = await api.call('saveAnswers', { attemptId: id, answers }, visitor)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid-field-value'])
  expect((await api.call('getAttempt', { attemptId: id }, visitor)).data.answers).toEqual({ 1: kept })
})

test.each([
  [10, 100, true],
  [7, 70, true],
  [6, 60, false],
  [0, 0, false],
])('%d of 10 right is %d percent', async (right, score, passed) => {
  const { status, result, completedAt } = await complete(await start('Cook'), right)
  expect({ status, score: result?.score, passed: result?.passed }).toEqual({ status: 'complete', score, passed })
  expect(completedAt).not.toBeNull()
  expect(result?.topics.reduce((sum, topic) => sum + topic.points, 0)).toBe(right)
  expect(result?.topics.reduce((sum, topic) => sum + topic.of, 0)).toBe(10)
})

test('an attempt with a question left open cannot be completed', async () => {
  const { id } = await start('Cook')
  const refused = await api.call('completeAttempt', { attemptId: id }, visitor)
  expect([refused.status, refused.body.code]).toEqual([400, 'answers-missing'])
})

test('completing twice says the same, and counts once', async () => {
  const attempt = await start('Google Workspace')
  const before = await api.store.questionStatistics.list(app, 'test')
  const first = await complete(attempt, 8)
  expect((await api.call('completeAttempt', { attemptId: attempt.id }, visitor)).data).toEqual(first)
  const sum = (all: { asked: number }[]) => all.reduce((total, { asked }) => total + asked, 0)
  expect(sum(await api.store.questionStatistics.list(app, 'test')) - sum(before)).toBe(10)
})

test('a completed attempt cannot be answered any more', async () => {
  const done = await complete(await start('Cook'), 3)
  const refused = await api.call(
    'saveAnswers',
    { attemptId: done.id, answers: { 1: done.questions[0]!.options[0]! } },
    visitor,
  )
  expect([refused.status, refused.body.code]).toEqual([409, 'attempt-over'])
})

test('picking the skill again begins anew, and ends the one that was open', async () => {
  const old = await start('Cook')
  const next = await start('Cook')
  expect(next.id).not.toBe(old.id)
  const refused = await api.call('saveAnswers', { attemptId: old.id, answers: { 1: '' } }, visitor)
  expect(refused.body.code).toBe('attempt-over')
})

test('an open attempt is over a day later, by the clock of the server', async () => {
  const attempt = await start('Cook')
  await answer(attempt, 10)
  api.clock.advance(24 * HOUR_MS)
  const refused = await api.call('completeAttempt', { attemptId: attempt.id }, visitor)
  expect(refused.body.code).toBe('attempt-over')
})

test('the same skill waits a day after the first attempt and a week after the next; others do not', async () => {
  const first = await complete(await start('Cook'), 2)
  expect(first.retakeAt).toBe(new Date(api.clock.now() + 24 * HOUR_MS).toISOString())
  const refused = await api.call('startAttempt', { skill: 'line cook' }, visitor)
  expect([refused.status, refused.body.code, refused.body.retryAfterSeconds]).toEqual([
    409,
    'retake-too-early',
    24 * 3_600,
  ])
  expect((await start('Carpenter')).skill).toBe('Carpenter')
  api.clock.advance(24 * HOUR_MS)
  const second = await complete(await start('Cook'), 2)
  expect(second.retakeAt).toBe(new Date(api.clock.now() + 7 * 24 * HOUR_MS).toISOString())
})

test('three attempts ask thirty different questions', async () => {
  const ids: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const { id } = await start('Electrician')
    ids.push(...(await api.store.attempts.find(id))!.questions.map(({ questionId }) => questionId))
  }
  expect(new Set(ids).size).toBe(30)
})

test('another browser sees nothing of it', async () => {
  const { id } = await start('Cook')
  for (const headers of [{}, { 'x-visitor-token': 'guessed' }]) {
    const refused = await api.call('getAttempt', { attemptId: id }, { app, headers })
    expect([refused.status, refused.body.code]).toEqual([404, 'attempt-not-found'])
    expect((await api.call('listAttempts', {}, { app, headers })).data.attempts).toEqual([])
  }
})

test('nothing that reaches the browser tells right from wrong', async () => {
  const attempt = await complete(await start('Cook'), 5)
  const row = (await api.store.attempts.find(attempt.id))!
  const bank = api.services.banks.byId(row.bankId)!
  const answered = JSON.stringify([attempt, (await api.call('listAttempts', {}, visitor)).data])
  for (const { questionId } of row.questions) {
    const { id, why, source, topic } = bank.questions.find((one) => one.id === questionId)!
    for (const secret of [`"${id}"`, why, source]) expect(answered).not.toContain(secret)
    expect(attempt.questions.some((question) => Object.values(question).includes(topic))).toBe(false)
  }
  for (const question of attempt.questions) expect(Object.keys(question)).toEqual(['id', 'text', 'type', 'options'])
})

test('an app that issues no TrustTags has no assessments', async () => {
  const refused = await api.call('startAttempt', { skill: 'Cook' }, { app: 'app_demo' })
  expect([refused.status, refused.body.code]).toEqual([404, 'not-found'])
  expect((await api.call('listSkills', {}, { app: 'app_demo' })).status).toBe(404)
})

test('the list of skills says what can be asked', async () => {
  const { data } = await api.call('listSkills', {}, { app })
  expect(data.categories).toHaveLength(12)
  expect(data.microCerts).toHaveLength(15)
  expect([data.questions, data.passMarkPercent]).toEqual([10, 70])
})
