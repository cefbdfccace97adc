import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createSearchIndexWorker } from '../../../../../api/features/members/workers'
import { openAdmin } from '../../../http/admin/open-admin'
import type { Admin } from '../../../http/admin/open-admin'

const pageSchema = v.object({
  data: v.array(v.object({ auth: v.object({ email: v.string() }) })),
  endCursor: v.union([v.string(), v.number()]),
})

const DAY_MS = 24 * 60 * 60 * 1000

async function names(admin: Admin, query: Record<string, unknown>): Promise<string[]> {
  const data = await admin.admin('listMembers', query)
  return data.map(({ auth }) => auth.email.replace('@example.com', ''))
}

/** Four members, one on each day. */
async function openWithFour() {
  const admin = await openAdmin()
  const ids: Record<string, string> = {}
  for (const [index, name] of ['ann', 'bob', 'cleo', 'dan'].entries()) {
    const verified = index % 2 === 0
    ids[name] = (await admin.admin('createMember', { email: `${name}@example.com`, verified })).id
    admin.clock.advance(DAY_MS)
  }
  return { admin, ids }
}

test('filters are combined, and each finds its members', async () => {
  const { admin, ids } = await openWithFour()
  await admin.admin('addPlanToMember', { member: ids['ann'], planId: 'pln_free' })
  await admin.admin('addPlanToMember', { member: ids['bob'], planId: 'pln_free' })
  await admin.admin('suspendMember', { member: ids['cleo'] })
  expect(await names(admin, { planId: 'pln_free', verified: 'true' })).toEqual(['ann'])
  expect(await names(admin, { status: 'ACTIVE' })).toEqual(['ann', 'bob'])
  expect(await names(admin, { failedPayment: 'true' })).toEqual([])
  expect(await names(admin, { failedPayment: 'false' })).toEqual(['ann', 'bob', 'cleo', 'dan'])
  expect(await names(admin, { suspended: 'true' })).toEqual(['cleo'])
  expect(await names(admin, { verified: 'false' })).toEqual(['bob', 'dan'])
  expect(await names(admin, { provider: 'google' })).toEqual([])
  const [, bob, cleo] = await admin.admin('listMembers')
  expect(await names(admin, { joinedFrom: bob?.createdAt, joinedTo: cleo?.createdAt })).toEqual(['bob'])
  expect(await admin.admin('countMembers', { verified: 'true' })).toEqual({ count: 2, isExact: true, text: '2' })
})

test('filters of one thing do not replace each other: plan, status, failed payment, last login', async () => {
  const { admin, ids } = await openWithFour()
  const { kysely } = admin.store
  for (const name of ['ann', 'bob', 'cleo'])
    await admin.admin('addPlanToMember', { member: ids[name], planId: 'pln_free' })
  await admin.admin('addPlanToMember', { member: ids['cleo'], planId: 'pln_few' })
  const setStatus = (name: string, planId: string, status: 'REQUIRES_PAYMENT' | 'CANCELED') =>
    kysely
      .updateTable('planConnections')
      .set({ status })
      .where('memberId', '=', String(ids[name]))
      .where('planId', '=', planId)
      .execute()
  // Ann owes for her only plan, Cleo for one of two.
  await setStatus('ann', 'pln_free', 'REQUIRES_PAYMENT')
  await setStatus('cleo', 'pln_few', 'REQUIRES_PAYMENT')
  expect(await names(admin, { failedPayment: 'true' })).toEqual(['ann', 'cleo'])
  expect(await names(admin, { failedPayment: 'false' })).toEqual(['bob', 'dan'])
  expect(await names(admin, { status: 'ACTIVE', failedPayment: 'true' })).toEqual(['cleo'])
  expect(await names(admin, { status: 'ACTIVE', failedPayment: 'false' })).toEqual(['bob'])
  expect(await names(admin, { status: 'REQUIRES_PAYMENT', failedPayment: 'false' })).toEqual([])
  expect(await names(admin, { planId: 'pln_free', failedPayment: 'true' })).toEqual(['ann'])
  expect(await names(admin, { planId: 'pln_free', status: 'ACTIVE', failedPayment: 'true' })).toEqual([])
  expect(await names(admin, { planId: 'pln_free', status: 'REQUIRES_PAYMENT' })).toEqual(['ann'])
  expect(await admin.admin('countMembers', { status: 'ACTIVE', failedPayment: 'true' })).toMatchObject({ count: 1 })

  const at = admin.clock.now()
  await kysely.updateTable('members').set({ lastLoginAt: at }).where('id', '=', String(ids['bob'])).execute()
  const since = new Date(at).toISOString()
  expect(await names(admin, { lastLoginFrom: since })).toEqual(['bob'])
  expect(await names(admin, { lastLoginTo: since })).toEqual(['ann', 'cleo', 'dan'])
  expect(await names(admin, { lastLoginFrom: since, planId: 'pln_free', verified: 'true' })).toEqual([])
})

test.for([
  { sort: 'email', order: 'DESC' },
  { sort: 'lastLogin', order: 'ASC' },
  { sort: 'joined', order: 'DESC' },
])('every page of a list by $sort $order follows the previous one, although others join', async ({ sort, order }) => {
  const { admin } = await openWithFour()
  const seen: string[] = []
  let after: string | number | undefined
  for (let page = 0; page < 4; page += 1) {
    const { body } = await admin.answerOf('listMembers', {
      sort,
      order,
      first: 1,
      ...(after !== undefined && { after }),
    })
    const answer = v.parse(pageSchema, body)
    seen.push(...answer.data.map(({ auth }) => auth.email))
    after = answer.endCursor
    await admin.admin('createMember', { email: `zz${page}@example.com` })
  }
  const old = seen.filter((email) => !email.startsWith('zz')).map((email) => email.replace('@example.com', ''))
  expect(new Set(seen).size).toBe(seen.length)
  const joined = ['ann', 'bob', 'cleo', 'dan']
  expect(old).toEqual(order === 'DESC' ? joined.toReversed() : joined)
})

test('without a count, the list has none', async () => {
  const { admin } = await openWithFour()
  const { body } = await admin.answerOf('listMembers', { count: 'false', first: 2 })
  expect(body).not.toHaveProperty('totalCount')
  expect(body).toMatchObject({ hasNextPage: true })
})

test('members of before the index are written by the worker; until then a search says so', async () => {
  const { admin } = await openWithFour()
  const { store } = admin
  await store.kysely.deleteFrom('memberTerms').where('appId', '=', 'app_shop').execute()
  await store.kysely.updateTable('members').set({ searchVersion: null }).where('appId', '=', 'app_shop').execute()
  expect(await admin.answerOf('listMembers', { search: 'ann' })).toMatchObject({
    status: 503,
    body: { code: 'member-search-not-ready' },
  })
  const worker = createSearchIndexWorker({ store, log: admin.services.log })
  await worker.drain()
  await worker.stop(0)
  expect(await names(admin, { search: 'ann' })).toEqual(['ann'])
})

test('a changed address is found at once, and the old one is not; a deleted member leaves no words', async () => {
  const { admin, ids } = await openWithFour()
  await admin.admin('changeMember', { member: ids['ann'], email: 'annabel.lee@poe.example' })
  expect(await admin.admin('listMembers', { search: 'lee' })).toHaveLength(1)
  expect(await admin.admin('listMembers', { search: 'ann@' })).toHaveLength(0)
  for (const member of Object.values(ids)) await admin.admin('removeMember', { member })
  expect(await admin.store.kysely.selectFrom('memberTerms').selectAll().execute()).toEqual([])
})

test('a field that is not filterable is refused by name', async () => {
  const { admin } = await openWithFour()
  const refused = await admin.answerOf('listMembers', { fields: '{"about":"x"}' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-field-value' } })
  expect(refused.text).toContain('about')
  expect(await admin.answerOf('listMembers', { fields: '{' })).toMatchObject({ status: 400 })
})

test('filterable fields are compared by their type', async () => {
  const field = { required: false, hidden: false, visibility: 'PRIVATE', restrictToAdmin: false, order: null } as const
  const admin = await openAdmin({
    app: {
      customFields: [
        { ...field, key: 'company', label: 'Company', type: 'text', options: [], filterable: true },
        { ...field, key: 'seats', label: 'Seats', type: 'number', options: [], filterable: true },
        { ...field, key: 'member-since', label: 'Since', type: 'date', options: [], filterable: true },
      ],
    },
  })
  const values = [
    { company: 'Ünlü GmbH', seats: 5, 'member-since': '2026-01-10' },
    { company: 'Acme', seats: 12, 'member-since': '2026-03-01' },
  ]
  for (const [index, customFields] of values.entries())
    await admin.admin('createMember', { email: `m${index}@example.com`, customFields })
  const by = (fields: object) => names(admin, { fields: JSON.stringify(fields) })
  expect(await by({ company: 'unlu gmbh' })).toEqual(['m0'])
  expect(await by({ seats: { from: 6 } })).toEqual(['m1'])
  expect(await by({ seats: { from: 1, to: 5 } })).toEqual(['m0'])
  expect(await by({ 'member-since': { to: '2026-02-01' } })).toEqual(['m0'])
  expect(await by({ seats: 5, company: 'Acme' })).toEqual([])
  expect(await names(admin, { search: 'gmbh' })).toEqual(['m0'])
})

test('a name is found in either Unicode form', async () => {
  const { admin, ids } = await openWithFour()
  const decomposed = 'Zoë Müller'.normalize('NFD')
  await admin.admin('changeMember', { member: ids['ann'], customFields: { 'first-name': decomposed } })
  for (const search of ['Zoë', 'müller', decomposed]) expect(await names(admin, { search })).toEqual(['ann'])
})
