import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerAll, startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

const app = 'app_trusttag'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let api: TagHolders
/** A new member for every test. */
let how: How

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())
beforeEach(async () => void (how = (await api.join()).how))

type How = Holder['how']

const start = (skill: string, caller = how) => api.call('startAttempt', { skill }, caller)
const begin = async (skill: string, caller = how) => (await start(skill, caller)).data

async function finish(skill: string, right = 10, caller = how): Promise<string> {
  const { id } = await begin(skill, caller)
  await answerAll(api, id, caller, right)
  return (await api.call('completeAttempt', { attemptId: id }, caller)).data.id
}

const idsOf = async (attemptId: string) =>
  (await api.store.attempts.find(attemptId))!.questions.map(({ questionId }) => questionId)

describe('an opened attempt counts', () => {
  test('fifty starts within a day show the same ten questions', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 50; round += 1) {
      const attempt = await begin('Electrician')
      for (const id of await idsOf(attempt.id)) seen.add(id)
      if (round % 10 === 0) await answerAll(api, attempt.id, how)
      expect((await begin('Electrician')).id).toBe(attempt.id)
      api.clock.advance(28 * 60_000)
    }
    expect(seen.size).toBe(10)
  })

  test('starting again begins at question 1 without answers, and is evidence once questions were seen', async () => {
    const { id } = await begin('Cook')
    expect((await begin('Cook')).id).toBe(id)
    expect((await api.store.attempts.find(id))!.flags).toEqual([])
    await answerAll(api, id, how)
    const again = await begin('Cook')
    expect([again.id, again.answers, again.questions.length]).toEqual([id, {}, 1])
    await answerAll(api, id, how)
    const { data } = await api.call('completeAttempt', { attemptId: id }, how)
    expect(data).toMatchObject({ flags: ['restarted'], result: { passed: false, secondSet: { reason: 'flag' } } })
  })

  test('a day later it is closed, and its wait has begun', async () => {
    const { id } = await begin('Cook')
    await answerAll(api, id, how)
    api.clock.advance(DAY_MS)
    expect((await api.call('completeAttempt', { attemptId: id }, how)).body.code).toBe('attempt-over')
    expect((await api.call('getAttempt', { attemptId: id }, how)).data.status).toBe('closed')
    expect((await start('Cook')).body).toMatchObject({ code: 'retake-too-early', retryAfterSeconds: 86_400 })
    api.clock.advance(DAY_MS)
    expect(await begin('Cook')).toMatchObject({ number: 2, status: 'open' })
  })

  test('it is kept as long as its questions rest', async () => {
    const { id } = await begin('Cook')
    await api.store.attempts.deleteStale(api.clock.now() + 400 * DAY_MS)
    expect(await api.store.attempts.find(id)).not.toBeNull()
  })
})

describe('the next attempt', () => {
  test('waits a day, a week and thirty days; the bank’s unseen questions may end first', async () => {
    const bank = api.services.banks.byId('truck-driver')!
    const seen: string[] = []
    for (const [attempt, days] of [1, 7].entries()) {
      const id = await finish('Truck Driver', 2)
      seen.push(...(await idsOf(id)))
      const refused = await start('truck driver (CDL)')
      expect([refused.status, refused.body.code, refused.body.retryAfterSeconds]).toEqual([
        409,
        'retake-too-early',
        days * 86_400,
      ])
      expect((await api.call('getAttempt', { attemptId: id }, how)).data.number).toBe(attempt + 1)
      api.clock.advance(days * DAY_MS)
    }
    expect(new Set(seen).size).toBe(20)
    expect(bank.questions.filter(({ open = false }) => !open).length - seen.length).toBeLessThan(20)
    const refused = await start('Truck Driver')
    expect([refused.status, refused.body.code]).toEqual([409, 'questions-used-up'])
    // A year after the first ten were seen.
    api.clock.advance((refused.body.retryAfterSeconds ?? 0) * 1_000)
    expect((await start('Truck Driver')).status).toBe(200)
    expect(refused.body.retryAfterSeconds).toBe((365 - 8) * 86_400)
  })

  test.each([
    ['BEE KEEPING', 'in capitals'],
    ['Bee keep\u200Bing', 'with an unseen space'],
    ['B\u0435e keeping', 'with a look-alike letter'],
    ['Senior Bee Keeper', 'under another name of the same claim'],
    ['Welder', 'as another skill without questions of its own'],
  ])('after trying "Bee keeping", "%s" has to wait too, %s', async (typed) => {
    await finish('Bee keeping', 2)
    expect((await start(typed)).body.code).toBe('retake-too-early')
    expect((await start('Cook')).status).toBe(200)
  })

  test('waits for all accounts on one device', async () => {
    const { visitorToken = '' } = (await api.call('startAttempt', { skill: 'Cook' }, { app })).data
    const device = { headers: { 'x-visitor-token': visitorToken } }
    await finish('Cook', 2, { ...how, ...device })
    const other = (await api.join()).how
    expect((await start('Cook', { ...other, ...device })).body.code).toBe('retake-too-early')
    expect((await start('Carpenter', { ...other, ...device })).status).toBe(200)
    expect((await start('Cook', other)).status).toBe(200)
  })

  test('practice on the device makes no one wait', async () => {
    const { visitorToken = '' } = (await api.call('startAttempt', { skill: 'Cook' }, { app })).data
    const device = { app, headers: { 'x-visitor-token': visitorToken } }
    await finish('Cook', 2, device)
    expect((await start('Cook', { ...how, ...device })).status).toBe(200)
  })
})

test('ten private windows see none of the counted questions', async () => {
  const counted = new Set(
    api.services.banks.byId('cook')!.questions.flatMap(({ id, open = false }) => (open ? [] : [id])),
  )
  for (let window = 0; window < 10; window += 1) {
    const { id } = (await api.call('startAttempt', { skill: 'Cook' }, { app })).data
    expect((await idsOf(id)).filter((question) => counted.has(question))).toEqual([])
  }
})

describe('at the same moment', () => {
  test('two starts are one attempt', async () => {
    const [one, other] = await Promise.all([start('Mason'), start('Mason')])
    expect(one.data.id).toBe(other.data.id)
  })

  test('one attempt completed twice is counted once', async () => {
    const holder = await api.join()
    const { id } = await begin('Mason', holder.how)
    await answerAll(api, id, holder.how)
    const complete = () => api.call('completeAttempt', { attemptId: id }, holder.how)
    const [one, other] = await Promise.all([complete(), complete()])
    expect(one.data).toEqual(other.data)
    expect(await api.store.activities.listByMember(holder.id, 10)).toHaveLength(1)
    const sums = await api.store.questionStatistics.list(app, 'test')
    await complete()
    expect(await api.store.questionStatistics.list(app, 'test')).toEqual(sums)
  })
})

test('a member who is deleted while starting an attempt is logged out', async () => {
  const holder = await api.join()
  const { store, rateLimiter } = api.services
  // The last check before the database.
  const take: typeof rateLimiter.take = async (limit) => {
    if (limit === 'attemptsPerAccount') await store.members.delete(holder.id)
  }
  Object.assign(api.services, { rateLimiter: { ...rateLimiter, take } })
  const refused = await start('Cook', holder.how).finally(() => Object.assign(api.services, { rateLimiter }))
  expect(refused.body.code).toBe('client/invalid-token')
})
