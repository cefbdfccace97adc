import Database from 'libsql'
import type { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
} from 'kysely'
import type { PrepareLookup, Values } from './lookup'
import { setTimeout as pause } from 'node:timers/promises'
import { LibsqlConnection } from './libsql-connection'
import { Mutex } from '../lib/concurrency'

export interface LibsqlDialectOptions {
  database: Database.Database
  /** Set while the work of a transaction runs. */
  insideTransaction: AsyncLocalStorage<true>
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

  // Kysely's interface gives the schema type as `any`.
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

/** Uneven, so that two processes do not always meet; short, because a commit takes no longer. */
const PAUSE_MIN_MS = 5
const PAUSE_MAX_MS = 25

/**
 * One connection, passed from hand to hand: libsql is synchronous, so a second connection in this process could only
 * block the thread that the first one needs to finish its transaction.
 */
export class LibsqlDriver implements Driver {
  readonly #options: LibsqlDialectOptions
  readonly #connection: LibsqlConnection
  readonly #mutex = new Mutex()
  #leave: () => void = () => {}

  constructor(options: LibsqlDialectOptions) {
    this.#options = options
    this.#connection = new LibsqlConnection(options.database, () => this.#letOthersIn())
  }

  async init(): Promise<void> {}

  /** See `Lookup`. */
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

  /** It would wait for the transaction that waits for it. */
  #refuseInsideTransaction(): void {
    if (this.#options.insideTransaction.getStore())
      throw new Error('Inside a transaction only its own `Tx` may be used.')
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
    // A full disk, for one, makes SQLite roll back by itself.
    if (this.#options.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    const leave = await this.#mutex.enter()
    this.#connection.close()
    leave()
  }

  /** Who waits for another process's lock holds none itself: meanwhile others may at least read. */
  async #letOthersIn(): Promise<void> {
    this.#leave()
    await pause(PAUSE_MIN_MS + Math.random() * (PAUSE_MAX_MS - PAUSE_MIN_MS))
    this.#leave = await this.#mutex.enter()
  }
}

/** How long opening and migrating wait for another process that holds the database; nobody is served yet. */
const BUSY_TIMEOUT_MS = 5_000

/** Opens one connection on which an acknowledged commit has reached the disk. */
export function openFile(file: string): Database.Database {
  const database = new Database(file)
  // The timeout comes first: switching to WAL needs a lock, and two processes may start at the same moment.
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return database
}

/** From now on a lock is reported at once: SQLite's waiting would stop the whole process. */
export function reportLocksAtOnce(database: Database.Database): void {
  database.pragma('busy_timeout = 0')
}
