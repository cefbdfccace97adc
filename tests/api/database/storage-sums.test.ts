import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { storageSums } from '../../../api/database/migrations/0022-storage-sums'
import { migrate, rollBack } from '../../../api/database/migrate'
import type { OpenTables } from '../../../api/database/open-tables'
import type { DataRecordRow } from '../../../api/features/data-tables/query-types'
import { repositoriesOver } from '../../support/repositories'
import type { Repositories } from '../../support/repositories'

import { aMemberRow } from './a-member-row'
import { emptyDatabase, engines } from './empty-database'

const STEP = storageSums.number
const FILES = 'http://localhost:4001/files/'

async function opened(engine: (typeof engines)[number]) {
  const tables = await emptyDatabase(engine)
  await migrate(tables.db, { lock: tables.lock })
  await sql`insert into apps (id, test_key, live_key, definition) values ('app_demo', 'pk_sb_1', 'pk_1', '{"customFields":[],"plans":[],"redirects":{}}')`.execute(
    tables.db,
  )
  return { tables, rows: repositoriesOver(tables.db, FILES) }
}

const member = (rows: Repositories, id: string, changes: Parameters<typeof aMemberRow>[0] = {}) =>
  rows.members.insert(aMemberRow({ id, email: `${id}@example.com`, ...changes }))

const aRecord = (id: string, memberId: string | null, text: string): DataRecordRow => ({
  id,
  appId: 'app_demo',
  mode: 'test',
  tableKey: 'notes',
  memberId,
  values: { title: text, stars: 3 },
  createdAt: 1,
  updatedAt: 1,
  internalOrder: 0,
})

const markup = (text: string) => ({
  source: text,
  content: `<p>${text}</p>`,
  nodes: '[]',
  sanitizerVersion: 1,
  markupDigest: 'digest',
})

const comment = (rows: Repositories, id: string, memberId: string, content: string, parentId: string | null = null) =>
  rows.comments.insert({
    id,
    appId: 'app_demo',
    mode: 'test',
    channelKey: 'guestbook',
    memberId,
    ...markup(content),
    url: null,
    parentId,
    createdAt: 1,
    updatedAt: 1,
  })

const bytes = async (rows: Repositories, id: string) => (await rows.storage.account(id))?.bytes

/** Without sums that returned to zero. */
async function counted({ db }: OpenTables) {
  const accounts = await db.selectFrom('storageAccounts').selectAll().orderBy('memberId').execute()
  const sums = await db.selectFrom('storageSums').selectAll().execute()
  const key = (row: object) => JSON.stringify(row)
  return {
    accounts,
    sums: sums.filter((row) => row.bytes !== 0).toSorted((one, other) => key(one).localeCompare(key(other))),
  }
}

describe.each(engines)('%s', (engine) => {
  test('what is written, changed and deleted counts, and a count of all rows comes to the same', async () => {
    const { tables, rows } = await opened(engine)
    for (const id of ['mem_sb_01', 'mem_sb_02', 'mem_sb_03']) await member(rows, id)
    await member(rows, 'mem_live_1', { mode: 'live', verified: true, profileImage: `${FILES}abc.webp` })
    await rows.members.update('mem_sb_01', { json: { text: 'é'.repeat(40_000) } })
    await rows.members.update('mem_sb_02', { verified: true, profileImage: 'https://elsewhere.example/a.png' })
    await rows.members.update('mem_sb_03', { profileImage: `${FILES}def.webp` })
    await rows.dataRecords.insert(aRecord('r1', 'mem_sb_01', 'a'.repeat(5_000)), { title: 'a' })
    await rows.dataRecords.insert(aRecord('r2', 'mem_sb_01', 'b'), {})
    await rows.dataRecords.insert(aRecord('r3', null, 'of nobody'), {})
    await rows.dataRecords.update('r2', { values: { title: 'c'.repeat(300) }, updatedAt: 2 }, {})
    await comment(rows, 'c1', 'mem_sb_02', 'first')
    await comment(rows, 'c2', 'mem_sb_03', 'an answer', 'c1')
    await rows.comments.update('c1', { ...markup('first, and longer'), updatedAt: 2 })
    const afterWrites = await counted(tables)
    await rollBack(tables.db, { to: STEP - 1, loseData: false, lock: tables.lock })
    await migrate(tables.db, { lock: tables.lock })
    expect(await counted(tables)).toEqual(afterWrites)

    expect(await bytes(rows, 'mem_sb_01')).toBeGreaterThan(85_000)
    await rows.dataRecords.delete('r1')
    await rows.dataRecords.delete('r3')
    // Also deletes another member's answer.
    await rows.comments.delete('c1')
    await rows.members.delete('mem_live_1')
    const afterDeletes = await counted(tables)
    await rollBack(tables.db, { to: STEP - 1, loseData: false, lock: tables.lock })
    await migrate(tables.db, { lock: tables.lock })
    expect(await counted(tables)).toEqual(afterDeletes)

    for (const id of ['mem_sb_01', 'mem_sb_02', 'mem_sb_03']) await rows.members.delete(id)
    expect(await counted(tables)).toEqual({ accounts: [], sums: [] })
    expect(await rows.storage.total('app_demo', 'test')).toEqual({ verified: 0, unverified: 0 })
  })

  test('a verified account moves from one sum to the other; modes are apart', async () => {
    const { rows } = await opened(engine)
    await member(rows, 'mem_sb_1')
    await member(rows, 'mem_1', { mode: 'live' })
    const before = await rows.storage.total('app_demo', 'test')
    expect(before).toEqual({ verified: 0, unverified: await bytes(rows, 'mem_sb_1') })
    await rows.members.update('mem_sb_1', { verified: true })
    expect(await rows.storage.total('app_demo', 'test')).toEqual({ verified: before.unverified, unverified: 0 })
    expect(await rows.storage.usage()).toMatchObject([
      { appId: 'app_demo', mode: 'live', verified: 0, accounts: 1 },
      { appId: 'app_demo', mode: 'test', unverified: 0, accounts: 1 },
    ])
  })

  test('additions of one day never pass their limit, many at once neither', async () => {
    const { rows } = await opened(engine)
    const scope = { appId: 'app_demo', mode: 'test', network: '192.0.2.1', day: 5 } as const
    const added = await Promise.all(Array.from({ length: 12 }, () => rows.storage.addDaily(scope, 30, 100)))
    expect(added.filter(Boolean)).toHaveLength(3)
    expect(await rows.storage.addDaily(scope, -30, null)).toBe(true)
    expect(await rows.storage.addDaily(scope, 41, 100)).toBe(false)
    expect(await rows.storage.addDaily(scope, 40, 100)).toBe(true)
    expect(await rows.storage.addDaily({ ...scope, day: 6 }, 101, 100)).toBe(false)
    expect(await rows.storage.addDaily(scope, 500, null)).toBe(true)
    expect([...(await rows.storage.daily(scope, ['192.0.2.1', '192.0.2.2']))]).toEqual([['192.0.2.1', 600]])
    await rows.storage.deleteDailyBefore(6)
    expect((await rows.storage.daily(scope, ['192.0.2.1'])).size).toBe(0)
  })
})
