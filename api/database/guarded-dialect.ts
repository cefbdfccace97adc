import type { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { toStoreError } from './errors'
import { ApiError } from '../lib/errors'

export interface GuardedDialectOptions {
  /** Set while the work of a transaction runs. */
  insideTransaction: AsyncLocalStorage<true>
  /** What opens a transaction; more than one statement goes in one message. A function is called for each. */
  begin: string | (() => string)
}

/**
 * A dialect of Kysely that keeps the rules of this program: inside a transaction no other connection is taken (it could
 * wait for the transaction that waits for it), parameters are of the kinds that every engine binds faithfully, and errors
 * are the store's.
 */
export function guardedDialect(dialect: Dialect, options: GuardedDialectOptions): Dialect {
  return {
    createDriver: () => guardDriver(dialect.createDriver(), options),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function guardDriver(driver: Driver, { insideTransaction, begin }: GuardedDialectOptions): Driver {
  const guarded = new WeakSet<DatabaseConnection>()
  const failures = new WeakMap<DatabaseConnection, unknown>()
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (...options) => {
    if (insideTransaction.getStore()) throw new Error('Inside a transaction only its own `Tx` may be used.')
    const connection = await acquire(...options).catch(rethrow)
    // The driver hands out the same connection again and again.
    if (!guarded.has(connection)) guardConnection(connection, failures)
    guarded.add(connection)
    return connection
  }
  driver.beginTransaction = async (connection) => {
    failures.delete(connection)
    try {
      await connection.executeQuery(CompiledQuery.raw(typeof begin === 'string' ? begin : begin()))
    } catch (error) {
      // It may have opened before its second statement failed, and the connection goes back to the others.
      await driver.rollbackTransaction(connection).catch(() => {})
      throw error
    }
  }
  const commit = driver.commitTransaction.bind(driver)
  driver.commitTransaction = async (connection) => {
    // PostgreSQL undoes a transaction of which a statement failed, and answers to `commit` as if all were well.
    if (failures.has(connection)) throw failures.get(connection)
    await commit(connection)
  }
  return driver
}

function guardConnection(connection: DatabaseConnection, failures: WeakMap<DatabaseConnection, unknown>): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query, ...options) => {
    checkParameters(query.parameters)
    try {
      return await execute<never>(query, ...options)
    } catch (error) {
      const told = toStoreError(error)
      failures.set(connection, told)
      throw told
    }
  }
}

function rethrow(error: unknown): never {
  throw toStoreError(error)
}

/**
 * Refuses what libsql 0.5 does not bind faithfully: a boolean ends the whole process, `undefined` and NaN become null,
 * and a text is cut at a NUL character (PostgreSQL refuses it). Such a text comes from outside, the others from a fault
 * of ours.
 *
 * @throws ApiError `invalid-field-value` for a text; TypeError naming the kind of any other value, never the value
 */
export function checkParameters(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (value === null || (typeof value === 'number' && Number.isFinite(value))) continue
    if (typeof value === 'string' && value.includes('\u0000')) throw new ApiError('invalid-field-value')
    if (typeof value === 'string') continue
    throw new TypeError(`A query parameter of this kind cannot be stored: ${typeof value}.`)
  }
}
