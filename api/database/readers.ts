import Database from 'libsql/promise'
import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import type { DatabaseWatch } from './watch'
import { checkParameters, guardedDialect } from './guarded-dialect'
import { logQueries } from './watch'
import type { Tables } from './tables'
import { toStoreError } from './errors'
import type { Reader } from './expensive-reads'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Connection } from 'pg'
import type { PoolClient } from 'pg'
import { createPostgresPool } from './postgres-pool'

/** The part of libsql's promise API that is used here; the package types all of it as `any`. */
interface AsyncStatement {
  raw(): void
  columns(): { name: string }[]
  /** Runs the statement to its first row in a native thread; the other rows are read in the calling one. */
  iterate(parameters: readonly unknown[]): Promise<Iterator<unknown[]>>
}

interface AsyncDatabase {
  prepare(sql: string): Promise<AsyncStatement>
  exec(sql: string): Promise<void>
  interrupt(): void
  close(): void
}

interface Prepared {
  statement: AsyncStatement
  columns: readonly string[]
}

/** With more, the connection is replaced before its next transaction. */
const STATEMENTS_MAX = 500
/** A native thread waits for a lock, not the server's thread. */
const BUSY_TIMEOUT_MS = 1_000

export interface SqliteReaderOptions {
  file: string
  insideTransaction: AsyncLocalStorage<true>
  watch?: DatabaseWatch | undefined
}

/**
 * A read-only connection whose statements run in libsql's own threads. A worker of Node is no way out: a native statement
 * in one cannot be stopped, and `terminate()` ends the whole process. The file is opened at the first read.
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
    if (insideTransaction.getStore()) throw new Error('Inside a transaction only its own `Tx` may be used.')
    return connection
  },
  beginTransaction: () => connection.begin(),
  commitTransaction: () => connection.exec('commit'),
  rollbackTransaction: () => connection.exec('rollback'),
  releaseConnection: async () => {},
  destroy: async () => connection.close(),
})

class ReadConnection implements DatabaseConnection {
  readonly #file: string
  /**
   * Every statement, until the connection is closed: the garbage collector would wait for the statement that runs, and the
   * server's thread with it.
   */
  readonly #statements = new Map<string, Prepared>()
  #database: AsyncDatabase | null = null

  constructor(file: string) {
    this.#file = file
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    checkParameters(parameters)
    try {
      const { statement, columns } = await this.#prepare(inOneStep(sql))
      const found = await statement.iterate(parameters)
      const rows: Record<string, unknown>[] = []
      // Read to the end, or to an error: a statement that is left open keeps its state of the database.
      for (let next = found.next(); next.done !== true; next = found.next()) rows.push(toRow(columns, next.value))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's author knows the type of its rows
      return { rows: rows as R[] }
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async begin(): Promise<void> {
    if (this.#statements.size > STATEMENTS_MAX) this.close()
    await this.exec('begin')
  }

  async exec(sql: string): Promise<void> {
    try {
      await this.#open().then((database) => database.exec(sql))
    } catch (error) {
      throw toStoreError(error)
    }
  }

  interrupt(): void {
    this.#database?.interrupt()
  }

  streamQuery(): never {
    throw new Error('Reads are answered whole.')
  }

  close(): void {
    this.#statements.clear()
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

/** Only the first step runs in a native thread, so the first step makes the whole answer. */
const inOneStep = (sql: string): string => `with answer as materialized (${sql}) select * from answer`

function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
  return row
}

/** The server's own limit comes a little later than ours, which also counts what happens between statements. */
const AFTER_MS = 50
/** Of what stands outside of the transactions, which have a shorter one of their own. */
const STATEMENT_MAX_MS = 20_000
/** A second cancellation of the same statement helps only where the first was lost. */
const CANCEL_AGAIN_MS = 1_000

export interface PostgresReaderOptions {
  /** See `createPostgresPool`. */
  url: string
  insideTransaction: AsyncLocalStorage<true>
  watch?: DatabaseWatch | undefined
}

/**
 * One connection for reads. The time limit is set within each transaction, so it also holds behind a pooler that gives every
 * transaction another connection.
 */
export function createPostgresReader({ url, insideTransaction, watch }: PostgresReaderOptions): Reader {
  const pool = createPostgresPool({ url, max: 1, statementTimeoutMs: STATEMENT_MAX_MS, name: 'reads' })
  let client: PoolClient | null = null
  let cancelledAt = 0
  let cancelled: Promise<void> = Promise.resolve()
  let timeoutMs = 0
  pool.on('connect', (connected) => void (client = connected))
  const begin = () =>
    `start transaction isolation level repeatable read read only; set local statement_timeout = ${timeoutMs}`
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
      timeoutMs = maxMs + AFTER_MS
      cancelledAt = 0
    },
    interrupt() {
      if (!client || Date.now() - cancelledAt < CANCEL_AGAIN_MS) return
      cancelledAt = Date.now()
      cancelled = cancel(client)
    },
    // A cancellation that comes late would end a statement of the next transaction.
    settled: () => cancelled,
    async close() {
      // Who asked before is on the way to the pool.
      await nextTurn()
      if (!pool.ending) await pool.end()
    },
  }
}

/** What `pg` has and its types leave out. */
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

/**
 * PostgreSQL's own way: another connection names the one whose statement is to end, and is closed once that was told. A pooler
 * passes it on.
 */
function cancel(target: PoolClient): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Cancelled`
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

/** How long the statements of a read have taken, the one that runs included. What happens between them does not count. */
export class StatementTimer {
  #totalMs = 0
  #startedAt: number | null = null

  reset(): void {
    this.#totalMs = 0
    this.#startedAt = null
  }

  get usedMs(): number {
    return this.#totalMs + (this.#startedAt === null ? 0 : performance.now() - this.#startedAt)
  }

  /** The same dialect, with statements that are timed. It has one connection at a time. */
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
