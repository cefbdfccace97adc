import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { openAdmin } from '../../../http/admin/open-admin'
import type { Admin } from '../../../http/admin/open-admin'

const page = v.object({
  totalCount: v.number(),
  endCursor: v.number(),
  hasNextPage: v.boolean(),
  data: v.array(v.looseObject({ auth: v.object({ email: v.string() }) })),
})

/** Names before the `@`, with the paging fields. */
async function list(admin: Admin, query: Record<string, unknown> = {}) {
  await admin.admin('listMembers', query)
  const { data, ...rest } = v.parse(page, (await admin.answerOf('listMembers', query)).body)
  return { ...rest, names: data.map(({ auth }) => auth.email.replace('@example.com', '')) }
}

async function openWith(...names: string[]) {
  const admin = await openAdmin()
  for (const name of names) await admin.admin('createMember', { email: `${name}@example.com` })
  return admin
}

test('members are answered in the order in which they came, or the other way round', async () => {
  const admin = await openWith('ann', 'bob', 'cleo')
  const whole = { totalCount: 3, hasNextPage: false }
  expect(await list(admin)).toEqual({ ...whole, endCursor: 3, names: ['ann', 'bob', 'cleo'] })
  expect(await list(admin, { order: 'DESC' })).toEqual({ ...whole, endCursor: 1, names: ['cleo', 'bob', 'ann'] })
})

test('following endCursor returns each member once, even while others come and go', async () => {
  const admin = await openWith('a', 'b', 'c', 'd', 'e')
  const first = await list(admin, { first: 2 })
  expect(first).toEqual({ totalCount: 5, endCursor: 2, hasNextPage: true, names: ['a', 'b'] })
  await admin.admin('removeMember', { member: 'b@example.com' })
  await admin.admin('createMember', { email: 'f@example.com' })
  const second = await list(admin, { first: 2, after: first.endCursor })
  expect(second).toMatchObject({ hasNextPage: true, names: ['c', 'd'] })
  const third = await list(admin, { limit: 2, after: second.endCursor })
  expect(third).toMatchObject({ hasNextPage: false, names: ['e', 'f'] })
  const beyond = await list(admin, { after: third.endCursor })
  expect(beyond).toEqual({ totalCount: 5, endCursor: third.endCursor, hasNextPage: false, names: [] })
  const back = await list(admin, { order: 'DESC', first: 2, after: third.endCursor })
  expect(back).toMatchObject({ hasNextPage: true, names: ['e', 'd'] })
})

test('a page has at most a hundred members, and `first` counts before `limit`', async () => {
  const admin = await openWith(...Array.from({ length: 101 }, (_, index) => `m${index}`))
  expect((await list(admin)).names).toHaveLength(50)
  expect((await list(admin, { first: 5_000 })).names).toHaveLength(100)
  expect((await list(admin, { first: 3, limit: 7 })).names).toHaveLength(3)
})

test('members are found by their address and by a plan that they have', async () => {
  const admin = await openWith('ann', 'bob', 'cleo')
  await admin.admin('addPlanToMember', { member: 'bob@example.com', planId: 'pln_free' })
  await admin.admin('addPlanToMember', { member: 'cleo@example.com', planId: 'pln_free' })
  await admin.admin('removePlanFromMember', { member: 'cleo@example.com', planId: 'pln_free' })
  expect(await list(admin, { planId: 'pln_free' })).toMatchObject({ totalCount: 1, names: ['bob'] })
  expect(await list(admin, { email: ' ANN@example.com ' })).toMatchObject({ totalCount: 1, names: ['ann'] })
  expect(await list(admin, { planId: 'pln_free', email: 'ann@example.com' })).toMatchObject({ totalCount: 0 })
})

describe('a search', () => {
  const people = {
    ada: { 'first-name': 'Ada', 'last-name': 'Lovelace', about: 'Turing is a friend' },
    alan: { 'first-name': 'Alan', 'last-name': 'Turing' },
    jürgen: { 'first-name': 'JÜRGEN', 'last-name': 'O\u2019Neil "100%" Öz' },
  }

  async function openWithPeople() {
    const admin = await openAdmin()
    const ids: Record<string, string> = {}
    for (const [name, customFields] of Object.entries(people)) {
      const email = `${name.replace('ü', 'u')}@example.com`
      ids[name] = (await admin.admin('createMember', { email, customFields })).id
    }
    const find = async (search: string) => (await list(admin, { search })).names
    return { admin, ids, find }
  }

  test('finds beginnings of words in email addresses, names and IDs, letters of any case', async () => {
    const { admin, ids, find } = await openWithPeople()
    expect(await find('EXAMPLE.com')).toEqual(['ada', 'alan', 'jurgen'])
    expect(await find('alan@')).toEqual(['alan'])
    expect(await find('love')).toEqual(['ada'])
    expect(await find('jürgen')).toEqual(['jurgen'])
    expect(await find('JURGEN')).toEqual(['jurgen'])
    expect(await find('öZ')).toEqual(['jurgen'])
    expect(await find('neil')).toEqual(['jurgen'])
    expect(await find('ovelace')).toEqual([])
    expect(await find(ids['alan'] ?? '')).toEqual(['alan'])
    expect(await find((ids['ada'] ?? '').toUpperCase())).toEqual(['ada'])
    expect(await find('nobody')).toEqual([])
    const firstPage = await list(admin, { search: 'example', first: 2 })
    expect(firstPage).toMatchObject({ totalCount: 3, hasNextPage: true, names: ['ada', 'alan'] })
    expect(await list(admin, { search: 'example', first: 2, after: firstPage.endCursor })).toMatchObject({
      totalCount: 3,
      hasNextPage: false,
      names: ['jurgen'],
    })
  })

  test('of several words finds those who have every one, and looks at names alone of the custom fields', async () => {
    const { admin, find } = await openWithPeople()
    expect(await find('  ada   lovelace ')).toEqual(['ada'])
    expect(await find('ada turing')).toEqual([])
    expect(await find('friend')).toEqual([])
    await admin.admin('addPlanToMember', { member: 'alan@example.com', planId: 'pln_free' })
    expect(await list(admin, { search: 'example', planId: 'pln_free' })).toMatchObject({
      totalCount: 1,
      names: ['alan'],
    })
  })

  test('takes every character as it is', async () => {
    const { find } = await openWithPeople()
    expect(await find('"100%"')).toEqual(['jurgen'])
    expect(await find('100%')).toEqual([])
    expect(await find('100')).toEqual(['jurgen'])
    expect(await find('%')).toEqual([])
    expect(await find('_da')).toEqual([])
    expect(await find('last-name')).toEqual([])
    expect(await find('\\')).toEqual([])
  })
})

test('a page of large members ends early, and following it returns all members', async () => {
  const admin = await openAdmin()
  const json = { text: 'x'.repeat(900_000) }
  for (const name of ['a', 'b', 'c']) await admin.admin('createMember', { email: `${name}@example.com`, json })
  const first = await list(admin)
  expect(first).toMatchObject({ totalCount: 3, hasNextPage: true, names: ['a', 'b'] })
  expect(await list(admin, { after: first.endCursor })).toMatchObject({ hasNextPage: false, names: ['c'] })
})

test('a parameter that the list does not know is refused, and not ignored in silence', async () => {
  const admin = await openAdmin()
  for (const name of ['listMembers', 'listAuditLog', 'listWebhookMessages'] as const)
    expect(await admin.answerOf(name, { filter: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'unknown-parameter' },
    })
})

test('JSON is left out of a list that does without it', async () => {
  const admin = await openAdmin()
  await admin.admin('createMember', { email: 'ann@example.com', json: { a: 1 } })
  expect(await admin.admin('listMembers')).toMatchObject([{ json: { a: 1 } }])
  const [slim] = await admin.admin('listMembers', { includeJSON: 'false' })
  expect(slim).not.toHaveProperty('json')
})

test.for([
  { first: '0' },
  { first: '-1' },
  { limit: 'many' },
  { after: 'x' },
  { after: '1.5' },
  { order: 'asc' },
  { includeJSON: 'yes' },
  { search: 'a\u0000' },
])('%j is refused', async (query) => {
  const admin = await openAdmin()
  const refused = { status: 400, body: { code: 'invalid-field-value' } }
  expect(await admin.answerOf('listMembers', query)).toMatchObject(refused)
})
