import type Database from 'libsql'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { checkParameters } from './guarded-dialect'
import type { Values } from './lookup'
import { toStoreError } from './errors'

/** Far more than the program has different statements; `where id in (…)` lists of changing length are the reason for a bound. */
const CACHED_STATEMENTS_MAX = 500

/** How long a request waits for another process that holds the database. */
const BUSY_WAIT_MS = 5_000

/** A prepared statement, and what libsql takes long to say of it each time. */
interface Prepared {
  statement: Database.Statement
  /** Names of the columns; null where it answers no rows. */
  columns: readonly string[] | null
  /** Whether it says itself that one row is all that is wanted: asking for one is quicker than asking for a list. */
  isSingle: boolean
}

export class LibsqlConnection implements DatabaseConnection {
  readonly #database: Database.Database
  readonly #letOthersIn: () => Promise<void>
  readonly #statements = new Map<string, Prepared>()

  /** @param letOthersIn lends the connection to whoever waits for it and resolves, a little later, when it is back */
  constructor(database: Database.Database, letOthersIn: () => Promise<void>) {
    this.#database = database
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

  /** The first row of a read, once no other process is in the way. */
  async look(sql: string, parameters: readonly unknown[]): Promise<Values | undefined> {
    try {
      return await this.#whenFree(() => this.#look(sql, parameters))
    } catch (error) {
      throw toStoreError(error)
    }
  }

  /** The same at once. @returns null where another process is in the way */
  lookNow(sql: string, parameters: readonly unknown[]): Values | undefined | null {
    try {
      return this.#look(sql, parameters)
    } catch (error) {
      if (isBusy(error)) return null
      throw toStoreError(error)
    }
  }

  /** `immediate` takes the write lock at once: upgrading a read lock later could fail half-way. */
  async begin(): Promise<void> {
    try {
      await this.#begin()
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

  /**
   * A prepared statement that meets a lock stays open in libsql, and while it does, SQLite commits nothing of what is
   * acknowledged after it. So only `begin`, which `exec` prepares and throws away, may ever meet one.
   */
  async #runAlone<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    await this.#begin()
    try {
      const result = this.#run<R>(sql, parameters)
      this.#database.exec('commit')
      return result
    } catch (error) {
      // A full disk, for one, makes SQLite roll back by itself.
      if (this.#database.inTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  #begin(): Promise<unknown> {
    return this.#whenFree(() => this.#database.exec('begin immediate'))
  }

  /** SQLite's own waiting would stop the whole process, because libsql is synchronous. */
  async #whenFree<T>(work: () => T): Promise<T> {
    for (const deadline = Date.now() + BUSY_WAIT_MS; ; await this.#letOthersIn()) {
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

  /** SQLite prepares a statement anew, on its own, when somebody has changed the schema; then its columns may be others. */
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

/** Rows come as lists: libsql takes twice as long to make objects of them. */
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
