import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SITE } from '../../../support/access-people'
import { answerAll, startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
let api: TagHolders
/** A new member for every test. */
let holder: Holder
let how: Holder['how']

beforeAll(async () => {
  // As in production: speed is evidence.
  api = await startWithHolders({ services: { assessmentPace: 1 } })
})
afterAll(() => api.close())
beforeEach(async () => {
  holder = await api.join()
  ;({ how } = holder)
})

const begin = async (skill = 'Cook') => (await api.call('startAttempt', { skill }, how)).data
const read = async (attemptId: string) => (await api.call('getAttempt', { attemptId }, how)).data
const complete = (attemptId: string) => api.call('completeAttempt', { attemptId }, how)
const save = (attemptId: string, sent: object) => api.call('saveAnswers', { attemptId, answers: {}, ...sent }, how)

/** Answers the set in a minute per question. @param right number of right answers */
async function take(skill: string, right: number, signs: ('hidden' | 'clipboard')[] = []) {
  const { id } = await begin(skill)
  await answerAll(api, id, how, right, () => api.clock.advance(MINUTE_MS))
  if (signs.length > 0) await save(id, { signs })
  return (await complete(id)).data
}

const issue = (attemptId: string) => api.call('issueTag', { attemptId, holderName: 'Ann Lee', visibility: 'LINK' }, how)

/** Sessions end before the second set. */
async function logIn(): Promise<void> {
  const sent = { email: holder.email, password: 'correct horse battery' }
  const { data } = await api.call('login', sent, { app: 'app_trusttag' })
  how = { ...how, token: data.tokens.accessToken }
}

describe('speed', () => {
  test('ten answers within ten seconds are void, and the attempt is used', async () => {
    const { id } = await begin()
    await answerAll(api, id, how)
    api.clock.advance(20)
    const { data } = await complete(id)
    expect(data).toMatchObject({ status: 'void', result: null, number: 1 })
    expect((await complete(id)).data).toEqual(data)
    expect((await api.call('startAttempt', { skill: 'Cook' }, how)).body.code).toBe('retake-too-early')
    expect((await issue(id)).body.code).toBe('attempt-not-passed')
  })

  test('answers faster than reading lead to a second set, and to nothing else', async () => {
    const { id } = await begin()
    await answerAll(api, id, how, 10, () => api.clock.advance(1_500))
    const { data } = await complete(id)
    expect(data).toMatchObject({
      status: 'complete',
      flags: ['fast'],
      result: { score: 100, passed: false, secondSet: { reason: 'flag' } },
    })
  })

  test('after twenty minutes no answer is accepted, and what is missing is wrong', async () => {
    const { id } = await begin()
    const [first] = (await read(id)).questions
    await save(id, { answers: { 1: first!.options[0] }, at: 2 })
    expect((await complete(id)).body.code).toBe('answers-missing')
    api.clock.advance(21 * MINUTE_MS)
    expect((await save(id, { answers: { 1: first!.options[1] } })).body.code).toBe('time-over')
    const { status, result } = (await complete(id)).data
    expect([status, result?.passed, (result?.score ?? 100) <= 10]).toEqual(['complete', false, true])
  })

  test.each([1.25, 1.5, 2])('a person may take %d times as long', async (timeFactor) => {
    const { id, startedAt, answerBy } = await begin()
    expect(Date.parse(answerBy!) - Date.parse(startedAt)).toBe(20 * MINUTE_MS)
    const { data } = await save(id, { timeFactor })
    expect(Date.parse(data.answerBy!) - Date.parse(startedAt)).toBe(20 * MINUTE_MS * timeFactor)
    api.clock.advance(20 * MINUTE_MS * timeFactor)
    expect((await save(id, {})).status).toBe(200)
    api.clock.advance(MINUTE_MS)
    expect((await save(id, {})).body.code).toBe('time-over')
  })

  test('the limit starts again with the questions', async () => {
    const { id } = await begin()
    api.clock.advance(30 * MINUTE_MS)
    expect((await save(id, {})).body.code).toBe('time-over')
    expect((await begin()).id).toBe(id)
    expect((await save(id, {})).status).toBe(200)
  })
})

test('when each question was shown, answered and left is stored, and forgotten after ninety days', async () => {
  const { id } = await begin()
  const began = api.clock.now()
  const [first] = (await read(id)).questions
  api.clock.advance(5_000)
  await save(id, { answers: { 1: first!.options[0] } })
  api.clock.advance(2_000)
  await save(id, { at: 2 })
  expect((await api.store.attempts.find(id))!.timings).toEqual({
    1: { shown: began, answered: began + 5_000, left: began + 7_000 },
    2: { shown: began + 7_000 },
  })
  await save(id, { signs: ['hidden'] })
  await api.store.attempts.deleteEvidence(began + 1)
  expect(await api.store.attempts.find(id)).toMatchObject({ timings: {}, flags: [] })
})

describe('a second set', () => {
  test('decides at 80, with ten unseen questions; the TrustTag has both', async () => {
    const first = await take('Cook', 8)
    expect(first).toMatchObject({ result: { score: 80, passed: false, secondSet: { reason: 'score' } } })
    await api.give(holder)
    expect((await issue(first.id)).body.code).toBe('second-set-needed')

    const second = await begin()
    expect(second).toMatchObject({ set: 2, number: 1, isPractice: false })
    const idsOf = async (id: string) => (await api.store.attempts.find(id))!.questions.map((one) => one.questionId)
    expect(new Set([...(await idsOf(first.id)), ...(await idsOf(second.id))]).size).toBe(20)
    await answerAll(api, second.id, how, 7, () => api.clock.advance(MINUTE_MS))
    const { data } = await complete(second.id)
    expect(data).toMatchObject({
      id: first.id,
      result: { score: 75, passed: true, sets: [80, 70], questions: 20, secondSet: null },
    })
    expect(data.result!.topics.reduce((sum, { of }) => sum + of, 0)).toBe(20)
    expect((await read(second.id)).id).toBe(first.id)

    expect((await issue(second.id)).body.code).toBe('attempt-not-passed')
    const tag = (await issue(first.id)).data
    expect(tag).toMatchObject({ score: 75, questions: 20, sets: 2, attempt: 1, band: data.result!.band })
    const { report } = (await api.call('verifyTag', { tagId: tag.trustTagId }, {})).data
    expect(report.facts).toMatchObject({ score: 75, questions: 20, sets: 2, attempt: 1, nameState: 'not checked' })
  })

  test('fails below 70 in both together', async () => {
    const first = await take('Cook', 7)
    expect(await take('Cook', 6)).toMatchObject({ id: first.id, result: { score: 65, passed: false, secondSet: null } })
    expect((await issue(first.id)).body.code).toBe('attempt-not-passed')
  })

  test('can be started for seven days', async () => {
    const first = await take('Cook', 8)
    api.clock.advance(7 * DAY_MS - 1)
    expect((await begin()).set).toBe(2)
    api.clock.advance(DAY_MS)
    await logIn()
    expect(await read(first.id)).toMatchObject({ result: { passed: false, secondSet: null } })

    const late = await take('Carpenter', 8)
    api.clock.advance(7 * DAY_MS)
    await logIn()
    expect(await read(late.id)).toMatchObject({ result: { passed: false, secondSet: null } })
    expect((await issue(late.id)).body.code).toBe('attempt-not-passed')
  })

  test.each([['hidden'], ['clipboard']] as const)('is needed after the sign "%s", even at 100', async (sign) => {
    const first = await take('Cook', 10, [sign])
    expect(first).toMatchObject({ flags: [sign], result: { score: 100, passed: false, secondSet: { reason: 'flag' } } })
    expect(await take('Cook', 10)).toMatchObject({ id: first.id, result: { score: 100, passed: true } })
  })

  test('is needed for every pass of a retake, with 70 in each', async () => {
    await take('Truck Driver', 2)
    api.clock.advance(DAY_MS)
    const retake = await take('Truck Driver', 10)
    expect(retake).toMatchObject({ number: 2, result: { passed: false, secondSet: { reason: 'retake' } } })
    expect(await take('Truck Driver', 6)).toMatchObject({ id: retake.id, result: { score: 80, passed: false } })
  })

  test('that is void leaves no pass', async () => {
    const first = await take('Cook', 8)
    const { id } = await begin()
    await answerAll(api, id, how)
    expect((await complete(id)).data).toMatchObject({
      id: first.id,
      result: { score: 80, passed: false, secondSet: null },
    })
  })

  test('is no attempt of its own: the wait starts at its end', async () => {
    await take('Cook', 7)
    await take('Cook', 2)
    const refused = await api.call('startAttempt', { skill: 'Cook' }, how)
    expect(refused.body).toMatchObject({ code: 'retake-too-early', retryAfterSeconds: 86_400 })
  })
})

test('a credit can be bought while a second set is due', async () => {
  const { id } = await take('Cook', 8)
  const bought = await api.call(
    'createTagPurchase',
    { packageId: 'single', attemptIds: [id], success_url: `${SITE}/thanks`, cancel_url: `${SITE}/checkout` },
    { ...how, origin: SITE },
  )
  expect(bought.status).toBe(200)
})

test('the same wrong answers as another person’s are evidence for the owner', async () => {
  const one = await take('Power BI', 5)
  const stored = (await api.store.attempts.find(one.id))!
  holder = await api.join()
  ;({ how } = holder)
  const { id } = await begin('Power BI')
  await api.store.attempts.delete(id)
  await api.store.attempts.insert({
    ...stored,
    id,
    memberId: holder.id,
    status: 'OPEN',
    completedAt: null,
    result: null,
    expiresAt: api.clock.now() + DAY_MS,
    timings: {},
  })
  api.clock.advance(10 * MINUTE_MS)
  expect((await complete(id)).data.flags).toEqual(['shared'])
})
