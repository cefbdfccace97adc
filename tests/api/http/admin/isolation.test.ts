import { describe, expect, test } from 'vitest'
import type { AdminEndpointName } from '../../../../contract/admin/endpoints'
import { openAdmin } from './open-admin'

interface Owned {
  memberId: string
  recordId: string
}

/** Endpoints that name an object, the input for another key's object, and the expected error. */
const naming: Partial<Record<AdminEndpointName, (owned: Owned) => [input: Record<string, unknown>, code: string]>> = {
  changeMember: ({ memberId }) => [{ member: memberId, verified: true }, 'member-not-found'],
  removeMember: ({ memberId }) => [{ member: memberId }, 'member-not-found'],
  addPlanToMember: ({ memberId }) => [{ member: memberId, planId: 'pln_free' }, 'member-not-found'],
  removePlanFromMember: ({ memberId }) => [{ member: memberId, planId: 'pln_free' }, 'member-not-found'],
  sendMemberPasswordReset: ({ memberId }) => [{ member: memberId }, 'member-not-found'],
  addDataRecord: ({ memberId }) => [{ table: 'notes', data: { title: 'x' }, memberId }, 'member-not-found'],
  changeDataRecord: ({ recordId }) => [{ table: 'notes', recordId, data: { title: 'x' } }, 'data-record-not-found'],
  removeDataRecord: ({ recordId }) => [{ table: 'notes', recordId }, 'data-record-not-found'],
  queryTableRecords: ({ recordId }) => [
    { table: 'notes', query: { findUnique: { where: { id: recordId } } } },
    'data-record-not-found',
  ],
}

const email = 'ann@example.com'

/** Ann and her note, and a key that must not see either. */
async function openWithAnn(kind: 'otherMode' | 'otherApp') {
  const admin = await openAdmin()
  const { id: memberId } = await admin.admin('createMember', { email, plans: [{ planId: 'pln_few' }] })
  const { id: recordId } = await admin.admin('addDataRecord', { table: 'notes', data: { title: 'Milk' }, memberId })
  const key = admin.keys[kind]
  // The first use of a key is recorded.
  await admin.admin('listPlans', {}, key)
  return { admin, key, owned: { memberId, recordId } }
}

describe.for(['otherMode', 'otherApp'] as const)('a key of the %s', (kind) => {
  test.for(Object.keys(naming))('finds nothing by %s, and changes nothing', async (name) => {
    const { admin, key, owned } = await openWithAnn(kind)
    const [input, code] = naming[named(name)]?.(owned) ?? [{}, '']
    const before = admin.dumpDatabase()
    expect(await admin.answerOf(named(name), input, key)).toMatchObject({ status: 404, body: { code } })
    if ('member' in input)
      expect(await admin.answerOf(named(name), { ...input, member: email }, key)).toMatchObject({ status: 404 })
    expect(admin.dumpDatabase()).toEqual(before)
  })

  test('lists and finds no member', async () => {
    const { admin, key, owned } = await openWithAnn(kind)
    const list = { status: 200, body: { totalCount: 0, data: [] } }
    expect(await admin.answerOf('listMembers', {}, key)).toMatchObject(list)
    expect(await admin.answerOf('listMembers', { email }, key)).toMatchObject(list)
    for (const member of [owned.memberId, email])
      expect(await admin.admin('retrieveMember', { member }, key)).toBeNull()
  })

  test('gets counts without plan connections, records and acts', async () => {
    const { admin, key } = await openWithAnn(kind)
    const plans = await admin.admin('listPlans', {}, key)
    expect(plans.map(({ memberCount }) => memberCount)).toEqual(plans.map(() => 0))
    const { tables } = await admin.admin('listDataTables', {}, key)
    expect(tables.map(({ recordCount }) => recordCount)).toEqual(tables.map(() => 0))
    expect(await admin.admin('queryTableRecords', { table: 'notes', query: { findMany: {} } }, key)).toMatchObject({
      records: [],
    })
    expect(await admin.admin('listAuditLog', {}, key)).toEqual([])
  })

  test('can use an email address that is taken in another app or mode', async () => {
    const { admin, key, owned } = await openWithAnn(kind)
    const made = await admin.admin('createMember', { email }, key)
    expect(made.id).not.toBe(owned.memberId)
    expect(await admin.admin('listAuditLog', {}, key)).toMatchObject([{ act: 'member.create', subject: made.id }])
    const [, ...more] = await admin.admin('listAuditLog')
    expect(more).toHaveLength(1)
  })
})

const isNaming = (name: string): name is AdminEndpointName => Object.hasOwn(naming, name)

function named(name: string): AdminEndpointName {
  if (!isNaming(name)) throw new Error(`${name} is not in the table.`)
  return name
}
