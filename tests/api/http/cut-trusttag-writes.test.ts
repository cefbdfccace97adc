import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutTransactions } from '../../support/cut-transactions'
import { rightAnswers, startWithHolders, TRUSTTAG } from '../../support/tag-holders'
import type { Holder, TagHolders } from '../../support/tag-holders'

const WRITES_MAX = 40
let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

/**
 * Asks again and again, cut off at the first write, at the second one, and so on, until one request gets through.
 * @returns how often it was cut off; each time nothing had changed
 */
async function cutEverywhere(ask: () => Promise<{ status: number }>): Promise<number> {
  const { store } = api
  const before = api.dumpDatabase()
  for (let write = 1; write <= WRITES_MAX; write += 1) {
    const cut = cutTransactions(store, write)
    Object.assign(api.services, { store: cut.store })
    const { status } = await ask().finally(() => Object.assign(api.services, { store }))
    if (!cut.wasCut()) {
      expect(status).toBe(200)
      return write - 1
    }
    expect([write, status]).toEqual([write, 500])
    expect(api.dumpDatabase()).toEqual(before)
  }
  throw new Error('It never got through.')
}

async function answered(skill: string, how: Holder['how']): Promise<string> {
  const { id } = (await api.call('startAttempt', { skill }, how)).data
  await api.call('saveAnswers', { attemptId: id, answers: await rightAnswers(api, id) }, how)
  return id
}

test('an attempt that is begun ends the one that was open, or neither', async () => {
  const { how } = await api.join()
  await answered('Cook', how)
  expect(await cutEverywhere(() => api.call('startAttempt', { skill: 'Cook' }, how))).toBe(2)
  const { attempts } = (await api.call('listAttempts', {}, how)).data
  expect(attempts).toHaveLength(2)
})

test('an attempt is completed, counted and noted, or nothing of it', async () => {
  const { how, id } = await api.join()
  const attemptId = await answered('Cook', how)
  expect(await cutEverywhere(() => api.call('completeAttempt', { attemptId }, how))).toBeGreaterThanOrEqual(3)
  expect(await api.store.activities.listByMember(id, 10)).toHaveLength(1)
})

test('what a browser did is claimed as a whole', async () => {
  const { data } = await api.call('startAttempt', { skill: 'Mason' }, { app: TRUSTTAG })
  const headers = { 'x-visitor-token': data.visitorToken ?? '' }
  const visitor = { app: TRUSTTAG, headers }
  for (const skill of ['Cook', 'Carpenter']) {
    const attemptId = await answered(skill, visitor)
    await api.call('completeAttempt', { attemptId }, visitor)
  }
  const holder = await api.join()
  const how = { ...holder.how, headers }
  // One is too early.
  await api.pass(holder, 'Cook')
  expect(await cutEverywhere(() => api.call('claimAttempts', {}, how))).toBeGreaterThanOrEqual(3)
  const { attempts } = (await api.call('listAttempts', {}, holder.how)).data
  expect(attempts.map(({ skill }) => skill).toSorted()).toEqual(['Carpenter', 'Cook', 'Mason'])
})

test('a TrustTag takes its credit, or there is neither', async () => {
  const holder = await api.join()
  const attemptId = await api.pass(holder)
  await api.give(holder)
  const ask = () => api.call('issueTag', { attemptId, holderName: 'Ada Lovelace' }, holder.how)
  // Credit, TrustTag, activity, profile and mail.
  expect(await cutEverywhere(ask)).toBeGreaterThanOrEqual(5)
  expect(await api.store.credits.listByMember(holder.id)).toMatchObject([{ status: 'SPENT' }])
})

test('the free credit is noted as had, or not given', async () => {
  const holder = await api.join()
  await api.store.members.update(holder.id, { verified: true })
  expect(await cutEverywhere(() => api.call('claimFreeTag', {}, holder.how))).toBe(2)
  expect(await api.store.credits.listByMember(holder.id)).toHaveLength(1)
})
