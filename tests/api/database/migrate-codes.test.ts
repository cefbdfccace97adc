import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate, rollBack } from '../../../api/database/migrate'
import type { OpenTables } from '../../../api/database/open-tables'
import { knownDevices } from '../../../api/database/migrations/0023-devices'
import { migrations } from '../../../api/database/migrations'
import { emptyDatabase, engines } from './empty-database'

const before = migrations[migrations.indexOf(knownDevices) - 1]?.number ?? 0

const insertApp = ({ db }: OpenTables) =>
  sql`insert into apps (id, test_key, live_key, definition) values ('app_1', 'pk_sb_1', 'pk_1', '{}')`.execute(db)

const insertMember = ({ db }: OpenTables) =>
  sql`insert into members (id, app_id, mode, email, verified, custom_fields, meta_data, json, created_at, internal_order)
    values ('mem_1', 'app_1', 'live', 'ann@example.com', 1, '{}', '{}', '{}', 5, 1)`.execute(db)

const insertCode = ({ db }: OpenTables, id: string, request?: string) =>
  sql`insert into codes (id, member_id, app_id, mode, purpose, link_digest, requested_from, tries_left, created_at, expires_at
    ${request === undefined ? sql`` : sql`, request_digest`})
    values (${id}, 'mem_1', 'app_1', 'live', 'reset-password', ${id}, '192.0.2.1', 5, 1, 2
    ${request === undefined ? sql`` : sql`, ${request}`})`.execute(db)

const codesOf = async ({ db }: OpenTables) =>
  (await sql<{ id: string }>`select id from codes order by id`.execute(db)).rows.map(({ id }) => id)

describe.each(engines)('%s', (engine) => {
  test('open codes survive the step; its rollback deletes those of request tokens and restores one per purpose', async () => {
    const tables = await emptyDatabase(engine)
    const { db, lock } = tables
    await migrate(db, { lock, upTo: before })
    await insertApp(tables)
    await insertMember(tables)
    await insertCode(tables, 'mailed')
    await migrate(db, { lock, upTo: knownDevices.number })
    expect(await codesOf(tables)).toEqual(['mailed'])
    await insertCode(tables, 'own', 'request 1')
    await insertCode(tables, 'theirs', 'request 2')
    await expect(insertCode(tables, 'second')).rejects.toThrow()
    expect(await codesOf(tables)).toEqual(['mailed', 'own', 'theirs'])

    await rollBack(db, {
      to: before,
      loseData: true,
      lock,
      steps: migrations.slice(0, migrations.indexOf(knownDevices) + 1),
    })
    expect(await codesOf(tables)).toEqual(['mailed'])
    await expect(insertCode(tables, 'second')).rejects.toThrow()
    await migrate(db, { lock, upTo: knownDevices.number })
    expect(await codesOf(tables)).toEqual(['mailed'])
  })
})
