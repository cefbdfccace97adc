import { join } from 'node:path'
import Database from 'libsql'
import { Client } from 'pg'
import { DatabaseRefusal } from '../database/errors'
import { migrate } from '../database/migrate'
import { openPostgres } from '../database/open-database'
import { COMMAND_NAME, existingFile, openPlainly } from '../database/open-tables'
import { createSeedProtection } from '../features/credentials/keys'
import type { Services } from '../http/services'
import { backupParts, type Installation, readKeyFile } from './backup-parts'
import { copyRows, createPostgresRows, createSqliteRows, exactTypes, quoted, readTables } from './copy-rows'
import type { CopiedTable } from './copy-rows'
import { snapshotDatabase } from './snapshot'
import { recordAction, replaceKeyRows, stageDatabase } from './staged-database'

interface CopyOptions {
  installation: Installation
  services: Pick<Services, 'secrets' | 'clock'>
  url: string
}

export interface Copied {
  rows: Record<string, number>
  /** The SQLite file changed after the snapshot; the copy lacks those writes. */
  isBehind: boolean
  /** Whether the moved signing keys are encrypted; null if they were not in a file. */
  keys: 'encrypted' | 'plain' | null
}

/**
 * Copies a snapshot of an SQLite installation into PostgreSQL and compares every row. Signing keys move into the database, where all
 * machines that share it find them. The SQLite file stays unchanged.
 * @throws DatabaseRefusal; then PostgreSQL has no rows
 */
export async function copyToPostgres({ installation, services, url }: CopyOptions): Promise<Copied> {
  if (installation.databaseUrl !== null)
    throw new DatabaseRefusal(
      'DATABASE_URL is set: this installation already uses PostgreSQL. Unset it to copy from SQLite.',
    )
  const place = { dataDir: installation.dataDir, databaseUrl: null }
  const watched = openPlainly(existingFile(place))
  // Changes with each commit of another connection.
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

function keysToMove({ keys, dataDir }: CopyOptions['installation']) {
  if (keys.keysIn !== 'files') return null
  const protection = createSeedProtection(keys.encryptionKey)
  return readKeyFile(join(dataDir, backupParts.keys))?.map((key) => protection.seal(key)) ?? null
}

interface FillOptions {
  /** With this version's schema, not open in another process. */
  file: string
  /** The PostgreSQL database, which is migrated first. */
  url: string
  /** Existing rows: `refuse`, or `replace` them in the same transaction. */
  rowsThere: 'refuse' | 'replace'
}

/**
 * Fills PostgreSQL from an SQLite file and commits after every row was read back equal.
 * @returns rows by table
 * @throws DatabaseRefusal, CopyError; then the database is unchanged
 */
export async function fillPostgres({ file, url, rowsThere }: FillOptions): Promise<Record<string, number>> {
  const source = new Database(file, { readonly: true })
  const target = new Client({ connectionString: url, application_name: COMMAND_NAME, types: exactTypes })
  try {
    const tables = readTables(source)
    await target.connect()
    if (rowsThere === 'refuse') await requireEmpty(target, tables)
    await (await openPostgres({ url })).close()
    await target.query('begin')
    // A server that starts now waits, then finds the data.
    await target.query('lock table schema_migrations in access exclusive mode')
    if (rowsThere === 'refuse') await requireEmpty(target, tables)
    else await target.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    const restore = await deferOwnReferences(target)
    const counts = await copyRows({ from: createSqliteRows(source), to: createPostgresRows(target), tables })
    await restore()
    await target.query('commit')
    return counts
  } finally {
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
      throw new DatabaseRefusal(`The PostgreSQL database already has rows in ${name}. Use an empty database.`)
  }
}

/** Rows that refer to their own table come in any order. @returns checks them and restores the constraints */
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
