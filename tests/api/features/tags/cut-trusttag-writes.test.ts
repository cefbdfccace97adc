import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutTransactions } from '../../../support/cut-transactions'
import { answerAll, startWithHolders, TRUSTTAG } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

const WRITES_MAX = 40
let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

/**
 * Repeats a request, interrupted at the first write, the second one, and so on, until it succeeds.
 * @returns number of interruptions; each time nothing had changed
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
  await answerAll(api, id, how)
  return id
}

test('an attempt begins again, or stays as it was', async () => {
  const { how } = await api.join()
  await answered('Cook', how)
  // The member's lock and the attempt.
  expect(await cutEverywhere(() => api.call('startAttempt', { skill: 'Cook' }, how))).toBe(2)
  const { attempts } = (await api.call('listAttempts', {}, how)).data
  expect(attempts).toMatchObject([{ answers: {} }])
})

test('a counted attempt begins with its exposures, or not at all', async () => {
  const { how } = await api.join()
  // The member's lock, the exposures and the attempt.
  expect(await cutEverywhere(() => api.call('startAttempt', { skill: 'Cook' }, how))).toBe(3)
})

test('an attempt is completed, counted and recorded, or nothing of it', async () => {
  const { how, id } = await api.join()
  const attemptId = await answered('Cook', how)
  expect(await cutEverywhere(() => api.call('completeAttempt', { attemptId }, how))).toBeGreaterThanOrEqual(3)
  expect(await api.store.activities.listByMember(id, 10)).toHaveLength(1)
})

test('the attempts of a browser are claimed together', async () => {
  const { data } = await api.call('startAttempt', { skill: 'Mason' }, { app: TRUSTTAG })
  const headers = { 'x-visitor-token': data.visitorToken ?? '' }
  const visitor = { app: TRUSTTAG, headers }
  for (const skill of ['Cook', 'Carpenter']) {
    const attemptId = await answered(skill, visitor)
    await api.call('completeAttempt', { attemptId }, visitor)
  }
  const holder = await api.join()
  const how = { ...holder.how, headers }
  expect(await cutEverywhere(() => api.call('claimAttempts', {}, how))).toBe(2)
  const { attempts } = (await api.call('listAttempts', {}, holder.how)).data
  expect(attempts.map(({ skill }) => skill).toSorted()).toEqual(['Carpenter', 'Cook', 'Mason'])
})

test('a TrustTag takes its credit, or neither happens', async () => {
  const holder = await api.join()
  const attemptId = await api.pass(holder)
  await api.give(holder)
  const ask = () => api.call('issueTag', { attemptId, holderName: 'Ada Lovelace' }, holder.how)
  // Credit, TrustTag, activity, profile and mail.
  expect(await cutEverywhere(ask)).toBeGreaterThanOrEqual(5)
  expect(await api.store.credits.listByMember(holder.id)).toMatchObject([{ status: 'SPENT' }])
})

test('the free credit is recorded as claimed, or not given', async () => {
  const holder = await api.join()
  await api.store.members.update(holder.id, { verified: true })
  // The member's lock, the claim and the credit.
  expect(await cutEverywhere(() => api.call('claimFreeTag', {}, holder.how))).toBe(3)
  expect(await api.store.credits.listByMember(holder.id)).toHaveLength(1)
})
