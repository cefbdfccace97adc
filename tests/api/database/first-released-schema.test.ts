import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { FIRST_RELEASED_SCHEMA, knownSchema, migrate, rollBack } from '../../../api/database/migrate'
import { migrations } from '../../../api/database/migrations'
import { dropAdditions } from '../../../api/database/migrations/migration'
import { describeSchema } from './describe-schema'
import { emptyDatabase, engines } from './empty-database'
import {
  expectedRows,
  firstReleasedRows,
  fixtureFolder,
  loadFirstReleased,
  readFirstReleased,
} from './first-released-rows'

const adds = { tables: ['later'], columns: [['members', 'later']] } as const

/** Pretends that there is a next version. */
const steps = [
  ...migrations,
  {
    number: knownSchema() + 1,
    name: 'later',
    adds,
    up: async (transaction) => {
      await sql`create table later (id text primary key)`.execute(transaction)
      await sql`alter table members add column later text`.execute(transaction)
    },
    down: dropAdditions(adds),
  } satisfies (typeof migrations)[number],
]

test('the rows of the first released version fill every table that it had', () => {
  const names = migrations
    .filter(({ number }) => number <= FIRST_RELEASED_SCHEMA)
    .flatMap(({ adds: { tables = [] } }) => tables)
  expect(Object.keys(firstReleasedRows).toSorted()).toEqual(names.toSorted())
  expect(Object.entries(firstReleasedRows).filter(([, rows]) => rows.length === 0)).toEqual([])
})

describe.each(engines)('%s', (engine) => {
  test('the steps up to the first released schema make what they made then', async () => {
    const tables = await emptyDatabase(engine)
    await migrate(tables.db, { lock: tables.lock, upTo: FIRST_RELEASED_SCHEMA })
    const file = new URL(`${engine.toLowerCase()}.txt`, fixtureFolder)
    expect(`${(await describeSchema(tables)).join('\n')}\n`).toBe(readFileSync(file, 'utf8'))
  })

  test('every row of the first released version is there after an upgrade, and after going back', async () => {
    const tables = await emptyDatabase(engine)
    const { db, lock } = tables
    await loadFirstReleased(tables)
    const schema = await describeSchema(tables)
    expect(await readFirstReleased(tables)).toEqual(expectedRows)

    expect(await migrate(db, { lock, steps })).toEqual({ from: FIRST_RELEASED_SCHEMA, to: knownSchema() + 1 })
    expect(await readFirstReleased(tables)).toEqual(expectedRows)

    await rollBack(db, { to: FIRST_RELEASED_SCHEMA, loseData: false, lock, steps })
    expect(await readFirstReleased(tables)).toEqual(expectedRows)
    expect(await describeSchema(tables)).toEqual(schema)
  })
})
