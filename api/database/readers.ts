import Database from 'libsql/promise'
import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { checkParameters, guardedDialect } from './guarded-dialect'
import { type DatabaseWatch, logQueries } from './transaction'
import type { Tables } from './tables'
import { toStoreError } from './errors'
import type { Reader } from './expensive-reads'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Connection, type PoolClient } from 'pg'
import { createPostgresPool } from './postgres-pool'

/** Part of libsql's promise API, which the package types as `any`. */
interface AsyncStatement {
  raw(): void
  columns(): { name: string }[]
  /** Runs up to the first row in a native thread; the calling thread reads the other rows. */
  iterate(parameters: readonly unknown[]): Promise<Iterator<unknown[]>>
}

interface AsyncDatabase {
  prepare(sql: string): Promise<AsyncStatement>
  exec(sql: string): Promise<void>
  interrupt(): void
  close(): void
}

/**
 * libsql runs statements in the threads of tokio, as many as cores: on a small machine slow ones would keep the quick reader waiting. It
 * reads this variable when the first database of the process is opened, and modules are loaded before.
 */
process.env['TOKIO_WORKER_THREADS'] ??= '8'

interface Prepared {
  statement: AsyncStatement
  columns: readonly string[]
}

/**
 * Kept statements and results, about a kilobyte each. Above this, the connection is replaced after its transaction: seldom, because the
 * collection of garbage ends old connections on the server's thread, which takes up to a millisecond each, and many at a time.
 */
const KEPT_MAX = 4_000
/** Blocks a native thread, not the server's. */
const BUSY_TIMEOUT_MS = 1_000

export interface SqliteReaderOptions {
  file: string
  insideTransaction: AsyncLocalStorage<true>
  watch?: DatabaseWatch | undefined
}

/**
 * Read-only, in libsql's own threads. Not a Node worker: a native statement there cannot be interrupted, and `terminate()` ends the
 * process.
 * The file is opened at the first read.
 */
export function createSqliteReader({ file, insideTransaction, watch }: SqliteReaderOptions): Reader {
  const connection = new ReadConnection(file)
  const timer = new StatementTimer()
  const dialect: Dialect = {
    createDriver: () => createDriver(connection, insideTransaction),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  const db = new Kysely<Tables>({
    dialect: timer.time(dialect),
    plugins: [new CamelCasePlugin()],
    ...logQueries(watch),
  })
  return {
    db,
    timer,
    isInProcess: true,
    prepare: () => {},
    interrupt: () => connection.interrupt(),
    settled: async () => {},
    close: () => db.destroy(),
  }
}

const createDriver = (connection: ReadConnection, insideTransaction: AsyncLocalStorage<true>): Driver => ({
  init: async () => {},
  acquireConnection: async () => {
    if (insideTransaction.getStore()) throw new Error('Inside a transaction, use only its own `Tx`.')
    return connection
  },
  beginTransaction: () => connection.begin(),
  commitTransaction: () => connection.end('commit'),
  rollbackTransaction: () => connection.end('rollback'),
  releaseConnection: async () => {},
  destroy: async () => connection.close(),
})

class ReadConnection implements DatabaseConnection {
  readonly #file: string
  /**
   * Statements and results are kept until the connection closes: the garbage collector frees them on the server's thread, which would then
   * wait for the statement that runs on their connection. No timer could end it meanwhile.
   */
  readonly #statements = new Map<string, Prepared>()
  readonly #results: Iterator<unknown[]>[] = []
  #database: AsyncDatabase | null = null
  #hasBegun = false

  constructor(file: string) {
    this.#file = file
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    checkParameters(parameters)
    try {
      const { statement, columns } = await this.#prepare(inOneStep(sql))
      const found = await statement.iterate(parameters)
      this.#results.push(found)
      const rows: Record<string, unknown>[] = []
      // Always read to the end: an open statement keeps its snapshot.
      for (let next = found.next(); next.done !== true; next = found.next()) rows.push(toRow(columns, next.value))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's author knows the type of its rows
      return { rows: rows as R[] }
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async begin(): Promise<void> {
    if (this.#hasBegun) return
    try {
      await this.#exec('begin')
    } catch (error) {
      throw toStoreError(error)
    }
  }

  /**
   * Also begins the next transaction, which saves its read a wait. SQLite takes the snapshot, and a lock, only at the first statement.
   */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#hasBegun = false
    const isFull = this.#statements.size + this.#results.length > KEPT_MAX
    if (isFull) this.close()
    try {
      await this.#exec(isFull ? 'begin' : `${how}; begin`)
      this.#hasBegun = true
    } catch {
      // SQLite may have rolled back by itself. The next transaction opens the file again.
      this.close()
    }
  }

  async #exec(sql: string): Promise<void> {
    await this.#open().then((database) => database.exec(sql))
  }

  interrupt(): void {
    this.#database?.interrupt()
  }

  streamQuery(): never {
    throw new Error('Reads cannot be streamed.')
  }

  close(): void {
    this.#hasBegun = false
    this.#statements.clear()
    this.#results.length = 0
    this.#database?.close()
    this.#database = null
  }

  async #open(): Promise<AsyncDatabase> {
    if (this.#database) return this.#database
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `AsyncDatabase`
    const database = new Database(this.#file, { timeout: BUSY_TIMEOUT_MS / 1_000 }) as unknown as AsyncDatabase
    this.#database = database
    await database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await database.exec('pragma query_only = 1')
    return database
  }

  async #prepare(sql: string): Promise<Prepared> {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = await this.#open().then((database) => database.prepare(sql))
    statement.raw()
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Only the first step runs in a native thread, so it must compute all rows. */
const inOneStep = (sql: string): string => `with answer as materialized (${sql}) select * from answer`

function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
  return row
}

/** Outside transactions, which have a shorter limit. */
const STATEMENT_MAX_MS = 20_000
/** Repeated only in case the first cancellation was lost. */
const CANCEL_AGAIN_MS = 1_000

export interface PostgresReaderOptions {
  url: string
  insideTransaction: AsyncLocalStorage<true>
  watch?: DatabaseWatch | undefined
}

/** The limit is set in each transaction, so it also works behind a transaction pooler. */
export function createPostgresReader({ url, insideTransaction, watch }: PostgresReaderOptions): Reader {
  const pool = createPostgresPool({ url, max: 1, statementTimeoutMs: STATEMENT_MAX_MS, name: 'reads' })
  let client: PoolClient | null = null
  let cancelledAt = 0
  let cancelled: Promise<void> = Promise.resolve()
  let timeoutMs = 0
  pool.on('connect', (connected) => void (client = connected))
  // On one core: parallel workers would take those of the server and of cheap statements.
  const begin = () =>
    `start transaction isolation level repeatable read read only; set local max_parallel_workers_per_gather = 0; set local statement_timeout = ${timeoutMs}`
  const timer = new StatementTimer()
  const db = new Kysely<Tables>({
    dialect: timer.time(guardedDialect(new PostgresDialect({ pool }), { insideTransaction, begin })),
    plugins: [new CamelCasePlugin()],
    ...logQueries(watch),
  })
  return {
    db,
    timer,
    isInProcess: false,
    prepare(maxMs) {
      timeoutMs = maxMs
      cancelledAt = 0
    },
    interrupt() {
      if (!client || Date.now() - cancelledAt < CANCEL_AGAIN_MS) return
      cancelledAt = Date.now()
      cancelled = cancel(client)
    },
    // A late cancellation would end a statement of the next transaction.
    settled: () => cancelled,
    async close() {
      // Earlier callers may already be on their way to the pool.
      await nextTurn()
      if (!pool.ending) await pool.end()
    },
  }
}

interface Cancelling {
  connect(port: number | string, host: string): void
  cancel(processId: unknown, secretKey: unknown): void
  on(event: 'connect' | 'error' | 'end', listen: () => void): void
}

interface Cancelled {
  host: string
  port: number
  processID: unknown
  secretKey: unknown
}

/** PostgreSQL's cancel request: a second connection names the process to cancel. Poolers forward it. */
function cancel(target: PoolClient): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Cancelling`
  const { host, port, processID, secretKey } = target as unknown as Cancelled
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Cancelling`
  const connection = new Connection() as unknown as Cancelling
  return new Promise((resolve) => {
    connection.on('connect', () => connection.cancel(processID, secretKey))
    connection.on('error', resolve)
    connection.on('end', resolve)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`, '')
    else connection.connect(port, host)
  })
}

/** Statement time of a read, including the running one, without the time between statements. */
class StatementTimer {
  #totalMs = 0
  #startedAt: number | null = null

  reset(): void {
    this.#totalMs = 0
    this.#startedAt = null
  }

  get usedMs(): number {
    return this.#totalMs + (this.#startedAt === null ? 0 : performance.now() - this.#startedAt)
  }

  /** Times statements. One connection at a time. */
  time(dialect: Dialect): Dialect {
    return {
      createDriver: () => this.#timeDriver(dialect.createDriver()),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    }
  }

  #timeDriver(driver: Driver): Driver {
    const timed = new WeakSet<DatabaseConnection>()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (...options) => {
      const connection = await acquire(...options)
      if (!timed.has(connection)) this.#timeConnection(connection)
      timed.add(connection)
      return connection
    }
    return driver
  }

  #timeConnection(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query, ...options) => {
      this.#startedAt = performance.now()
      try {
        return await execute<never>(query, ...options)
      } finally {
        this.#totalMs = this.usedMs
        this.#startedAt = null
      }
    }
  }
}
