import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { storageSums } from '../../../api/database/migrations/0022-storage-sums'
import { migrate, rollBack } from '../../../api/database/migrate'
import type { OpenTables } from '../../../api/database/open-tables'
import type { DataRecordRow } from '../../../api/features/data-tables/query-types'
import { array, assert, asyncProperty, nat, record } from '../../support/fast-check'
import { repositoriesOver } from '../../support/repositories'
import type { Repositories } from '../../support/repositories'

import { aMemberRow } from './a-member-row'
import { emptyDatabase, engines } from './empty-database'
import { bulkInserts, countedStorage, execute, recountStorage } from './recount-storage'

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

const check = async (tables: OpenTables, what: string) =>
  expect({ what, ...(await countedStorage(tables)) }).toEqual({ what, ...(await recountStorage(tables)) })

/** Statements that write many rows at once. @param digit at the end of the IDs of the rows that some of them change */
const bulkChanges = (digit: number): readonly string[] => [
  `update members set verified = 1 - verified where id like '%${digit}'`,
  `update members set json = '{"a":"${'é'.repeat(digit)}"}', verified = case when id like '%${digit}' then 1 else verified end`,
  `update members set profile_image = case when profile_image is null then 'c.webp' end`,
  `update members set last_login_at = 5, id = id`,
  `update signup_records set custom_fields = '{"a":${digit}}'`,
  `update comments set content = content || '${digit}', url = null where id like '%${digit}'`,
  `update comments set updated_at = ${digit}`,
  `update data_record_values set text_value = case when record_id like '%${digit}' then null else 'other text' end`,
  `delete from data_record_values where field_key = 'b' and record_id like '%${digit}'`,
  `update data_records set updated_at = 7`,
  `delete from data_records where id like '%${digit}'`,
  `delete from data_records where member_id is null`,
  `delete from comments where id like '%${digit}'`,
  `delete from signup_records where id like '%${digit}'`,
  `delete from members where id like '%${digit}'`,
  `delete from members where id = 'none'`,
]

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
    const afterWrites = await countedStorage(tables)
    await rollBack(tables.db, { to: STEP - 1, loseData: false, lock: tables.lock })
    await migrate(tables.db, { lock: tables.lock })
    expect(await countedStorage(tables)).toEqual(afterWrites)

    expect(await bytes(rows, 'mem_sb_01')).toBeGreaterThan(85_000)
    await rows.dataRecords.delete('r1')
    await rows.dataRecords.delete('r3')
    // Also deletes another member's answer.
    await rows.comments.delete('c1')
    await rows.members.delete('mem_live_1')
    const afterDeletes = await countedStorage(tables)
    await rollBack(tables.db, { to: STEP - 1, loseData: false, lock: tables.lock })
    await migrate(tables.db, { lock: tables.lock })
    expect(await countedStorage(tables)).toEqual(afterDeletes)

    for (const id of ['mem_sb_01', 'mem_sb_02', 'mem_sb_03']) await rows.members.delete(id)
    expect(await countedStorage(tables)).toEqual({ accounts: [], sums: [] })
    expect(await rows.storage.total('app_demo', 'test')).toEqual({ verified: 0, unverified: 0 })
  })

  test('statements that write many rows, and their cascades, count as many that write one', async () => {
    const { tables } = await opened(engine)
    for (const statement of [...bulkInserts(40), ...bulkChanges(3)]) {
      await execute(tables, statement)
      await check(tables, statement)
    }
    await execute(tables, 'delete from members')
    await execute(tables, 'delete from data_records')
    expect(await countedStorage(tables)).toEqual({ accounts: [], sums: [] })
  })

  test('work samples of many members count', async () => {
    const { tables } = await opened(engine)
    const changes = [
      ...bulkInserts(12).slice(0, 1),
      `insert into assessment_attempts (id, app_id, mode, member_id, skill, bank_id, category, questions, answers, status, started_at, expires_at)
        select id, app_id, mode, id, 'a', 'b', 'c', '[]', '[]', 'open', 1, 1 from members`,
      `insert into work_samples (id, app_id, mode, member_id, attempt_id, name, type, size_bytes, received_bytes, status, file, created_at, changed_at)
        select id, app_id, mode, id, id, 'a', 'b', 1000, 0, 'open', id, 1, 1 from members`,
      `update work_samples set size_bytes = 70 where id like '%1'`,
      `update work_samples set received_bytes = 70`,
      `delete from work_samples where id like '%2'`,
      `delete from assessment_attempts where id like '%3'`,
      `delete from members where id like '%4'`,
    ]
    for (const statement of changes) {
      await execute(tables, statement)
      await check(tables, statement)
    }
  })

  test('after any statements in any order a recount comes to the same, in one transaction too', async () => {
    const { tables } = await opened(engine)
    const statement = record({ which: nat(bulkChanges(0).length - 1), digit: nat(9) })
    const runs = asyncProperty(
      array(array(statement, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (transactions) => {
        for (const insert of bulkInserts(25)) await execute(tables, insert)
        for (const statements of transactions) {
          await tables.db.transaction().execute(async (db) => {
            for (const { which, digit } of statements) await execute({ ...tables, db }, bulkChanges(digit)[which] ?? '')
          })
          await check(tables, JSON.stringify(statements))
        }
      },
    )
    await assert(runs, { numRuns: 10 })
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
