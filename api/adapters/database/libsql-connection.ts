import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type Database from 'libsql'
import { checkParameters } from './check-parameters'
import { toStoreError } from './to-store-error'

/** Far more than the program has different statements; `where id in (…)` lists of changing length are the reason for a bound. */
const CACHED_STATEMENTS_MAX = 500

type Statement = Database.Statement

export class LibsqlConnection implements DatabaseConnection {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database.Database) {
    this.#database = database
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    checkParameters(parameters)
    try {
      const statement = this.#prepare(sql)
      // `all`, never `get`: libsql's `get` adds a `_metadata` column of its own.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's author knows the type of its rows
      if (statement.reader) return { rows: statement.all(...parameters) as R[] }
      return { numAffectedRows: BigInt(statement.run(...parameters).changes), rows: [] }
    } catch (error) {
      throw toStoreError(error)
    }
  }

  streamQuery(): never {
    throw new Error('Streaming would keep the one connection from everybody else.')
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): Statement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    if (this.#statements.size >= CACHED_STATEMENTS_MAX) this.#statements.clear()
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
