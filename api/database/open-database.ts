import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { type Pool, types } from 'pg'
import { monotonicNow } from '../lib/cache'
import { makeFolder } from '../lib/folders'
import { createStore, type Database, type TransactionQueue } from './db'
import { guardedDialect } from './guarded-dialect'
import { LibsqlDialect, openFile, reportLocksAtOnce } from './libsql'
import { postgresLookups, watchLookups } from './lookup'
import { migrate } from './migrate'
import { createPostgresPool } from './postgres-pool'
import { createPostgresReader, createSqliteReader } from './readers'
import type { Tables } from './tables'
import { type DatabaseWatch, logQueries, type PoolUse, TransactionMark } from './transaction'

/** For slow reads. One core remains for the server's thread; two readers, so that a group leaves one to others. */
const SQLITE_SLOW_READERS = Math.max(2, Math.min(3, availableParallelism() - 1))

export interface DatabaseOptions {
  file: string
  filesUrl?: string
  cacheClock?: () => number
  /** How long to wait while another process has the write lock. */
  busyMs?: number | undefined
  watch?: DatabaseWatch | undefined
}

/**
 * Opens or creates the SQLite file and migrates it.
 * @param options.file missing folders are created, readable only by their owner
 * @param options.filesUrl URL of stored files, with a trailing slash; needed where URLs are shown or images searched
 * @throws SchemaTooNewError for a file that a newer version has migrated
 */
export async function openDatabase({
  file,
  filesUrl = 'files/',
  cacheClock = monotonicNow,
  busyMs,
  watch,
}: DatabaseOptions): Promise<Database> {
  makeFolder(dirname(file))
  const database = openFile(file, busyMs)
  const insideTransaction = new TransactionMark()
  const dialect = new LibsqlDialect({ database, insideTransaction, busyMs })
  const db = new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin()],
    ...logQueries(watch),
  })
  try {
    await migrate(db)
    // Fails now for a read-only file, which otherwise opens without an error. Changes nothing.
    database.exec('delete from schema_migrations where number < 0')
    reportLocksAtOnce(database)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const prepareLookup = watchLookups(dialect.prepareLookup, watch)
  const reader = () => createSqliteReader({ file, insideTransaction, watch })
  const readers = { quick: [reader()], slow: Array.from({ length: SQLITE_SLOW_READERS }, reader) }
  const shared = { filesUrl, cacheClock, insideTransaction, prepareLookup, readers }
  return createStore(db, { ...shared, close: () => db.destroy() })
}

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; `sslmode` and other parameters as in libpq. */
  url: string
  filesUrl?: string
  /** Maximum connections for data, without the one of each queue. */
  poolSize?: number
  cacheClock?: () => number
  watch?: DatabaseWatch | undefined
}

// 8-byte integers: all values here are safe integers.
types.setTypeParser(types.builtins.INT8, Number)

const POOL_SIZE = 10
/** Extra connections for expensive reads: quick ones and slow ones. */
const POSTGRES_READERS = { quick: 1, slow: 2 }
/** A slower statement hangs. Also the maximum wait for a lock. */
const STATEMENT_MAX_MS = 20_000

/**
 * Serializable, as on SQLite: features read, decide and write without explicit locks. PostgreSQL aborts one of two conflicting
 * transactions,
 * and `retryConflicts` runs it again. The shared lock is free until one transaction must run alone.
 */
const BEGIN = 'start transaction isolation level serializable; lock table schema_migrations in row share mode'

/** Each new member takes the next number, so two such transactions always conflict. They run in order from the start. */
const BEGIN_QUEUED: Record<TransactionQueue, string> = {
  members: `${BEGIN}; lock table member_counters in share row exclusive mode`,
  // Before the snapshot, so that earlier reservations are visible. Only single statements write to this table.
  uploads: `${BEGIN}; lock table storage_additions in share row exclusive mode`,
}

/** Waits for all transactions of all processes and blocks new ones. Taken before the snapshot, so it sees their writes. */
const BEGIN_ALONE = 'start transaction isolation level serializable; lock table schema_migrations in exclusive mode'

/**
 * Transactions of a queue wait for one connection of their own: those that wait for each other would take the connections of everyone else.
 */
function openPools(url: string, poolSize: number): Record<'data' | TransactionQueue, Pool> {
  const shared = { url, statementTimeoutMs: STATEMENT_MAX_MS }
  return {
    data: createPostgresPool({ ...shared, max: poolSize }),
    members: createPostgresPool({ ...shared, max: 1, name: 'members' }),
    uploads: createPostgresPool({ ...shared, max: 1, name: 'uploads' }),
  }
}

function sumUse(pools: readonly Pool[]): PoolUse {
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    pools.reduce((total, pool) => total + pool[count], 0)
  return { open: sum('totalCount'), idle: sum('idleCount'), waiting: sum('waitingCount') }
}

/** Opens PostgreSQL and migrates it. @throws SchemaTooNewError; ApiError `service-unavailable` without a connection */
export async function openPostgres({
  url,
  filesUrl = 'files/',
  poolSize = POOL_SIZE,
  cacheClock = monotonicNow,
  watch,
}: PostgresOptions): Promise<Database> {
  const pools = openPools(url, poolSize)
  watch?.hasPool(() => sumUse(Object.values(pools)))
  const insideTransaction = new TransactionMark()
  const beginningWith = (begin: string, pool = pools.data) =>
    new Kysely<Tables>({
      dialect: guardedDialect(new PostgresDialect({ pool }), { insideTransaction, begin }),
      plugins: [new CamelCasePlugin()],
      ...logQueries(watch),
    })
  const endPools = async () => {
    await Promise.all(Object.values(pools).map(async (pool) => pool.ending || (await pool.end())))
  }
  const db = beginningWith(BEGIN)
  try {
    // Not serializable: after waiting for another process's migration, it must see the result.
    await migrate(beginningWith('begin'), { lock: prepareSchema })
  } catch (error) {
    await endPools()
    throw error
  }
  const ordered = {
    alone: beginningWith(BEGIN_ALONE),
    queues: {
      members: beginningWith(BEGIN_QUEUED.members, pools.members),
      uploads: beginningWith(BEGIN_QUEUED.uploads, pools.uploads),
    },
  }
  const close = async (): Promise<void> => {
    // Earlier callers may already be on their way to the pool.
    await nextTurn()
    await endPools()
  }
  const prepareLookup = postgresLookups({ pool: pools.data, insideTransaction, watch })
  const reader = () => createPostgresReader({ url, insideTransaction, watch })
  const readers = {
    quick: Array.from({ length: POSTGRES_READERS.quick }, reader),
    slow: Array.from({ length: POSTGRES_READERS.slow }, reader),
  }
  const shared = { filesUrl, cacheClock, insideTransaction, prepareLookup, readers }
  return createStore(db, { ...shared, ordered, close })
}

/** SQLite has this collation built in: see `bytewise`. */
const prepareSchema = async (transaction: Kysely<Tables>): Promise<void> => {
  await lockSchema(transaction)
  await sql`create collation if not exists "binary" from "C"`.execute(transaction)
}

/** An arbitrary number, the same in all processes that open these databases. */
const SCHEMA_LOCK = 7_326_445_001

/**
 * Only one process migrates; the others wait as long as it takes, because building an index may be slow. SQLite transactions lock by
 * themselves.
 */
export const lockSchema = async (transaction: Kysely<Tables>): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(transaction)
}
