import { describe, expect, test } from 'vitest'
import { notes, openLibrary } from './open-library'

const denied = { code: 'access-denied', status: 403 }
const unknown = { code: 'data-record-not-found', status: 404 }

describe('a table', () => {
  test('for members alone refuses visitors before it looks at what they ask', async () => {
    const { call } = await openLibrary([notes('AUTHENTICATED')])
    await expect(call('queryDataRecords', { table: 'notes', query: { nonsense: 1 } })).rejects.toMatchObject(denied)
    await expect(call('createDataRecord', { table: 'notes', data: { wrong: 1 } })).rejects.toMatchObject(denied)
    await expect(call('getDataTable', { table: 'notes' })).rejects.toMatchObject(denied)
    expect((await call('getDataTables', {})).data.tables).toEqual([])
  })

  test('of one’s own shows, counts and gives each member theirs alone', async () => {
    const { call, join, make } = await openLibrary([notes('AUTHENTICATED_OWN')])
    const [ann, bob] = [await join('ann'), await join('bob')]
    const milk = await make('notes', { title: 'Milk' }, ann)
    expect(milk).toMatchObject({ activeMemberOwnsIt: true, createdByMemberId: ann.member?.id, internalOrder: 1 })
    const read = async (as: typeof ann) =>
      (await call('queryDataRecords', { table: 'notes', query: { findMany: {} } }, as)).data
    expect(await read(ann)).toMatchObject({ records: [{ id: milk.id }] })
    expect(await read(bob)).toMatchObject({ records: [] })
    expect((await call('getDataTable', { table: 'tbl_notes' }, ann)).data.recordCount).toBe(1)
    expect((await call('getDataTable', { table: 'notes' }, bob)).data.recordCount).toBe(0)
    const change = { recordId: milk.id, data: { title: 'Bread' } }
    await expect(call('updateDataRecord', change, bob)).rejects.toMatchObject(unknown)
    await expect(call('deleteDataRecord', { recordId: milk.id }, bob)).rejects.toMatchObject(unknown)
    await expect(call('deleteDataRecord', { recordId: milk.id })).rejects.toMatchObject(unknown)
    expect((await call('updateDataRecord', change, ann)).data.data).toEqual({ title: 'Bread' })
    expect((await call('deleteDataRecord', { recordId: milk.id }, ann)).data).toEqual({ id: milk.id })
    await expect(call('updateDataRecord', change, ann)).rejects.toMatchObject(unknown)
  })

  test('says so if anyone reads and no one writes', async () => {
    const table = { ...notes('ADMIN_ONLY'), readRule: 'PUBLIC' as const, createRule: 'PUBLIC' as const }
    const { call, join, make } = await openLibrary([table])
    const ann = await join('ann')
    const { id: recordId } = await make('notes', { title: 'Hello' })
    await expect(call('updateDataRecord', { recordId, data: {} }, ann)).rejects.toMatchObject(denied)
    await expect(call('deleteDataRecord', { recordId }, ann)).rejects.toMatchObject(denied)
  })

  test('is another one in the other mode, and in another app', async () => {
    const { call, make } = await openLibrary([notes('PUBLIC')])
    const { id: recordId } = await make('notes', { title: 'Hello' })
    const live = await call('queryDataRecords', { table: 'notes', query: { findMany: {} } }, { mode: 'live' })
    expect(live.data).toMatchObject({ records: [] })
    await expect(call('deleteDataRecord', { recordId }, { mode: 'live' })).rejects.toMatchObject(unknown)
  })

  test('is not found if it is missing, and an invalid key is refused', async () => {
    const { call } = await openLibrary([])
    await expect(call('getDataTable', { table: 'nothing' })).rejects.toMatchObject({ code: 'data-table-not-found' })
    expect(() => call('createDataRecord', { table: 'a b', data: {} })).toThrow('invalid-table-key')
  })

  test('loses with a member what the member made, and their likes', async () => {
    const { call, join, make, store, app } = await openLibrary()
    const [ann, bob] = [await join('ann'), await join('bob')]
    const book = await make('books', { title: 'Hers' }, ann)
    const liked = await make('books', { title: 'His', likedBy: { connect: { self: true } } }, bob)
    await call('updateDataRecord', { recordId: liked.id, data: { likedBy: { connect: { self: true } } } }, ann)
    await call('deleteMember', {}, { ...ann, app: { ...app, allowMemberSelfDelete: true } })
    expect(await store.dataRecords.find(book.id)).toBeNull()
    expect(await store.dataRecords.listLinks([liked.id], ['likedBy'])).toHaveLength(1)
  })
})
