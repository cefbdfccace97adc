import type { AsyncLocalStorage } from 'node:async_hooks'
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { DatabaseIntrospector, Dialect, DialectAdapter, Driver, Kysely, QueryCompiler } from 'kysely'
import type Database from 'libsql'
import { LibsqlDriver } from './libsql-driver'
import type { PrepareLookUp } from './look-up'

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

  readonly prepareLookUp: PrepareLookUp = (sql) => (parameters) => this.#driver.look(sql, parameters)

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
