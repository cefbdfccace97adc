import Database from 'libsql'
import { Client } from 'pg'
import { DatabaseRefusal } from '../database-refusal'
import { COMMAND_NAME } from '../open-tables'
import { openPostgres } from '../open-postgres'
import { copyRows } from './copy-rows'
import { createPostgresRows, exactTypes } from './postgres-rows'
import { readTables } from './read-tables'
import type { CopiedTable } from './read-tables'
import { quoted } from './row-store'
import { createSqliteRows } from './sqlite-rows'

export interface FillOptions {
  /** An SQLite file that nobody else has open, with the schema of this version of the program. */
  file: string
  /** Of the PostgreSQL database. It gets the same schema first. */
  url: string
  /** What happens to rows that are there: `refuse`, or `replace` them in the same transaction. */
  rowsThere: 'refuse' | 'replace'
}

/**
 * Fills a PostgreSQL database with the rows of an SQLite file, in one transaction that is committed only when every row was
 * read back and is the same.
 * @returns how many rows each table has
 * @throws DatabaseRefusal, CopyError; then the database is as it was
 */
export async function fillPostgres({ file, url, rowsThere }: FillOptions): Promise<Record<string, number>> {
  const source = new Database(file, { readonly: true })
  const target = new Client({ connectionString: url, application_name: COMMAND_NAME, types: exactTypes })
  try {
    const tables = readTables(source)
    await target.connect()
    // Before its schema is changed.
    if (rowsThere === 'refuse') await requireEmpty(target, tables)
    await (await openPostgres({ url })).close()
    await target.query('begin')
    // A server that starts now waits, then finds the database full.
    await target.query('lock table schema_migrations in access exclusive mode')
    if (rowsThere === 'refuse') await requireEmpty(target, tables)
    else await target.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    const restore = await deferOwnReferences(target)
    const counts = await copyRows({ from: createSqliteRows(source), to: createPostgresRows(target), tables })
    await restore()
    await target.query('commit')
    return counts
  } finally {
    // Without a commit this undoes everything.
    await target.end()
    source.close()
  }
}

async function requireEmpty(target: Client, tables: readonly CopiedTable[]): Promise<void> {
  const { rows } = await target.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = current_schema()',
  )
  const there = new Set(rows.map(({ tablename }) => tablename))
  for (const { name } of tables.filter((table) => there.has(table.name))) {
    const { rowCount } = await target.query(`select 1 from ${quoted(name)} limit 1`)
    if (rowCount !== 0)
      throw new DatabaseRefusal(`The PostgreSQL database has rows already, in ${name}. Name an empty one.`)
  }
}

/** Rows that refer to rows of their own table come in any order. Resolves with what checks them all and puts things back. */
async function deferOwnReferences(target: Client): Promise<() => Promise<void>> {
  const { rows } = await target.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as "table", conname as name from pg_constraint
      where contype = 'f' and conrelid = confrelid and connamespace = current_schema()::regnamespace`,
  )
  const alter = async (how: string): Promise<void> => {
    for (const { table, name } of rows)
      await target.query(`alter table ${table} alter constraint ${quoted(name)} ${how}`)
  }
  await alter('deferrable initially deferred')
  return async () => {
    await target.query('set constraints all immediate')
    await alter('not deferrable')
  }
}
