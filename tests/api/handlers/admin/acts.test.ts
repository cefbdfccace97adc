import { expect, test } from 'vitest'
import { adminDataTableEndpoints } from '../../../../contract/admin/endpoints/data-tables'
import { adminMemberEndpoints } from '../../../../contract/admin/endpoints/members'
import { openAdmin } from './open-admin'
import type { Admin } from './open-admin'

/** Everything of members and records that changes something. */
const changing = {
  createMember: () => ({ email: 'bob@example.com', plans: [{ planId: 'pln_crew' }] }),
  changeMember: ({ member }) => ({ member, email: 'ann@new.example', password: 'another horse', verified: true }),
  removeMember: ({ member }) => ({ member }),
  addPlanToMember: ({ member }) => ({ member, planId: 'pln_crew' }),
  removePlanFromMember: ({ member }) => ({ member, planId: 'pln_free' }),
  sendMemberPasswordReset: ({ member }) => ({ member }),
  addDataRecord: ({ member: memberId }) => ({ table: 'notes', data: { title: 'Bread' }, memberId }),
  changeDataRecord: ({ recordId }) => ({ table: 'notes', recordId, data: { title: 'Bread' } }),
  removeDataRecord: ({ recordId }) => ({ table: 'notes', recordId }),
} as const satisfies Record<string, (of: { member: string; recordId: string }) => Record<string, unknown>>

const names = Object.entries(changing)

async function openWithAnn() {
  const admin = await openAdmin()
  const { id: member } = await admin.admin('createMember', {
    email: 'ann@example.com',
    plans: [{ planId: 'pln_free' }],
  })
  const { id: recordId } = await admin.admin('addDataRecord', { table: 'notes', data: { title: 'Milk' } })
  return { admin, of: { member, recordId } }
}

test('no endpoint that changes something is missing here', () => {
  const all = Object.entries({ ...adminMemberEndpoints, ...adminDataTableEndpoints })
  const expected = all.filter(([name, { method }]) => method !== 'GET' && name !== 'queryTableRecords')
  expect(Object.keys(changing).toSorted()).toEqual(expected.map(([name]) => name).toSorted())
})

test.for(names)('%s writes one row of the audit log', async ([name, inputFor]) => {
  const { admin, of } = await openWithAnn()
  const before = await admin.countActs()
  expect((await admin.answerOf(named(name), inputFor(of))).status).toBe(200)
  expect(await admin.countActs()).toBe(before + 1)
})

test.for(names)('%s does not happen where it cannot be written down', async ([name, inputFor]) => {
  const { admin, of } = await openWithAnn()
  breakAuditLog(admin)
  const before = admin.dumpDatabase()
  expect((await admin.answerOf(named(name), inputFor(of))).status).toBe(500)
  expect(admin.dumpDatabase()).toEqual(before)
})

function breakAuditLog({ services }: Admin): void {
  const { store } = services
  const insert = () => Promise.reject(new Error('The disk is full.'))
  services.store = {
    ...store,
    transaction: (work) =>
      store.transaction((repositories) => work({ ...repositories, auditLog: { ...repositories.auditLog, insert } })),
  }
}

function named(name: string): keyof typeof changing {
  if (!isKey(name)) throw new Error(`${name} is not in the table.`)
  return name
}

const isKey = (name: string): name is keyof typeof changing => Object.hasOwn(changing, name)
