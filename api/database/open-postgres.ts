import { setImmediate as nextTurn } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { types } from 'pg'
import type { DatabaseWatch } from './watch'
import type { TransactionQueue } from './db'
import type { Store } from '../ports/store'
import { createStore } from './db'
import { guardedDialect } from './guarded-dialect'
import { logQueries } from './watch'
import { migrate } from './migrate'
import { postgresLookups } from './lookup'
import { createPostgresPool } from './postgres-pool'
import { createPostgresReader } from './readers'
import type { Tables } from './tables'
import { TransactionMark } from './transaction'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; `sslmode` and others as PostgreSQL's own programs know them. */
  url: string
  /** See `openDatabase`. */
  filesUrl?: string
  /** How many connections this process holds at most. */
  poolSize?: number
  /** Is told of every statement, and of the pool. */
  watch?: DatabaseWatch | undefined
}

// 8-byte integers: ours are milliseconds and counters, all of them safe numbers.
types.setTypeParser(types.builtins.INT8, Number)

const POOL_SIZE = 10
/** Connections for expensive reads, besides. */
const READERS = 3
/** What takes longer hangs: a lock is waited for this long at most. */
const STATEMENT_MAX_MS = 20_000

/**
 * Transactions behave as if they ran one after the other, as they do on SQLite: the domain reads, decides and writes
 * without a lock for each rule. PostgreSQL gives up one of two that cannot be put in an order, and `retryConflicts`
 * runs it again. The lock costs nothing while everybody takes it so; it is what lets one go alone.
 */
const BEGIN = 'start transaction isolation level serializable; lock table schema_migrations in row share mode'

/**
 * Each member of an app gets the next number, so two transactions that add one cannot both go on. Nor do they need to meet
 * half-way: they go one after the other from the beginning.
 */
const BEGIN_QUEUED: Record<TransactionQueue, string> = {
  members: `${BEGIN}; lock table member_counters in share row exclusive mode`,
  // Before the first look, so that the sums of what was reserved earlier are seen. Only single statements write to this table.
  uploads: `${BEGIN}; lock table storage_additions in share row exclusive mode`,
}

/** Waits for every transaction of every process to end, and holds back the next ones. Taken before the first look, so it sees what those wrote. */
const BEGIN_ALONE = 'start transaction isolation level serializable; lock table schema_migrations in exclusive mode'

/**
 * Opens a PostgreSQL database and brings its schema up to date.
 * @throws SchemaTooNewError; ApiError `service-unavailable` when no connection can be had
 */
export async function openPostgres({
  url,
  filesUrl = 'files/',
  poolSize = POOL_SIZE,
  watch,
}: PostgresOptions): Promise<Store> {
  const pool = createPostgresPool({ url, max: poolSize, statementTimeoutMs: STATEMENT_MAX_MS })
  watch?.hasPool(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  const insideTransaction = new TransactionMark()
  const beginningWith = (begin: string) =>
    new Kysely<Tables>({
      dialect: guardedDialect(new PostgresDialect({ pool }), { insideTransaction, begin }),
      plugins: [new CamelCasePlugin()],
      ...logQueries(watch),
    })
  const db = beginningWith(BEGIN)
  try {
    // Who waits for another's migration must see it afterwards, which a serializable transaction would not.
    await migrate(beginningWith('begin'), { lock: prepareSchema })
  } catch (error) {
    await pool.end()
    throw error
  }
  const ordered = {
    alone: beginningWith(BEGIN_ALONE),
    queues: { members: beginningWith(BEGIN_QUEUED.members), uploads: beginningWith(BEGIN_QUEUED.uploads) },
  }
  const close = async (): Promise<void> => {
    // Who asked before is on the way to the pool.
    await nextTurn()
    if (!pool.ending) await pool.end()
  }
  const prepareLookup = postgresLookups({ pool, insideTransaction, watch })
  const readers = Array.from({ length: READERS }, () => createPostgresReader({ url, insideTransaction, watch }))
  return createStore(db, { filesUrl, insideTransaction, ordered, prepareLookup, readers, close })
}

/** SQLite has this collation by itself: see `bytewise`. */
const prepareSchema = async (transaction: Kysely<Tables>): Promise<void> => {
  await lockSchema(transaction)
  await sql`create collation if not exists "binary" from "C"`.execute(transaction)
}

/** Any number; every process that opens this program's databases uses this one. */
const SCHEMA_LOCK = 7_326_445_001

/**
 * PostgreSQL: of processes that start together one changes the schema, and the others find it done. They wait for it as
 * long as it takes: an index on many rows is no statement that hangs. SQLite needs none of this, its transactions lock.
 */
export const lockSchema = async (transaction: Kysely<Tables>): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(transaction)
}
