import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DatabaseRefusal } from '../../../api/database/errors'
import { knownSchema, migrate, rollBack, SchemaTooNewError, WouldLoseDataError } from '../../../api/database/migrate'
import { migrations } from '../../../api/database/migrations'
import type { Migration } from '../../../api/database/migrations/migration'
import { dropAdditions } from '../../../api/database/migrations/migration'
import type { OpenTables } from '../../../api/database/open-tables'
import { describeSchema } from './describe-schema'
import { emptyDatabase, engines } from './empty-database'

const adds = { tables: ['pets'], columns: [['members', 'pet']], indexes: ['members_pet'] } as const

/** A step of a later version. */
const pets: Migration = {
  number: knownSchema() + 1,
  name: 'pets',
  adds,
  up: async (transaction) => {
    await sql`create table pets (id text primary key)`.execute(transaction)
    await sql`alter table members add column pet text`.execute(transaction)
    await sql`create index members_pet on members (pet)`.execute(transaction)
  },
  down: dropAdditions(adds),
}
const steps = [...migrations, pets]

const insertMember = ({ db }: OpenTables) =>
  sql`insert into members (id, app_id, mode, email, verified, custom_fields, meta_data, json, created_at, internal_order, pet)
    values ('mem_1', 'app_1', 'live', 'ann@example.com', 1, '{}', '{}', '{}', 5, 1, 'cat')`.execute(db)
const insertApp = ({ db }: OpenTables) =>
  sql`insert into apps (id, test_key, live_key, definition) values ('app_1', 'pk_sb_1', 'pk_1', '{}')`.execute(db)

describe.each(engines)('%s', (engine) => {
  test('every step, undone, leaves the schema as it was before it', async () => {
    const tables = await emptyDatabase(engine)
    const { db, lock } = tables
    await migrate(db, { lock, upTo: 0 })
    const before = [await describeSchema(tables)]
    for (const { number } of migrations) {
      await migrate(db, { lock, upTo: number })
      before.push(await describeSchema(tables))
    }
    for (let step = migrations.length - 1; step >= 0; step -= 1) {
      await rollBack(db, { to: migrations[step - 1]?.number ?? 0, loseData: false, lock })
      expect(await describeSchema(tables)).toEqual(before[step])
    }
    expect(await describeSchema(tables)).toEqual([])
    expect(await migrate(db, { lock })).toEqual({ from: 0, to: knownSchema() })
    expect(await describeSchema(tables)).toEqual(before.at(-1))
  })

  test('unused additions of a step are removed without consent', async () => {
    const tables = await emptyDatabase(engine)
    const { db, lock } = tables
    await migrate(db, { lock, steps })
    await insertApp(tables)
    expect(await rollBack(db, { to: knownSchema(), loseData: false, lock, steps })).toEqual({
      from: pets.number,
      losses: [],
    })
    expect(await tables.schema()).toBe(knownSchema())
    expect((await sql`select id from apps`.execute(db)).rows).toEqual([{ id: 'app_1' }])
  })

  test('data that would be lost is named, and nothing changes without consent', async () => {
    const tables = await emptyDatabase(engine)
    const { db, lock } = tables
    await migrate(db, { lock, steps })
    await insertApp(tables)
    await insertMember(tables)
    await sql`insert into pets (id) values ('cat'), ('dog')`.execute(db)
    const schema = await describeSchema(tables)
    const refused = rollBack(db, { to: knownSchema(), loseData: false, lock, steps })
    await expect(refused).rejects.toThrow(WouldLoseDataError)
    await expect(refused).rejects.toThrow('lose the data in pets (2 rows), members.pet (1 row).')
    expect([await describeSchema(tables), await tables.schema()]).toEqual([schema, pets.number])

    await rollBack(db, { to: knownSchema(), loseData: true, lock, steps })
    expect(await tables.schema()).toBe(knownSchema())
    expect((await sql`select id, email from members`.execute(db)).rows).toEqual([
      { id: 'mem_1', email: 'ann@example.com' },
    ])
    expect(await migrate(db, { lock, steps })).toEqual({ from: knownSchema(), to: pets.number })
    expect((await sql`select pet from members`.execute(db)).rows).toEqual([{ pet: null }])
  })

  test('a step that fails half-way leaves schema and rows as they were, forward and back', async () => {
    const tables = await emptyDatabase(engine)
    const { db, lock } = tables
    const breaks =
      (work: Migration['up']): Migration['up'] =>
      async (transaction) => {
        await work(transaction)
        throw new Error('the disk is full')
      }
    const fails = [...migrations, pets, { ...pets, number: pets.number + 1, up: breaks(async () => {}) }]
    await migrate(db, { lock })
    await insertApp(tables)
    const schema = await describeSchema(tables)
    await expect(migrate(db, { lock, steps: fails })).rejects.toThrow('the disk is full')
    expect([await describeSchema(tables), await tables.schema()]).toEqual([schema, knownSchema()])

    await migrate(db, { lock, steps })
    const later = await describeSchema(tables)
    const stuck = [...migrations, { ...pets, down: breaks(pets.down) }]
    await expect(rollBack(db, { to: knownSchema(), loseData: false, lock, steps: stuck })).rejects.toThrow(
      'disk is full',
    )
    expect([await describeSchema(tables), await tables.schema()]).toEqual([later, pets.number])
    expect((await sql`select id from apps`.execute(db)).rows).toEqual([{ id: 'app_1' }])
  })

  test('a schema of a newer version is left alone, and so is one that is not there yet', async () => {
    const tables = await emptyDatabase(engine)
    const { db, lock } = tables
    await migrate(db, { lock, steps })
    await expect(rollBack(db, { to: 18, loseData: true, lock })).rejects.toThrow(SchemaTooNewError)
    await expect(rollBack(db, { to: pets.number + 1, loseData: true, lock, steps })).rejects.toThrow(DatabaseRefusal)
    expect(await tables.schema()).toBe(pets.number)
  })
})
