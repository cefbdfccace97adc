import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import * as v from 'valibot'
import { FIRST_RELEASED_SCHEMA, migrate } from '../../../api/database/migrate'
import { migrations } from '../../../api/database/migrations'
import type { OpenTables } from '../../../api/database/open-tables'

export const fixtureFolder = new URL('../../fixtures/schema-18/', import.meta.url)

const value = v.nullable(v.union([v.string(), v.number()]))
const rowsSchema = v.record(v.string(), v.array(v.record(v.string(), value)))

/** Rows of every table as the first released version wrote them, including odd ones. */
export const firstReleasedRows = v.parse(
  rowsSchema,
  JSON.parse(readFileSync(new URL('rows.json', fixtureFolder), 'utf8')),
)

/** They refer to purchases, which came later. */
const late = ['plan_connections', 'teams', 'team_members']

/** Referenced tables first. */
const tablesInOrder = migrations
  .filter(({ number }) => number <= FIRST_RELEASED_SCHEMA)
  .flatMap(({ adds }) => adds.tables ?? [])
  .filter((table) => !late.includes(table))
  .concat(late)

/** Creates and fills the schema of the first released version. */
export async function loadFirstReleased({ db, lock }: OpenTables): Promise<void> {
  await migrate(db, { lock, upTo: FIRST_RELEASED_SCHEMA })
  await db.transaction().execute(async (transaction) => {
    for (const table of tablesInOrder) {
      for (const row of firstReleasedRows[table] ?? []) {
        const columns = sql.join(Object.keys(row).map((column) => sql.id(column)))
        await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
          transaction,
        )
      }
    }
  })
}

/** Only the columns of that version. */
export async function readFirstReleased({ db }: Pick<OpenTables, 'db'>): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [table, rows] of Object.entries(firstReleasedRows)) {
    const names = Object.keys(rows[0] ?? {})
    const list = sql.join(names.map((name) => sql.id(name)))
    const read = await sql<Record<string, unknown>>`select ${list} from ${sql.table(table)}`.execute(db)
    found[table] = read.rows.map((row) => Object.values(row)).toSorted(byText)
  }
  return found
}

/** The result of `readFirstReleased` when nothing was lost. */
export const expectedRows = Object.fromEntries(
  Object.entries(firstReleasedRows).map(([table, rows]) => [
    table,
    rows.map((row) => Object.values(row)).toSorted(byText),
  ]),
)

function byText(one: unknown, other: unknown): number {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
  return first < second ? -1 : first === second ? 0 : 1
}
