import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { DatabaseConnection, Driver } from 'kysely'
import { LibsqlConnection } from './libsql-connection'
import type { LibsqlDialectOptions } from './libsql-dialect'
import type { Values } from './look-up'
import { Mutex } from '../../lib/concurrency'

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

  /** See `LookUp`. */
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
