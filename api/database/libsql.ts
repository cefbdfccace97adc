import type { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import Database from 'libsql'
import { Mutex } from '../lib/concurrency'
import { toStoreError } from './errors'
import { checkParameters } from './guarded-dialect'
import type { PrepareLookup, Values } from './lookup'

export interface LibsqlDialectOptions {
  database: Database.Database
  insideTransaction: AsyncLocalStorage<true>
  /** How long a statement waits while another process has the write lock. */
  busyMs?: number | undefined
}

/** Kysely's SQLite dialect over libsql's synchronous connection. */
export class LibsqlDialect implements Dialect {
  readonly #driver: LibsqlDriver

  constructor(options: LibsqlDialectOptions) {
    this.#driver = new LibsqlDriver(options)
  }

  createDriver(): Driver {
    return this.#driver
  }

  readonly prepareLookup: PrepareLookup = (sql) => (parameters) => this.#driver.look(sql, parameters)

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter()
  }

  // Kysely types the schema as `any` here.
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

/** Random, so that two processes do not always collide; short, like a commit. */
const PAUSE_MIN_MS = 5
const PAUSE_MAX_MS = 25

/** One connection for everything: libsql is synchronous, so a second one would block the thread that the first needs to finish. */
class LibsqlDriver implements Driver {
  readonly #options: LibsqlDialectOptions
  readonly #connection: LibsqlConnection
  readonly #mutex = new Mutex()
  #leave: () => void = () => {}

  constructor(options: LibsqlDialectOptions) {
    this.#options = options
    this.#connection = new LibsqlConnection(options, () => this.#letOthersIn())
  }

  async init(): Promise<void> {}

  async look(sql: string, parameters: readonly unknown[]): Promise<Values | undefined> {
    this.#refuseInsideTransaction()
    const found = this.#mutex.isFree ? this.#connection.lookNow(sql, parameters) : null
    if (found !== null) return found
    await this.acquireConnection()
    try {
      return await this.#connection.look(sql, parameters)
    } finally {
      await this.releaseConnection()
    }
  }

  /** It would deadlock with its own transaction. */
  #refuseInsideTransaction(): void {
    if (this.#options.insideTransaction.getStore()) throw new Error('Inside a transaction, use only its own `Tx`.')
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#refuseInsideTransaction()
    this.#leave = await this.#mutex.enter()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#leave()
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself for a full disk, for example.
    if (this.#options.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    const leave = await this.#mutex.enter()
    this.#connection.close()
    leave()
  }

  /** A caller that waits for another process has no lock, so others may read. */
  async #letOthersIn(): Promise<void> {
    this.#leave()
    await pause(PAUSE_MIN_MS + Math.random() * (PAUSE_MAX_MS - PAUSE_MIN_MS))
    this.#leave = await this.#mutex.enter()
  }
}

/** While another process has the write lock. */
const BUSY_MS = 5_000

/**
 * Synchronous commits: an acknowledged commit is on disk.
 * @param busyMs blocks this process while another one has the database: for opening and migrating, before requests are served
 */
export function openFile(file: string, busyMs: number = BUSY_MS): Database.Database {
  const database = new Database(file)
  // Set the timeout first: switching to WAL needs a lock, and two processes may start together.
  database.pragma(`busy_timeout = ${busyMs}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return database
}

/** From here on: SQLite's own waiting would block the whole process. */
export function reportLocksAtOnce(database: Database.Database): void {
  database.pragma('busy_timeout = 0')
}

/** Far above the number of distinct statements; `where id in (…)` with lists of varying length needs a bound. */
const CACHED_STATEMENTS_MAX = 500

/** With metadata that libsql computes slowly each time. */
interface Prepared {
  statement: Database.Statement
  /** Null for a statement without rows. */
  columns: readonly string[] | null
  /** The SQL itself asks for one row: `get` is faster than `all`. */
  isSingle: boolean
}

class LibsqlConnection implements DatabaseConnection {
  readonly #database: Database.Database
  readonly #busyMs: number
  readonly #letOthersIn: () => Promise<void>
  readonly #statements = new Map<string, Prepared>()

  /** @param letOthersIn lends the connection to the next waiter; resolves when it is back */
  constructor({ database, busyMs = BUSY_MS }: LibsqlDialectOptions, letOthersIn: () => Promise<void>) {
    this.#database = database
    this.#busyMs = busyMs
    this.#letOthersIn = letOthersIn
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    checkParameters(parameters)
    try {
      if (this.#database.inTransaction) return this.#run(sql, parameters)
      if (/^\s*select\b/iu.test(sql)) return await this.#whenFree(() => this.#run<R>(sql, parameters))
      return await this.#runAlone(sql, parameters)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  /** First row of a read, after waiting for other processes. */
  async look(sql: string, parameters: readonly unknown[]): Promise<Values | undefined> {
    try {
      return await this.#whenFree(() => this.#look(sql, parameters))
    } catch (error) {
      throw toStoreError(error)
    }
  }

  /** Synchronous. @returns null when another process blocks it */
  lookNow(sql: string, parameters: readonly unknown[]): Values | undefined | null {
    try {
      return this.#look(sql, parameters)
    } catch (error) {
      if (isBusy(error)) return null
      throw toStoreError(error)
    }
  }

  /** `immediate` takes the write lock now: a later upgrade of a read lock could fail midway. */
  async begin(): Promise<void> {
    try {
      await this.#begin()
    } catch (error) {
      throw toStoreError(error)
    }
  }

  streamQuery(): never {
    throw new Error('Streaming would block the only connection.')
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  /**
   * A prepared statement that meets a lock stays open in libsql, and SQLite then loses later commits. So only `begin`, which `exec`
   * prepares
   * and discards, may meet one.
   */
  async #runAlone<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    await this.#begin()
    try {
      const result = this.#run<R>(sql, parameters)
      this.#database.exec('commit')
      return result
    } catch (error) {
      // SQLite rolls back by itself for a full disk, for example.
      if (this.#database.inTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  #begin(): Promise<unknown> {
    return this.#whenFree(() => this.#database.exec('begin immediate'))
  }

  /** libsql is synchronous: SQLite's own waiting would block the whole process. */
  async #whenFree<T>(work: () => T): Promise<T> {
    for (const deadline = Date.now() + this.#busyMs; ; await this.#letOthersIn()) {
      try {
        return work()
      } catch (error) {
        if (!isBusy(error) || Date.now() >= deadline) throw error
      }
    }
  }

  #look(sql: string, parameters: readonly unknown[]): Values | undefined {
    checkParameters(parameters)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `prepare` asks for lists
    return this.#prepare(sql).statement.get(...parameters) as Values | undefined
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns, isSingle } = this.#prepare(sql)
    if (columns === null) return { numAffectedRows: BigInt(statement.run(...parameters).changes), rows: [] }
    const found = isSingle ? [statement.get(...parameters)].filter(Array.isArray) : statement.all(...parameters)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's author knows the type of its rows
    return { rows: this.#toRows(found as unknown[][], sql, columns) as R[] }
  }

  /** After a schema change SQLite prepares the statement again; its columns may then differ. */
  #toRows(found: readonly unknown[][], sql: string, columns: readonly string[]): Record<string, unknown>[] {
    const [first] = found
    const isOld = first !== undefined && first.length !== columns.length
    const names = isOld ? namesOf(this.#database.prepare(sql)) : columns
    if (isOld) this.#statements.delete(sql)
    return found.map((values) => toRow(names, values))
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    if (this.#statements.size >= CACHED_STATEMENTS_MAX) this.#statements.clear()
    const prepared = prepare(this.#database, sql)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Rows as arrays: libsql takes twice as long to make objects. */
function prepare(database: Database.Database, sql: string): Prepared {
  const statement = database.prepare(sql)
  if (!statement.reader) return { statement, columns: null, isSingle: false }
  statement.raw()
  return { statement, columns: namesOf(statement), isSingle: /\blimit 1$/u.test(sql) }
}

const namesOf = (statement: Database.Statement): string[] => statement.columns().map(({ name }) => name)

function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
  return row
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
  )
}
