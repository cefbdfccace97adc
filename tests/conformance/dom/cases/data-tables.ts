import { expect, type Stage } from '../dom-test'
import * as shapes from '../shapes/data-tables'
import type { Cases } from './cases'

async function make(stage: Stage, data: object, table = 'notes') {
  return (await stage.ask(shapes.oneRecord, 'createDataRecord', { table, data })).data
}

/** Notes of a new member, in this order. */
async function joinAndWrite(stage: Stage, ...titles: string[]) {
  await stage.join()
  for (const [index, title] of titles.entries()) await make(stage, { title, stars: index })
}

/** A unique email address within this run. */
const addressOf = ({ email }: Stage): string => `https://example.com/${email}`

/** Tables of records. */
export const dataTableCases = {
  getDataTables: async (stage) => {
    const visible = async () => (await stage.ask(shapes.tables, 'getDataTables')).data.tables.map(({ key }) => key)
    expect(await visible()).toEqual(['announcements'])
    await stage.join()
    expect(await visible()).toContain('notes')
  },

  getDataTable: async (stage) => {
    expect(await stage.refused('getDataTable', { table: 'notes' })).toBe('access-denied')
    await joinAndWrite(stage, 'one')
    const { data } = await stage.ask(shapes.oneTable, 'getDataTable', { table: 'notes' })
    expect(data).toMatchObject({ key: 'notes', readRule: 'AUTHENTICATED_OWN', recordCount: 1 })
    expect(await stage.refused('getDataTable', { table: 'of-nobody' })).toBe('data-table-not-found')
  },

  getDataRecords: async (stage) => {
    await joinAndWrite(stage, 'one', 'two', 'three')
    const ask = async (more: object) =>
      (await stage.ask(shapes.records, 'getDataRecords', { table: 'notes', ...more })).data
    const paged = { createdAfter: '2024-01-01', createdBefore: '2100-01-01', sortBy: 'stars', limit: 2 }
    const first = await ask({ ...paged, sortDirection: 'DESC' })
    expect(first.records.map(({ data }) => data['title'])).toEqual(['three', 'two'])
    expect(first.pagination).toMatchObject({ limit: 2, hasMore: true })
    const rest = await ask({ ...paged, sortDirection: 'DESC', after: String(first.pagination.endCursor) })
    expect(rest.records.map(({ data }) => data['title'])).toEqual(['one'])
    expect(rest.pagination.hasMore).toBe(false)
    expect((await ask({ createdBefore: '2024-01-01' })).records).toEqual([])
  },

  queryDataRecords: async (stage) => {
    await joinAndWrite(stage, 'one', 'two', 'three')
    const query = { where: { stars: { gte: 1 } }, orderBy: { stars: 'desc' }, take: 3, select: { title: true } }
    const { data } = await stage.ask(shapes.records, 'queryDataRecords', { table: 'notes', query })
    expect(data.records.map((record) => record.data)).toEqual([{ title: 'three' }, { title: 'two' }])
    const counted = await stage.ask(shapes.count, 'queryDataRecords', { table: 'notes', query: { _count: true } })
    expect(counted.data).toEqual({ _count: 3 })
    // Written literally where the client adds another wrapper.
    const wrapped = { table: 'notes', query: { findMany: { take: 1 } } }
    expect((await stage.ask(shapes.records, 'queryDataRecords', wrapped)).data.records).toHaveLength(1)
  },

  createDataRecord: async (stage) => {
    const note = { table: 'notes', data: { title: 'Milk' } }
    expect(await stage.refused('createDataRecord', note)).toBe('access-denied')
    const { member } = await stage.join()
    const made = await make(stage, { title: 'Milk', stars: 2 })
    expect(made).toMatchObject({ tableKey: 'notes', createdByMemberId: member.id, activeMemberOwnsIt: true })
    const refused = (table: string, data: object) => stage.refused('createDataRecord', { table, data })
    expect(await refused('of-nobody', {})).toBe('data-table-not-found')
    expect(await refused('announcements', { title: 'x' })).toBe('access-denied')
    expect(await refused('notes', {})).toBe('required-field-missing')
    expect(await refused('notes', { title: 'x', stars: 'two' })).toBe('invalid-field-type')
    const address = addressOf(stage)
    await make(stage, { address }, 'bookmarks')
    expect(await refused('bookmarks', { address })).toBe('unique-constraint-violation')
  },

  getDataRecord: async (stage) => {
    await stage.join()
    const topic = await make(stage, { name: stage.email }, 'topics')
    const data = {
      address: addressOf(stage),
      topic: { connect: { id: topic.id } },
      readers: { connect: { self: true } },
    }
    const { id: recordId } = await make(stage, data, 'bookmarks')
    const params = { table: 'bookmarks', recordId, include: { topic: true } }
    const found = await stage.ask(shapes.oneRecord, 'getDataRecord', params)
    expect(JSON.stringify(found.data)).toContain(topic.id)
  },

  updateDataRecord: async (stage) => {
    await stage.join()
    const { id: recordId } = await make(stage, { title: 'Milk', stars: 2 })
    const { data } = await stage.ask(shapes.oneRecord, 'updateDataRecord', { recordId, data: { stars: 5 } })
    expect(data.data).toMatchObject({ title: 'Milk', stars: 5 })
    await stage.join(`other-${stage.email}`)
    const theirs = { recordId, data: { stars: 1 } }
    expect(await stage.refused('updateDataRecord', theirs)).toBe('data-record-not-found')
  },

  deleteDataRecord: async (stage) => {
    await stage.join()
    const { id: recordId } = await make(stage, { title: 'Milk' })
    expect((await stage.ask(shapes.deletedRecord, 'deleteDataRecord', { recordId })).data).toEqual({ id: recordId })
    expect(await stage.refused('deleteDataRecord', { recordId })).toBe('data-record-not-found')
  },
} satisfies Cases
