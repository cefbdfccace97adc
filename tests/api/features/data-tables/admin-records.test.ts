import { expect, test } from 'vitest'
import { openAdmin } from '../../http/admin/open-admin'
import type { Admin } from '../../http/admin/open-admin'

const books = { table: 'books' }

const query = (admin: Admin, findMany: object, table = 'books') =>
  admin.admin('queryTableRecords', { table, query: { findMany } })

test('every table is described, whatever its rules, by key and by id', async () => {
  const admin = await openAdmin()
  await admin.admin('addDataRecord', { table: 'notes', data: { title: 'Milk' } })
  const { tables } = await admin.admin('listDataTables')
  expect(tables.map(({ key, recordCount }) => [key, recordCount])).toEqual([
    ['authors', 0],
    ['books', 0],
    ['tags', 0],
    ['notes', 1],
  ])
  const notes = await admin.admin('retrieveDataTable', { table: 'notes' })
  expect(notes).toMatchObject({ id: 'tbl_notes', createRule: 'ADMIN_ONLY', fields: [{ key: 'title', type: 'TEXT' }] })
  expect(await admin.admin('retrieveDataTable', { table: 'tbl_notes' })).toEqual(notes)
})

test('a record is made, changed and deleted where no member may', async () => {
  const admin = await openAdmin()
  const made = await admin.admin('addDataRecord', { table: 'notes', data: { title: 'Milk' } })
  expect(made).toMatchObject({ tableKey: 'notes', createdByMemberId: null, data: { title: 'Milk' }, internalOrder: 1 })
  const act = { actor: 'admin key tests', subject: made.id }
  expect(await admin.lastAct()).toEqual({ ...act, act: 'record.create', detail: { table: 'notes' } })
  admin.clock.advance(1_000)
  const place = { table: 'tbl_notes', recordId: made.id }
  const changed = await admin.admin('changeDataRecord', { ...place, data: { title: 'Bread' } })
  expect(changed).toEqual({ ...made, data: { title: 'Bread' }, updatedAt: '2026-11-21T09:00:01.000Z' })
  const update = { ...act, act: 'record.update', detail: { table: 'notes', fields: 'title' } }
  expect(await admin.lastAct()).toEqual(update)
  expect(await admin.admin('removeDataRecord', place)).toEqual(changed)
  expect(await admin.lastAct()).toEqual({ ...act, act: 'record.delete', detail: { table: 'notes' } })
  expect(await query(admin, {}, 'notes')).toEqual({ records: [], pagination: { limit: 20, hasMore: false } })
})

test('a record in a member’s name is theirs', async () => {
  const admin = await openAdmin()
  const ann = await admin.signUp('ann@example.com')
  const record = { table: 'notes', data: { title: 'Milk' }, memberId: ann.id }
  expect(await admin.admin('addDataRecord', record)).toMatchObject({ createdByMemberId: ann.id })
  const byAddress = await admin.admin('addDataRecord', { ...record, memberId: 'ann@example.com' })
  expect(byAddress).toMatchObject({ createdByMemberId: ann.id })
})

test('decimal numbers are texts where a record is written, and numbers where it is asked for', async () => {
  const admin = await openAdmin()
  const data = { title: 'Emma', price: 9.5, pages: 400 }
  const made = await admin.admin('addDataRecord', { ...books, data })
  expect(made.data).toMatchObject({ title: 'Emma', price: '9.5', pages: 400 })
  const place = { ...books, recordId: made.id }
  expect((await admin.admin('changeDataRecord', { ...place, data: { price: 8 } })).data).toMatchObject({ price: '8' })
  const where = { price: { lt: 9 } }
  expect(await query(admin, { where })).toMatchObject({ records: [{ data: { price: 8 } }] })
  expect((await admin.admin('removeDataRecord', place)).data).toMatchObject({ price: '8', inPrint: true })
})

test('records are asked for by a query, one by one, or counted', async () => {
  const admin = await openAdmin()
  const ids: string[] = []
  for (const title of ['Emma', 'Persuasion', 'Sanditon'])
    ids.push((await admin.admin('addDataRecord', { ...books, data: { title } })).id)
  const first = await query(admin, { orderBy: { title: 'desc' }, take: 2 })
  expect(first).toMatchObject({
    records: [{ data: { title: 'Sanditon' } }, { data: { title: 'Persuasion' } }],
    pagination: { limit: 2, hasMore: true, endCursor: 2 },
  })
  expect(await query(admin, { _count: true })).toEqual({ _count: 3 })
  const unique = { ...books, query: { findUnique: { where: { id: ids[0] } } } }
  expect(await admin.admin('queryTableRecords', unique)).toMatchObject({ record: { id: ids[0] } })
})

const here = { recordId: 'the book' }

test.for([
  ['addDataRecord', { table: 'none', data: {} }, 404, 'data-table-not-found'],
  ['addDataRecord', { ...books, data: { title: 'Emma', memberId: 'x' } }, 400, 'invalid-field-value'],
  ['addDataRecord', { ...books, data: {} }, 400, 'required-field-missing'],
  ['addDataRecord', { ...books }, 400, 'required-field-missing'],
  ['addDataRecord', { ...books, data: { title: 'Emma', isbn: '1' } }, 409, 'unique-constraint-violation'],
  ['addDataRecord', { ...books, data: { title: 'Emma' }, memberId: 'mem_sb_none' }, 404, 'member-not-found'],
  ['changeDataRecord', { ...books, ...here, data: { pages: 'many' } }, 400, 'invalid-field-type'],
  ['changeDataRecord', { ...books, recordId: 'none', data: {} }, 404, 'data-record-not-found'],
  ['changeDataRecord', { table: 'notes', ...here, data: {} }, 404, 'data-record-not-found'],
  ['removeDataRecord', { table: 'notes', ...here }, 404, 'data-record-not-found'],
  ['removeDataRecord', { table: 'none', ...here }, 404, 'data-table-not-found'],
  ['queryTableRecords', { ...books, query: {} }, 400, 'invalid-field-value'],
  ['queryTableRecords', { ...books, query: { findUnique: { where: { id: 'none' } } } }, 404, 'data-record-not-found'],
  ['retrieveDataTable', { table: 'none' }, 404, 'data-table-not-found'],
] as const)('%s with %j is refused, and changes nothing', async ([name, input, status, code]) => {
  const admin = await openAdmin()
  const book = await admin.admin('addDataRecord', { ...books, data: { title: 'Emma', isbn: '1' } })
  const before = admin.dumpDatabase()
  const named = 'recordId' in input && input.recordId === here.recordId ? { ...input, recordId: book.id } : input
  expect(await admin.answerOf(name, named)).toMatchObject({ status, body: { code } })
  expect(admin.dumpDatabase()).toEqual(before)
})
