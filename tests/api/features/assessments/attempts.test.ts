import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Attempt } from '../../../../contract/schemas/assessments'
import { startWithHolders, answerAll } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

const app = 'app_trusttag'
let api: TagHolders
/** A new visitor for every test. */
let token: string
let visitor: Holder['how']
/** A new member for every test. */
let member: Holder['how']

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())
beforeEach(async () => {
  token = (await api.call('startAttempt', { skill: 'Plumber' }, { app })).data.visitorToken ?? 'none'
  visitor = { app, headers: { 'x-visitor-token': token } }
  member = (await api.join()).how
})

const start = async (skill: string, how = visitor): Promise<Attempt> =>
  (await api.call('startAttempt', { skill }, how)).data

/** @param right number of right answers */
async function complete({ id }: Attempt, right: number, how = visitor): Promise<Attempt> {
  await answerAll(api, id, how, right)
  return (await api.call('completeAttempt', { attemptId: id }, how)).data
}

test('is not found by another visitor', async () => {
  const { id } = await start('Cook')
  const otherToken = (await api.call('startAttempt', { skill: 'Cook' }, { app })).data.visitorToken ?? 'none'
  const other = { app, headers: { 'x-visitor-token': otherToken } }
  for (const name of ['getAttempt', 'completeAttempt'] as const)
    expect((await api.call(name, { attemptId: id }, other)).body.code).toBe('attempt-not-found')
  expect((await api.call('getAttempt', { attemptId: id }, visitor)).data.id).toBe(id)
})

test('ten questions with four choices begin without a login, one by one', async () => {
  const attempt = await start('Cook')
  expect(attempt).toMatchObject({
    skill: 'Cook',
    status: 'open',
    answers: {},
    result: null,
    isVisitors: true,
    count: 10,
  })
  const { id: attemptId } = attempt
  let { questions } = attempt
  for (let number = 1; number <= 10; number += 1) {
    expect(questions.map(({ id }) => id)).toEqual(Array.from({ length: number }, (_, index) => index + 1))
    const { options, type } = questions[number - 1]!
    expect([type, new Set(options).size]).toEqual(['select', 4])
    if (number === 10) return
    const early = await api.call('saveAnswers', { attemptId, answers: {}, at: number + 1 }, visitor)
    expect(early.body.code).toBe('invalid-field-value')
    const sent = { attemptId, answers: { [number]: options[0]! }, at: number + 1 }
    questions = (await api.call('saveAnswers', sent, visitor)).data.questions
  }
})

test.each([
  ['a visitor', 'visitor', true],
  ['a member without a verified email', 'unverified', true],
  ['a member with one', 'member', false],
])('%s practises: %s, %s', async (_who, who, isPractice) => {
  const { data } = await api.call(
    'signup',
    { email: `${crypto.randomUUID()}@example.test`, password: 'long enough' },
    { app },
  )
  const how = { visitor, member, unverified: { app, token: data.tokens.accessToken } }[who]
  const attempt = await start('Cook', how)
  expect([attempt.isPractice, attempt.number, attempt.answerBy === null]).toEqual([
    isPractice,
    isPractice ? null : 1,
    isPractice,
  ])
  const done = await complete(attempt, 10, how)
  expect([done.result?.score, done.result?.passed, done.retakeAt === null]).toEqual([100, !isPractice, isPractice])
})

test('general questions contain the name of a skill without its own', async () => {
  const { id, skill, category, questions, claim } = await start('Bee Keeping')
  expect(claim).toBe('Workplace basics')
  expect([skill, category]).toEqual(['Bee Keeping', 'Custom'])
  const { bankId } = (await api.store.attempts.find(id))!
  expect(bankId).toBe('general')
  expect(JSON.stringify(questions)).not.toContain('{skill}')
  await answerAll(api, id, visitor)
  const all = (await api.call('getAttempt', { attemptId: id }, visitor)).data.questions
  expect(all.some(({ text }) => text.includes('Bee Keeping'))).toBe(true)
})

test('answers are kept as they are given, and can be changed and taken back', async () => {
  const { id, questions } = await start('Cook')
  const [first, second] = questions[0]!.options
  await api.call('saveAnswers', { attemptId: id, answers: { 1: first! }, at: 2 }, visitor)
  const next = (await api.call('saveAnswers', { attemptId: id, answers: { 1: second! } }, visitor)).data.questions[1]!
  await api.call('saveAnswers', { attemptId: id, answers: { 2: next.options[0]! } }, visitor)
  await api.call('saveAnswers', { attemptId: id, answers: { 2: '' } }, visitor)
  expect((await api.call('getAttempt', { attemptId: id }, visitor)).data.answers).toEqual({ 1: second })
})

test.each([
  ['an option that was not asked', { 1: 'Something else' }],
  ['a question that was not asked', { 11: 'Something' }],
  ['a question that was not sent yet', { 2: 'Something' }],
])('%s is refused, and nothing is lost', async (_case, answers) => {
  const { id, questions } = await start('Cook')
  const kept = questions[0]!.options[0]!
  await api.call('saveAnswers', { attemptId: id, answers: { 1: kept } }, visitor)
  const refused = await api.call('saveAnswers', { attemptId: id, answers }, visitor)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid-field-value'])
  expect((await api.call('getAttempt', { attemptId: id }, visitor)).data.answers).toEqual({ 1: kept })
})

test.each([
  [10, 100, true, null],
  [9, 90, true, null],
  [8, 80, false, 'score'],
  [7, 70, false, 'score'],
  [6, 60, false, null],
  [0, 0, false, null],
])('%d of 10 right is %d percent', async (right, score, passed, reason) => {
  const { status, result, completedAt } = await complete(await start('Cook', member), right, member)
  expect({ status, score: result?.score, passed: result?.passed }).toEqual({ status: 'complete', score, passed })
  expect(result?.secondSet?.reason ?? null).toBe(reason)
  expect(completedAt).not.toBeNull()
  expect(result?.topics.reduce((sum, topic) => sum + topic.points, 0)).toBe(right)
  expect(result?.topics.reduce((sum, topic) => sum + topic.of, 0)).toBe(10)
})

test('a result has its band', async () => {
  const { result } = await complete(await start('Cook', member), 9, member)
  expect([result?.band, result?.questions]).toEqual([{ low: 73, high: 97 }, 10])
})

test('an attempt with a question left open cannot be completed', async () => {
  const { id } = await start('Cook')
  const refused = await api.call('completeAttempt', { attemptId: id }, visitor)
  expect([refused.status, refused.body.code]).toEqual([400, 'answers-missing'])
})

test('completing twice returns the same result and is counted once', async () => {
  const attempt = await start('Google Workspace', member)
  const before = await api.store.questionStatistics.list(app, 'test')
  const first = await complete(attempt, 8, member)
  expect((await api.call('completeAttempt', { attemptId: attempt.id }, member)).data).toEqual(first)
  const sum = (all: { asked: number }[]) => all.reduce((total, { asked }) => total + asked, 0)
  expect(sum(await api.store.questionStatistics.list(app, 'test')) - sum(before)).toBe(10)
})

test('a completed attempt accepts no answers', async () => {
  const done = await complete(await start('Cook'), 3)
  const refused = await api.call(
    'saveAnswers',
    { attemptId: done.id, answers: { 1: done.questions[0]!.options[0]! } },
    visitor,
  )
  expect([refused.status, refused.body.code]).toEqual([409, 'attempt-over'])
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
