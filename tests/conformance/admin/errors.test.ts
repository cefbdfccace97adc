import { expect, test } from 'vitest'
import * as v from 'valibot'
import type { PublishedClient } from './open-published-client'
import { openPublishedClient } from './open-published-client'
import { refusal } from './shapes'

type Client = PublishedClient['memberstack']

const nobody = 'mem_sb_none'
const nowhere = { table: 'books', recordId: 'none' }

/** Each call must fail. */
const failing: readonly [title: string, call: (client: Client) => Promise<unknown>, code: string][] = [
  ['a page of no size', ({ members }) => members.list({ limit: -1 }), 'invalid-field-value'],
  [
    'a member without an address',
    ({ members }) => members.create({ email: '', password: 'x' }),
    'required-field-missing',
  ],
  [
    'a member with a short password',
    ({ members }) => members.create({ email: 'a@b.co', password: 'x' }),
    'invalid-password-too-short',
  ],
  ['an address twice', twice, 'email-already-in-use'],
  ['a change of nobody', ({ members }) => members.update({ id: nobody, data: { verified: true } }), 'member-not-found'],
  ['a deletion of nobody', ({ members }) => members.delete({ id: nobody }), 'member-not-found'],
  [
    'a plan for nobody',
    ({ members }) => members.addFreePlan({ id: nobody, data: { planId: 'pln_free' } }),
    'member-not-found',
  ],
  [
    'a plan with a price',
    ({ members }) => members.addFreePlan({ id: nobody, data: { planId: 'pln_pro' } }),
    'plan-not-free',
  ],
  [
    'a plan of nobody',
    ({ members }) => members.removeFreePlan({ id: nobody, data: { planId: 'pln_free' } }),
    'member-not-found',
  ],
  ['an unknown table', ({ dataTables }) => dataTables.get({ table: 'none' }), 'data-table-not-found'],
  [
    'a record without its title',
    ({ dataTables }) => dataTables.createRecord({ table: 'books', data: {} }),
    'required-field-missing',
  ],
  ['an unknown record', ({ dataTables }) => dataTables.getRecord(nowhere), 'data-record-not-found'],
  [
    'a query of nothing',
    ({ dataTables }) => dataTables.queryRecords({ table: 'books', query: { findMany: { take: 0 } } }),
    'invalid-field-value',
  ],
  [
    'a change of no record',
    ({ dataTables }) => dataTables.updateRecord({ ...nowhere, data: {} }),
    'data-record-not-found',
  ],
  ['a deletion of no record', ({ dataTables }) => dataTables.deleteRecord(nowhere), 'data-record-not-found'],
]

async function twice({ members }: Client): Promise<unknown> {
  const ann = { email: 'ann@example.com', password: 'correct horse' }
  await members.create(ann)
  return members.create(ann)
}

test.for(failing)('%s rejects with a code and a message', async ([, call, code]) => {
  const { memberstack } = await openPublishedClient()
  const thrown = await call(memberstack).catch((error: unknown) => error)
  expect(v.parse(refusal, thrown)).toMatchObject({ code })
})

test('an invalid key rejects every call with a message', async () => {
  const { connect } = await openPublishedClient()
  const { members, dataTables } = connect('sk_sb_nobody')
  const refused = { code: 'invalid-secret-key' }
  await expect(members.list()).rejects.toMatchObject(refused)
  await expect(members.addFreePlan({ id: nobody, data: { planId: 'pln_free' } })).rejects.toMatchObject(refused)
  await expect(dataTables.list()).rejects.toMatchObject(refused)
})
