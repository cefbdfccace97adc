import { AsyncLocalStorage } from 'node:async_hooks'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types } from 'pg'
import type { Store } from '../../ports/store'
import { createStore } from './create-store'
import { guardedDialect } from './guarded-dialect'
import { migrate } from './migrate'
import type { Tables } from './tables'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; `sslmode` and others as PostgreSQL's own programs know them. */
  url: string
  /** See `openDatabase`. */
  filesUrl?: string
  /** How many connections this process holds at most. */
  poolSize?: number
}

// 8-byte integers: ours are milliseconds and counters, all of them safe numbers.
types.setTypeParser(types.builtins.INT8, Number)

const POOL_SIZE = 10
const CONNECT_MAX_MS = 5_000
/** What takes longer hangs: a lock is waited for this long at most. */
const STATEMENT_MAX_MS = 20_000

/**
 * Opens a PostgreSQL database and brings its schema up to date.
 * @throws SchemaTooNewError; ApiError `service-unavailable` when no connection can be had
 */
export async function openPostgres({
  url,
  filesUrl = 'files/',
  poolSize = POOL_SIZE,
}: PostgresOptions): Promise<Store> {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    statement_timeout: STATEMENT_MAX_MS,
    application_name: 'membership',
  })
  // A connection that ends while nobody uses it is replaced by the next one that is asked for.
  pool.on('error', () => {})
  const insideTransaction = new AsyncLocalStorage<true>()
  const db = new Kysely<Tables>({
    dialect: guardedDialect(new PostgresDialect({ pool }), insideTransaction),
    plugins: [new CamelCasePlugin()],
  })
  try {
    await migrate(db, lockSchema)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return createStore(db, { filesUrl, insideTransaction })
}

/** Any number; every process that opens this program's databases uses this one. */
const SCHEMA_LOCK = 7_326_445_001

/** Of processes that start together one migrates, and the others find it done. */
const lockSchema = async (transaction: Kysely<Tables>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(transaction)
}
