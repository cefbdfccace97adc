import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs'
import Database from 'libsql'
import { Client } from 'pg'
import * as v from 'valibot'
import { DatabaseRefusal } from '../database/errors'
import { knownSchema, migrate, SchemaTooNewError } from '../database/migrate'
import { COMMAND_NAME, existingFile, openPlainly, requireInstallation, tablesOfFile } from '../database/open-tables'
import type { DatabasePlace } from '../database/open-tables'
import { copyRows, createPostgresRows, createSqliteRows, exactTypes, readTables } from './copy-rows'

/** One moment of a database, unaffected by later writes. */
interface SnapshotReader {
  schema(): Promise<number>
  /** @param target open SQLite file with empty tables of the same schema. @throws DatabaseRefusal */
  copyInto(target: Database.Database, tables: ReturnType<typeof readTables>): Promise<void>
  close(): Promise<void>
}

/** Must be short: every writer waits for it. */
type BlockedWork = () => Promise<void>

/**
 * Copies a live database at one moment into a new SQLite file, with its schema, synced, readable only by its owner.
 * @param file must not exist
 * @param whileWritesBlocked runs right before that moment
 * @throws {ConfigError} without a database; DatabaseRefusal, SchemaTooNewError; CopyError if the copy differs
 */
export async function snapshotDatabase(
  place: DatabasePlace,
  file: string,
  whileWritesBlocked?: BlockedWork,
): Promise<void> {
  const schema = await requireKnownSchema(place)
  // SQLite would create it readable by others.
  closeSync(openSync(file, 'wx', 0o600))
  const target = new Database(file)
  try {
    // The source also has the rows that migrations write.
    await migrate(tablesOfFile(target).db, { upTo: schema })
    const pinned = await (place.databaseUrl === null
      ? openSqliteSnapshot(place, whileWritesBlocked)
      : openPostgresSnapshot(place.databaseUrl, whileWritesBlocked))
    try {
      if ((await pinned.schema()) !== schema)
        throw new DatabaseRefusal('The schema changed during the read. Try again.')
      // Rows arrive in any order; references are checked at the end.
      target.pragma('foreign_keys = OFF')
      await pinned.copyInto(target, readTables(target))
    } finally {
      await pinned.close()
    }
    if (target.prepare('pragma foreign_key_check').all().length > 0)
      throw new DatabaseRefusal('The database has rows that refer to missing rows.')
  } finally {
    target.close()
  }
  chmodSync(file, 0o600)
  sync(file)
}

async function requireKnownSchema(place: DatabasePlace): Promise<number> {
  const schema = await requireInstallation(place)
  if (schema > knownSchema()) throw new SchemaTooNewError(schema, knownSchema())
  return schema
}

function sync(file: string): void {
  const handle = openSync(file, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const newest = v.tuple([v.object({ number: v.bigint() })])

/**
 * A read transaction sees the moment of its first read; with WAL it blocks no writer.
 * @param whileWritesBlocked runs under the write lock, which every process waits for
 */
async function openSqliteSnapshot(
  place: Pick<DatabasePlace, 'dataDir'>,
  whileWritesBlocked?: BlockedWork,
): Promise<SnapshotReader> {
  const file = existingFile(place)
  const reader = openPlainly(file)
  const pin = (): void => {
    reader.exec('begin')
    reader.prepare('select count(*) as steps from schema_migrations').all()
  }
  if (whileWritesBlocked) await withWriteLock(file, whileWritesBlocked, pin)
  else pin()
  const rows = createSqliteRows(reader)
  return {
    schema: async () => {
      const found = reader.prepare('select max(number) as number from schema_migrations').all()
      return Number(v.parse(newest, found)[0].number)
    },
    async copyInto(target, tables) {
      target.exec('begin')
      await copyRows({ from: rows, to: createSqliteRows(target), tables })
      target.exec('commit')
    },
    close: async () => {
      reader.close()
    },
  }
}

async function withWriteLock(file: string, work: BlockedWork, pin: () => void): Promise<void> {
  const writer = openPlainly(file)
  try {
    writer.exec('begin immediate')
    await work()
    pin()
    writer.exec('rollback')
  } finally {
    writer.close()
  }
}

/** Wait for running transactions; new writers queue behind the lock. */
const LOCK_MAX_MS = 10_000

/**
 * Transactions of the product take a shared lock on `schema_migrations` first, so an exclusive lock waits for all without a deadlock.
 * Writes
 * outside transactions wait for the tables that name files.
 */
const BE_STILL = [
  'begin',
  `set local lock_timeout = ${LOCK_MAX_MS}`,
  'lock table schema_migrations in exclusive mode',
  'lock table members, work_samples in exclusive mode',
]

/** A read transaction sees the moment of its first read. @param whileWritesBlocked runs while writes are blocked */
async function openPostgresSnapshot(url: string, whileWritesBlocked?: BlockedWork): Promise<SnapshotReader> {
  const reader = new Client({ connectionString: url, application_name: COMMAND_NAME, types: exactTypes })
  await reader.connect()
  const look = async (): Promise<number> => {
    const { rows } = await reader.query<{ number: bigint }>('select max(number) as number from schema_migrations')
    return Number(rows[0]?.number ?? 0)
  }
  const pin = async (): Promise<void> => {
    await reader.query('begin transaction isolation level repeatable read, read only')
    await look()
  }
  try {
    await (whileWritesBlocked ? whileNobodyWrites(url, whileWritesBlocked, pin) : pin())
  } catch (error) {
    await reader.end()
    throw error
  }
  return {
    schema: look,
    async copyInto(target, tables) {
      target.exec('begin')
      await copyRows({ from: createPostgresRows(reader), to: createSqliteRows(target), tables })
      target.exec('commit')
    },
    close: () => reader.end(),
  }
}

async function whileNobodyWrites(url: string, work: BlockedWork, pin: () => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: url, application_name: COMMAND_NAME })
  await holder.connect()
  try {
    for (const statement of BE_STILL) await holder.query(statement)
    await work()
    await pin()
  } finally {
    // Ends the transaction and its locks.
    await holder.end()
  }
}
