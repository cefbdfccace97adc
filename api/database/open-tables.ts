import Database from 'libsql'
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { Client, Pool } from 'pg'
import { ConfigError } from '../lib/settings'
import { integersAs } from './postgres-pool'
import { LibsqlDialect } from './libsql'
import { lockSchema } from './open-database'
import { type MigrateOptions, newestApplied } from './migrate'
import type { Tables } from './tables'
import { DatabaseRefusal } from './errors'

export interface DatabasePlace {
  dataDir: string
  databaseUrl: string | null
}

/** An existing database for commands, without migration. Must be closed. */
export interface OpenTables {
  engine: 'SQLite' | 'PostgreSQL'
  db: Kysely<Tables>
  lock: NonNullable<MigrateOptions['lock']>
  /** 0 without the product's tables. */
  schema(): Promise<number>
  sizeBytes(): Promise<number>
  close(): Promise<void>
}

const BUSY_TIMEOUT_MS = 5_000

/** Application name of commands in PostgreSQL. */
export const COMMAND_NAME = 'membership command'

export const databaseFile = ({ dataDir }: Pick<DatabasePlace, 'dataDir'>): string => join(dataDir, 'membership.db')

/** @throws {ConfigError} without a database file */
export const openTables = (place: DatabasePlace): OpenTables =>
  place.databaseUrl === null ? tablesOfFile(openPlainly(existingFile(place))) : openPostgresTables(place.databaseUrl)

/** @throws {ConfigError} without a file */
export function existingFile(place: Pick<DatabasePlace, 'dataDir'>): string {
  const file = databaseFile(place)
  if (existsSync(file)) return file
  throw new ConfigError(`DATA_DIR ${place.dataDir} has no database. Start the server once to create it.`)
}

/** Waits for locks, enforces foreign keys, and changes nothing by opening. */
export function openPlainly(file: string): Database.Database {
  const database = new Database(file)
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.pragma('foreign_keys = ON')
  return database
}

/** Takes over an open SQLite file. The journal mode stays: only a server turns WAL on. */
export function tablesOfFile(database: Database.Database): OpenTables {
  const db = new Kysely<Tables>({
    dialect: new LibsqlDialect({ database, insideTransaction: new AsyncLocalStorage<true>() }),
    plugins: [new CamelCasePlugin()],
  })
  return {
    engine: 'SQLite',
    db,
    lock: async () => {},
    schema: () => schemaOf(db, sql`select name from sqlite_master where name = 'schema_migrations'`),
    sizeBytes: () =>
      numberOf(db, sql`select page_count * page_size as number from pragma_page_count, pragma_page_size`),
    close: () => db.destroy(),
  }
}

function openPostgresTables(url: string): OpenTables {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 5_000,
    application_name: COMMAND_NAME,
    types: integersAs(Number),
  })
  pool.on('error', () => {})
  // A connection that fails mid-work fails that work, not the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  return {
    engine: 'PostgreSQL',
    db,
    lock: lockSchema,
    schema: () =>
      schemaOf(
        db,
        sql`select tablename from pg_tables where schemaname = current_schema() and tablename = 'schema_migrations'`,
      ),
    sizeBytes: () => numberOf(db, sql`select pg_database_size(current_database()) as number`),
    close: async () => {
      await db.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}

async function schemaOf(db: Kysely<Tables>, isThere: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await isThere.execute(db)
  return rows.length > 0 ? newestApplied(db) : 0
}

async function numberOf(db: Kysely<Tables>, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await query.$castTo<{ number: unknown }>().execute(db)
  return Number(rows[0]?.number ?? 0)
}

/** The error for a database that no server has started with. */
export const NO_INSTALLATION = 'This database has no installation. Start the server once to create it.'

/**
 * For commands, which work on a server's database; changes nothing.
 * @returns its schema number
 * @throws {ConfigError} without the product's tables
 */
export async function requireInstallation(place: DatabasePlace): Promise<number> {
  const tables = openTables(place)
  try {
    const schema = await tables.schema()
    if (schema === 0) throw new ConfigError(NO_INSTALLATION)
    return schema
  } finally {
    await tables.close()
  }
}

const IN_USE = 'A server is using this database. Stop it first. Nothing has changed.'

/** Refuses a database that a server or command has open: replacing it would lose their writes. @throws DatabaseRefusal */
export async function requireUnused(place: DatabasePlace): Promise<void> {
  const isUsed = place.databaseUrl === null ? isFileOpen(databaseFile(place)) : await isServed(place.databaseUrl)
  if (isUsed) throw new DatabaseRefusal(IN_USE)
}

/** Only the sole user of a file can remove its write-ahead log. The next opening creates it again. */
function isFileOpen(file: string): boolean {
  if (!existsSync(file)) return false
  const database = new Database(file)
  try {
    database.pragma('busy_timeout = 0')
    database.pragma('journal_mode = DELETE')
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    database.close()
  }
}

/** Recognizes this product's processes by their application names. */
async function isServed(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: COMMAND_NAME })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'membership%' and application_name <> $1`,
      [COMMAND_NAME],
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}
