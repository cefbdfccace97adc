import type Database from 'libsql'
import * as v from 'valibot'
import type { CopiedTable } from './read-tables'
import { isRow, listOf, quoted } from './row-store'
import type { CopiedRow, RowStore } from './row-store'

const ROWS_PER_READ = 200

const triggerRows = v.array(v.object({ name: v.string(), sql: v.string() }))

/** The rows of an SQLite file on a connection of its own: from now on it gives whole numbers as bigint. */
export function createSqliteRows(database: Database.Database): RowStore {
  database.defaultSafeIntegers(true)
  const select = ({ name, columns, key }: CopiedTable, order: 'stored' | 'sorted') =>
    `select ${listOf(columns)} from ${quoted(name)} order by ${order === 'stored' ? 'rowid' : listOf(key)}`
  return {
    engine: 'SQLite',
    async *read(table, order) {
      let batch: CopiedRow[] = []
      for (const row of database.prepare(select(table, order)).iterate()) {
        if (isRow(row)) batch.push(row)
        if (batch.length < ROWS_PER_READ) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const statement = database.prepare(`insert into ${quoted(name)} (${listOf(columns)}) values (${places})`)
      for (const row of rows) statement.run(...columns.map((column) => row[column]))
    },
    async withoutTriggers(work) {
      const found = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all()
      const triggers = v.parse(triggerRows, found)
      for (const { name } of triggers) database.exec(`drop trigger ${quoted(name)}`)
      await work()
      for (const { sql } of triggers) database.exec(sql)
    },
  }
}
