import type { AsyncLocalStorage } from 'node:async_hooks'
import { CamelCasePlugin, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import Database from 'libsql/promise'
import type { DatabaseWatch } from '../../../ports/metrics'
import { checkParameters } from '../check-parameters'
import { logQueries } from '../log-queries'
import type { Tables } from '../../../database/tables'
import { toStoreError } from '../to-store-error'
import type { Reader } from './expensive-reads'
import { StatementTimer } from './statement-timer'

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
