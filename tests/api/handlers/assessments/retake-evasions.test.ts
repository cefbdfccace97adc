import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttemptRow } from '../../../../api/ports/trusttag/attempt-store'
import { ATTEMPTS_WITHIN_RETENTION_MAX, UNCLAIMED_ATTEMPT_RETENTION_DAYS } from '../../../../contract/limits'
import { startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

const app = 'app_trusttag'
const DAY_MS = 86_400_000
let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

type How = Holder['how']

const start = (skill: string, how: How) => api.call('startAttempt', { skill }, how)

async function answer(attemptId: string, how: How) {
  const { questions } = (await api.call('getAttempt', { attemptId }, how)).data
  const answers = Object.fromEntries(questions.map(({ id, options }) => [id, options[0] ?? '']))
  await api.call('saveAnswers', { attemptId, answers }, how)
}

async function finish(skill: string, how: How): Promise<string> {
  const { id } = (await start(skill, how)).data
  await answer(id, how)
  await api.call('completeAttempt', { attemptId: id }, how)
  return id
}

async function openBrowser(): Promise<How> {
  const { visitorToken = '' } = (await api.call('startAttempt', { skill: 'Welder' }, { app })).data
  return { app, headers: { 'x-visitor-token': visitorToken } }
}

const loggedIn = (browser: How, { how }: Holder): How => ({ ...browser, ...how })

test.each([
  ['BEE KEEPING', 'in capitals'],
  ['Bee  keeping.', 'with a full stop'],
  ['Bee keep\u200Bing', 'with an unseen space'],
  ['B\u0435e keeping', 'with a look-alike letter'],
])('whoever has just tried "Bee keeping" waits for "%s" as well, %s', async (typed) => {
  const browser = await openBrowser()
  await finish('Bee keeping', browser)
  expect((await start(typed, browser)).body.code).toBe('retake-too-early')
})

/** As if so many others had been begun since. */
async function beginOthers(done: string, count: number, changes: Partial<AttemptRow>): Promise<void> {
  const row = (await api.store.attempts.find(done))!
  for (let number = 0; number < count; number += 1)
    await api.store.attempts.insert({ ...row, id: `${done}_${number}`, skill: `Skill ${number}`, ...changes })
}

test('two hundred and more other attempts in between do not make the wait forgotten', async () => {
  const { how } = await api.join()
  const done = await finish('Cook', how)
  const startedAt = api.clock.now() + 1
  await beginOthers(done, 210, { status: 'OPEN', startedAt, completedAt: null, result: null })
  expect((await start('Cook', how)).body.code).toBe('retake-too-early')
  const shown = (await api.call('getAttempt', { attemptId: done }, how)).data
  expect(shown.retakeAt).toBe(new Date(api.clock.now() + DAY_MS).toISOString())
})

test('nobody has more than two hundred attempts that count within thirty days', async () => {
  const browser = await openBrowser()
  const done = await finish('Cook', browser)
  // With the one that opened the browser, and with this one.
  await beginOthers(done, ATTEMPTS_WITHIN_RETENTION_MAX - 3, {})
  expect((await start('Mason', browser)).status).toBe(200)
  const refused = await start('Roofer', browser)
  expect(refused.body).toMatchObject({
    code: 'too-many-requests',
    retryAfterSeconds: (UNCLAIMED_ATTEMPT_RETENTION_DAYS * DAY_MS) / 1_000,
  })
  // Begun anew it takes the place that it had.
  expect((await start('Mason', browser)).status).toBe(200)
  api.clock.advance(UNCLAIMED_ATTEMPT_RETENTION_DAYS * DAY_MS)
  expect((await start('Roofer', browser)).status).toBe(200)
})

test('an attempt that is open in another browser does not count any more once one was brought in and completed', async () => {
  const holder = await api.join()
  const open = (await start('Cook', holder.how)).data
  await answer(open.id, holder.how)
  const browser = await openBrowser()
  await finish('Cook', browser)
  expect((await api.call('claimAttempts', {}, loggedIn(browser, holder))).data.dropped).toEqual([])
  const refused = await api.call('completeAttempt', { attemptId: open.id }, holder.how)
  expect(refused.body.code).toBe('attempt-over')
})

test('of two that were somehow open at once only the one that is completed first counts', async () => {
  const { how } = await api.join()
  const first = (await start('Cook', how)).data
  const second = (await start('Cook', how)).data
  // As two processes would leave them that began them at the same moment.
  await api.store.attempts.update(first.id, { expiresAt: Date.parse(second.expiresAt) })
  await answer(first.id, how)
  await answer(second.id, how)
  const both = [first, second].map(({ id }) => api.call('completeAttempt', { attemptId: id }, how))
  const answers = await Promise.all(both)
  expect(answers.map(({ status, body }) => body.code ?? String(status)).toSorted()).toEqual(['200', 'attempt-over'])
})

test('one attempt completed twice at once is counted once', async () => {
  const { how, id } = await api.join()
  const attempt = (await start('Mason', how)).data
  await answer(attempt.id, how)
  const complete = () => api.call('completeAttempt', { attemptId: attempt.id }, how)
  const [one, other] = await Promise.all([complete(), complete()])
  expect(one.data).toEqual(other.data)
  expect(await api.store.activities.listByMember(id, 10)).toHaveLength(1)
  const sums = (await api.store.questionStatistics.list(app, 'test')).filter(({ bankId }) => bankId === 'general')
  expect(attempt.questions).toHaveLength(10)
  await complete()
  const later = (await api.store.questionStatistics.list(app, 'test')).filter(({ bankId }) => bankId === 'general')
  expect(later).toEqual(sums)
})

test('a completed attempt takes no answers, and a given-up one can be neither answered nor completed', async () => {
  const { how } = await api.join()
  const done = await finish('Roofer', how)
  const given = (await start('Painter', how)).data
  await answer(given.id, how)
  await start('Painter', how)
  for (const attemptId of [done, given.id])
    expect((await api.call('saveAnswers', { attemptId, answers: { 1: '' } }, how)).body.code).toBe('attempt-over')
  expect((await api.call('completeAttempt', { attemptId: given.id }, how)).body.code).toBe('attempt-over')
})

test('what was given up in a browser comes along, so that its questions are not asked again at once', async () => {
  const holder = await api.join()
  const browser = await openBrowser()
  const given = (await start('Cook', browser)).data
  await start('Cook', browser)
  const { attempts } = (await api.call('claimAttempts', {}, loggedIn(browser, holder))).data
  expect(attempts.map(({ id }) => id)).toContain(given.id)
})

test('whoever is deleted while they begin one is told that they are not logged in any more', async () => {
  const { how, id } = await api.join()
  const { store, rateLimiter } = api.services
  // The last thing that is asked before the database is.
  const take: typeof rateLimiter.take = async (limit) => {
    if (limit === 'attemptsPerAddress') await store.members.delete(id)
  }
  Object.assign(api.services, { rateLimiter: { ...rateLimiter, take } })
  const refused = await start('Cook', how).finally(() => Object.assign(api.services, { rateLimiter }))
  expect(refused.body.code).toBe('client/invalid-token')
})
