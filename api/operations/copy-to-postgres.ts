import Database from 'libsql'
import { join } from 'node:path'
import type { Config } from '../config'
import type { Services } from '../ports/services'
import { createSeedProtection } from '../features/credentials/keys'
import { DatabaseRefusal } from '../database/errors'
import { backupParts } from './backup-parts'
import { recordAction } from './audit'
import { stageDatabase } from './staged-database'
import { readKeyFile, replaceKeyRows } from './backup-keys'
import { migrate } from '../database/migrate'
import { COMMAND_NAME, existingFile, openPlainly } from '../database/open-tables'
import { snapshotDatabase } from './snapshot'
import { Client } from 'pg'
import { openPostgres } from '../database/open-postgres'
import { copyRows, createPostgresRows, createSqliteRows, exactTypes, quoted, readTables } from './copy-rows'
import type { CopiedTable } from './copy-rows'

export interface CopyOptions {
  /** Of the SQLite installation. */
  installation: Pick<Config, 'dataDir' | 'databaseUrl' | 'keys'>
  services: Pick<Services, 'secrets' | 'clock'>
  /** Of a PostgreSQL database that has no rows of ours. */
  url: string
}

export interface Copied {
  /** How many rows each table has. */
  rows: Record<string, number>
  /** Whether something was written to the SQLite file after it was read: that is not in the copy. */
  isBehind: boolean
  /** Whether the signing keys went from their file into the database, and whether they are encrypted there. */
  keys: 'encrypted' | 'plain' | null
}

/**
 * Copies an SQLite installation's database into PostgreSQL, as of one moment, and compares every row with what was copied. With it
 * go the signing keys, which are in the database where several machines share one. The SQLite file stays as it is.
 * @throws DatabaseRefusal; then PostgreSQL has no rows
 */
export async function copyToPostgres({ installation, services, url }: CopyOptions): Promise<Copied> {
  if (installation.databaseUrl !== null)
    throw new DatabaseRefusal('DATABASE_URL is set: this installation is on PostgreSQL already. Copy without it.')
  const place = { dataDir: installation.dataDir, databaseUrl: null }
  const watched = openPlainly(existingFile(place))
  // Another connection's commit changes it.
  const version = () => JSON.stringify(watched.pragma('data_version'))
  const before = version()
  const staged = await stageDatabase(installation.dataDir, (file) => snapshotDatabase(place, file))
  try {
    const keys = keysToMove(installation)
    await staged.change(async (db) => {
      const { from } = await migrate(db)
      if (keys) await replaceKeyRows(db, keys)
      await recordAction(db, services, { act: 'database.copy', detail: { schema: String(from) } })
    })
    const rows = await fillPostgres({ file: staged.file, url, rowsThere: 'refuse' })
    const isBehind = version() !== before
    const isPlain = keys?.some(({ seed }) => seed?.includes('.') === false)
    return { rows, isBehind, keys: keys && (isPlain ? 'plain' : 'encrypted') }
  } finally {
    watched.close()
    staged.remove()
  }
}

/** Null where they are not in a file. */
function keysToMove({ keys, dataDir }: CopyOptions['installation']) {
  if (keys.keysIn !== 'files') return null
  const protection = createSeedProtection(keys.encryptionKey)
  return readKeyFile(join(dataDir, backupParts.keys))?.map((key) => protection.seal(key)) ?? null
}

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
