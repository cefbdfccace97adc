import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../../../contract/schemas'
import { answerAll, startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

let api: TagHolders
let holder: Holder

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

const issue = (attemptId: string, more: Partial<Call<'issueTag'>> = {}, by = holder) =>
  api.call('issueTag', { attemptId, holderName: 'Ada Lovelace', ...more }, by.how)
const creditsOf = async ({ id }: Holder) => (await api.store.credits.listByMember(id)).map(({ status }) => status)

describe('issuing a TrustTag', () => {
  it('takes one credit for a passed attempt, and returns the TrustTag', async () => {
    holder = await api.join()
    const attemptId = await api.pass(holder)
    await api.give(holder, 2)
    const { data } = await issue(attemptId)
    expect(data).toMatchObject({
      isValid: true,
      status: 'valid',
      skill: 'Electrician',
      category: 'Skilled Trades & Construction',
      holderName: 'Ada Lovelace',
      score: 100,
      issueDate: new Date(api.clock.now()).toISOString(),
      expiresAt: '2029-11-21T09:00:00.000Z',
      blockchainHash: expect.stringMatching(/^[0-9a-f]{64}$/u),
      proof: { leafHash: data.blockchainHash, logIndex: 0 },
      mode: 'test',
      visibility: 'PRIVATE',
      attemptId,
    })
    expect(data.topics.reduce((points, topic) => points + topic.points, 0)).toBe(10)
    expect(data.trustTagId).toMatch(/^TT-TEST-EL2026\d{12}$/u)
    expect(data.url).toBe(`http://localhost:4000/verify/${data.trustTagId}`)
    expect((await creditsOf(holder)).toSorted()).toEqual(['AVAILABLE', 'SPENT'])
  })

  it('makes it private by default', async () => {
    const member = await api.join()
    const attemptId = await api.pass(member)
    await api.give(member)
    const { data } = await issue(attemptId, {}, member)
    const check = () => api.call('verifyTag', { tagId: data.trustTagId })
    expect((await check()).body.code).toBe('tag-not-found')
    await api.call('updateTag', { tagId: data.trustTagId, visibility: 'LINK' }, member.how)
    expect((await check()).data.holderName).toBe('Ada Lovelace')
  })

  it('is reported by mail and in the activity', async () => {
    const member = await api.join()
    const { trustTagId, url } = await api.earn(member, 'Cook')
    const mail = await api.mailTo(member.email)
    expect(mail?.subject).toContain(trustTagId)
    expect(mail?.text).toContain(url)
    const [latest] = await api.store.activities.listByMember(member.id, 1)
    expect(latest).toMatchObject({ action: 'TrustTag earned', skill: 'Cook' })
  })

  it('has IDs without a mark in live mode', async () => {
    const member = await api.join({}, { key: 'pk_trusttag' })
    const { trustTagId, mode } = await api.earn(member, 'Beekeeping')
    expect(trustTagId).toMatch(/^TT-SK2026\d{12}$/u)
    expect(mode).toBe('live')
  })

  it('returns the same TrustTag when repeated, and takes nothing more', async () => {
    const member = await api.join()
    const attemptId = await api.pass(member)
    await api.give(member, 2)
    const first = await issue(attemptId, {}, member)
    const second = await issue(attemptId, {}, member)
    expect(second.data.trustTagId).toBe(first.data.trustTagId)
    expect((await creditsOf(member)).filter((status) => status === 'SPENT')).toHaveLength(1)
    expect(await api.store.activities.listByMember(member.id, 10)).toHaveLength(2)
  })

  it('does not change the name on an issued one', async () => {
    const member = await api.join()
    const attemptId = await api.pass(member)
    await api.give(member, 2)
    await issue(attemptId, {}, member)
    const other = await issue(attemptId, { holderName: 'Grace Hopper' }, member)
    expect({ status: other.status, code: other.body.code }).toEqual({ status: 409, code: 'tag-already-issued' })
    const [tag] = (await api.call('listTags', {}, member.how)).data.tags
    expect(tag?.holderName).toBe('Ada Lovelace')
  })

  it('reads a name with single spaces, in any script', async () => {
    const member = await api.join()
    const attemptId = await api.pass(member)
    await api.give(member)
    expect((await issue(attemptId, { holderName: '  Олена   Коваль ' }, member)).data.holderName).toBe('Олена Коваль')
  })
})

describe('issuing is refused, and changes nothing', () => {
  async function refuses(code: string, attemptId: string, more: Partial<Call<'issueTag'>>, by: Holder) {
    const before = api.dumpDatabase()
    expect((await issue(attemptId, more, by)).body.code).toBe(code)
    expect(api.dumpDatabase()).toEqual(before)
  }

  it('without a credit', async () => {
    const member = await api.join()
    await refuses('no-credit-left', await api.pass(member), {}, member)
  })

  it('for an attempt that is open or failed', async () => {
    const member = await api.join()
    await api.give(member)
    const { data: open } = await api.call('startAttempt', { skill: 'Cook' }, member.how)
    await refuses('attempt-not-passed', open.id, {}, member)
    await answerAll(api, open.id, member.how, 0)
    const { data: done } = await api.call('completeAttempt', { attemptId: open.id }, member.how)
    expect(done.result?.passed).toBe(false)
    await refuses('attempt-not-passed', open.id, {}, member)
  })

  it('for another member’s attempt, and for an unknown one', async () => {
    const [member, other] = [await api.join(), await api.join()]
    await api.give(other)
    await refuses('attempt-not-found', await api.pass(member), {}, other)
    await refuses('attempt-not-found', 'att_none', {}, other)
  })

  it('for an attempt of the other mode', async () => {
    const [test, live] = [await api.join(), await api.join({}, { key: 'pk_trusttag' })]
    await api.give(live)
    await refuses('attempt-not-found', await api.pass(test), {}, live)
  })

  it.each([
    ['', 'required-field-missing'],
    ['   ', 'required-field-missing'],
    ['12345', 'invalid-field-value'],
    ['Ada\u0000Lovelace', 'invalid-field-value'],
    ['Ada\nLovelace', 'invalid-field-value'],
    ['\u202eecalevoL adA', 'invalid-field-value'],
    ['A'.repeat(101), 'field-limit-exceeded'],
  ])('in the name %j', async (holderName, code) => {
    const member = await api.join()
    await api.give(member)
    await refuses(code, await api.pass(member), { holderName }, member)
  })

  it('for an app without TrustTags', async () => {
    const how = { app: 'app_demo' }
    const { data } = await api.call('signup', { email: 'demo@example.test', password: 'correct horse battery' }, how)
    const token = data.tokens.accessToken
    const answer = await api.call('issueTag', { attemptId: 'att_1', holderName: 'Ada' }, { ...how, token })
    expect(answer.body.code).toBe('not-found')
  })
})
