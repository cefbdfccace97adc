import { CompiledQuery } from 'kysely'
import type { DatabaseConnection, Driver } from 'kysely'
import { LibsqlConnection } from './libsql-connection'
import type { LibsqlDialectOptions } from './libsql-dialect'
import { Turnstile } from './turnstile'

/**
 * One connection, passed from hand to hand: libsql is synchronous, so a second connection in this process could only
 * block the thread that the first one needs to finish its transaction.
 */
export class LibsqlDriver implements Driver {
  readonly #options: LibsqlDialectOptions
  readonly #connection: LibsqlConnection
  readonly #turnstile = new Turnstile()
  #leave: () => void = () => {}

  constructor(options: LibsqlDialectOptions) {
    this.#options = options
    this.#connection = new LibsqlConnection(options.database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    // It would wait for the transaction that waits for it.
    if (this.#options.insideTransaction.getStore()) {
      throw new Error('Inside a transaction only the repositories that it was given may be used.')
    }
    this.#leave = await this.#turnstile.enter()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#leave()
  }

  /** `immediate` takes the write lock at once: upgrading a read lock later could fail half-way. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk, for one, makes SQLite roll back by itself.
    if (this.#options.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    const leave = await this.#turnstile.enter()
    this.#connection.close()
    leave()
  }
}
