import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs'
import Database from 'libsql'
import { knownSchema, migrate, SchemaTooNewError } from '../migrate'
import { DatabaseRefusal } from '../database-refusal'
import { tablesOfFile } from '../open-tables'
import type { DatabasePlace } from '../open-tables'
import { requireInstallation } from '../require-installation'
import { readTables } from './read-tables'
import { pinPostgres } from './pin-postgres'
import { pinSqlite } from './pin-sqlite'

/** The rows of a database as of one moment, whatever is written to it afterwards. */
export interface PinnedRows {
  /** The newest step of the schema that they have. */
  schema(): Promise<number>
  /** Fills an SQLite file that is open, with empty tables of the same schema. @throws DatabaseRefusal */
  copyInto(target: Database.Database, tables: ReturnType<typeof readTables>): Promise<void>
  close(): Promise<void>
}

/** Runs while nothing can be written to the database: it must be short, for every writer waits for it. */
export type WhileStill = () => Promise<void>

/**
 * Writes what stands in the database of an installation into a new SQLite file, as of one moment, while servers go on
 * writing. The file has the schema that the database has, is on the disk when this resolves, and can be read by its owner only.
 * @param file is not there yet
 * @param whileStill runs right before that moment
 * @throws {ConfigError} where there is no database; DatabaseRefusal, SchemaTooNewError; CopyError when the copy is not the same
 */
export async function snapshotDatabase(place: DatabasePlace, file: string, whileStill?: WhileStill): Promise<void> {
  const schema = await requireKnownSchema(place)
  // Made by us: SQLite would let others read it.
  closeSync(openSync(file, 'wx', 0o600))
  const target = new Database(file)
  try {
    // What the steps of the schema write is the source's as well.
    await migrate(tablesOfFile(target).db, { upTo: schema })
    const pinned = await (place.databaseUrl === null
      ? pinSqlite(place, whileStill)
      : pinPostgres(place.databaseUrl, whileStill))
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
