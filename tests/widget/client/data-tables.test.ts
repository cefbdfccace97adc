import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../support/start-api'
import { openClient } from './open-client'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

async function openMember(name: string) {
  const opened = openClient(api)
  await opened.client.signupMemberEmailPassword({ email: `${name}@example.com`, password: 'correct horse' })
  return opened
}

test('a member keeps records: made, read, changed, found and deleted', async () => {
  const { client } = await openMember('keeper')
  const { data: milk } = await client.createDataRecord({ table: 'notes', data: { title: 'Milk', stars: 2 } })
  await client.createDataRecord({ tableKey: 'notes', data: { title: 'Bread', stars: 5, done: true } })
  expect(milk).toMatchObject({
    tableKey: 'notes',
    data: { title: 'Milk', stars: 2, done: null },
    activeMemberOwnsIt: true,
  })
  const sorted = await client.getDataRecords({ table: 'notes', sortBy: 'stars', sortDirection: 'DESC', limit: 1 })
  expect(sorted.data).toMatchObject({
    records: [{ data: { title: 'Bread' } }],
    pagination: { limit: 1, hasMore: true },
  })
  const next = await client.getDataRecords({
    table: 'notes',
    sortBy: 'stars',
    sortDirection: 'DESC',
    after: String(sorted.data.pagination.endCursor),
  })
  expect(next.data.records.map(({ id }) => id)).toEqual([milk.id])
  await client.updateDataRecord({ recordId: milk.id, data: { done: true } })
  const found = await client.queryDataRecords({ table: 'notes', query: { where: { done: true, stars: { lt: 3 } } } })
  expect(found.data).toMatchObject({ records: [{ id: milk.id }] })
  expect((await client.queryDataRecords({ table: 'notes', query: { _count: true } })).data).toEqual({ _count: 2 })
  expect((await client.getDataRecord({ table: 'notes', recordId: milk.id })).data?.data.title).toBe('Milk')
  expect((await client.deleteDataRecord({ recordId: milk.id })).data).toEqual({ id: milk.id })
  expect((await client.getDataRecord({ table: 'notes', recordId: milk.id })).data).toBeNull()
})

test('requests are those of the published client', async () => {
  const { client, requests } = await openMember('wire')
  await client.getDataRecords({
    table: 'notes',
    createdAfter: '2024-01-01',
    createdBefore: '2025-01-01',
    sortBy: 'createdAt',
    sortDirection: 'DESC',
    limit: 10,
    after: '7',
  })
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/v1/data-records/query',
    body: {
      table: 'notes',
      query: {
        findMany: {
          where: { createdAt: { gte: '2024-01-01', lte: '2025-01-01' } },
          orderBy: { createdAt: 'DESC' },
          take: 10,
          after: '7',
        },
      },
    },
  })
  await client.getDataTable({ table: 'notes' })
  expect(requests.at(-1)).toMatchObject({ method: 'GET', path: '/v1/data-tables/notes' })
})

test('a visitor sees the public tables, and gets an error for others', async () => {
  const { client } = openClient(api)
  const { data } = await client.getDataTables()
  expect(data.tables.map(({ key, recordCount, fields }) => [key, recordCount, fields.length])).toEqual([
    ['announcements', 0, 2],
  ])
  const refused = client.createDataRecord({ table: 'notes', data: { title: 'Milk' } })
  await expect(refused).rejects.toMatchObject({ code: 'access-denied', statusCode: 403 })
  const { client: member } = await openMember('told')
  await expect(
    member.createDataRecord({ table: 'notes', data: { title: 'Milk', stars: 'two' } }),
  ).rejects.toMatchObject({
    code: 'invalid-field-type',
    message: 'The field "stars" must be a number.',
  })
})
