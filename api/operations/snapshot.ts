import Database from 'libsql'
import * as v from 'valibot'
import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { knownSchema, migrate, SchemaTooNewError } from '../database/migrate'
import { DatabaseRefusal } from '../database/errors'
import { COMMAND_NAME, existingFile, openPlainly, requireInstallation, tablesOfFile } from '../database/open-tables'
import type { DatabasePlace } from '../database/open-tables'
import { copyRows, createPostgresRows, createSqliteRows, exactTypes, readTables } from './copy-rows'
import { Client } from 'pg'

/** The rows of a database as of one moment, whatever is written to it afterwards. */
export interface SnapshotReader {
  /** The newest step of the schema that they have. */
  schema(): Promise<number>
  /** Fills an SQLite file that is open, with empty tables of the same schema. @throws DatabaseRefusal */
  copyInto(target: Database.Database, tables: ReturnType<typeof readTables>): Promise<void>
  close(): Promise<void>
}

/** Runs while nothing can be written to the database: it must be short, for every writer waits for it. */
export type BlockedWork = () => Promise<void>

/**
 * Writes what stands in the database of an installation into a new SQLite file, as of one moment, while servers go on
 * writing. The file has the schema that the database has, is on the disk when this resolves, and can be read by its owner only.
 * @param file is not there yet
 * @param whileWritesBlocked runs right before that moment
 * @throws {ConfigError} where there is no database; DatabaseRefusal, SchemaTooNewError; CopyError when the copy is not the same
 */
export async function snapshotDatabase(
  place: DatabasePlace,
  file: string,
  whileWritesBlocked?: BlockedWork,
): Promise<void> {
  const schema = await requireKnownSchema(place)
  // Made by us: SQLite would let others read it.
  closeSync(openSync(file, 'wx', 0o600))
  const target = new Database(file)
  try {
    // What the steps of the schema write is the source's as well.
    await migrate(tablesOfFile(target).db, { upTo: schema })
    const pinned = await (place.databaseUrl === null
      ? openSqliteSnapshot(place, whileWritesBlocked)
      : openPostgresSnapshot(place.databaseUrl, whileWritesBlocked))
    try {
      if ((await pinned.schema()) !== schema)
        throw new DatabaseRefusal('The schema changed while the database was read. Try again.')
      // Rows come in any order; whether they belong together is checked at the end.
      target.pragma('foreign_keys = OFF')
      await pinned.copyInto(target, readTables(target))
    } finally {
      await pinned.close()
    }
    if (target.prepare('pragma foreign_key_check').all().length > 0)
      throw new DatabaseRefusal('Rows of the database refer to rows that are not there.')
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
 * A reader of the file keeps the moment of its first look; with a write-ahead log it stops no writer.
 * @param whileWritesBlocked runs under the write lock, which every process waits for
 */
export async function openSqliteSnapshot(
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

/** So long writers may have to wait for the last of them to end before the database is still. */
const LOCK_MAX_MS = 10_000

/**
 * Every transaction of ours takes a lock on `schema_migrations` first: who has it alone has waited for all of them, and none
 * can wait for another one. What is written without a transaction waits for the tables that name files.
 */
const BE_STILL = [
  'begin',
  `set local lock_timeout = ${LOCK_MAX_MS}`,
  'lock table schema_migrations in exclusive mode',
  'lock table members, work_samples in exclusive mode',
]

/**
 * A transaction that reads keeps the moment of its first look.
 * @param whileWritesBlocked runs while nobody can write
 */
export async function openPostgresSnapshot(url: string, whileWritesBlocked?: BlockedWork): Promise<SnapshotReader> {
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
    // This ends the transaction, and everybody goes on.
    await holder.end()
  }
}
