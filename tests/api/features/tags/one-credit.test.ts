import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'

let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

const SKILLS = [
  'Electrician',
  'Cook',
  'Carpenter',
  'QuickBooks',
  'Power BI',
  'Beekeeping',
  'Truck Driver',
  'CNA',
  'Excel',
  'Google Workspace',
]
const AT_ONCE = 50

it(`${AT_ONCE} requests at once with one credit issue one TrustTag`, async () => {
  const holder = await api.join()
  const attempts: string[] = []
  for (const skill of SKILLS) attempts.push(await api.pass(holder, skill))
  await api.give(holder)
  const asked = Array.from({ length: AT_ONCE }, (_, index) => attempts[index % attempts.length] ?? '')
  const answers = await Promise.all(
    asked.map((attemptId) => api.call('issueTag', { attemptId, holderName: 'Ada Lovelace' }, holder.how)),
  )
  const { tags } = (await api.call('listTags', {}, holder.how)).data
  expect(tags).toHaveLength(1)
  // Repeated requests for the same attempt got the same TrustTag; all others had no credit left.
  const issued = answers.filter(({ status }) => status === 200)
  expect(issued.length).toBe(AT_ONCE / SKILLS.length)
  expect(new Set(issued.map(({ data }) => data.trustTagId))).toEqual(new Set([tags[0]?.trustTagId]))
  expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['no-credit-left']))
  const credits = await api.store.credits.listByMember(holder.id)
  expect(credits.map(({ status, tagId }) => [status, tagId])).toEqual([['SPENT', tags[0]?.trustTagId]])
})

it('parallel requests for one attempt issue one TrustTag and take one credit', async () => {
  const holder = await api.join()
  const attemptId = await api.pass(holder)
  await api.give(holder, 5)
  const asked = Array.from({ length: 20 }, () =>
    api.call('issueTag', { attemptId, holderName: 'Ada Lovelace' }, holder.how),
  )
  const ids = (await Promise.all(asked)).map(({ data }) => data.trustTagId)
  expect(new Set(ids).size).toBe(1)
  const credits = await api.store.credits.listByMember(holder.id)
  expect(credits.filter(({ status }) => status === 'SPENT')).toHaveLength(1)
  await api.outbox.drain()
  expect(
    (await api.store.mailbox.list(holder.email)).filter(({ subject }) => subject.includes('TT-TEST')),
  ).toHaveLength(1)
})

it('several requests take one credit each', async () => {
  const holder = await api.join()
  const attempts: string[] = []
  for (const skill of SKILLS.slice(0, 5)) attempts.push(await api.pass(holder, skill))
  await api.give(holder, 3)
  const answers = await Promise.all(
    attempts.map((attemptId) => api.call('issueTag', { attemptId, holderName: 'Ada Lovelace' }, holder.how)),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 402, 402])
})
