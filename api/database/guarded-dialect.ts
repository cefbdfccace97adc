import type { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import { toStoreError } from './errors'
import { ApiError } from '../lib/errors'

export interface GuardedDialectOptions {
  insideTransaction: AsyncLocalStorage<true>
  /** The statement that opens a transaction, or several in one message. A function is called each time. */
  begin: string | (() => string)
}

/**
 * Enforces the rules of this program: no second connection inside a transaction (deadlock), only parameters that both engines bind
 * faithfully, and the store's own errors.
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
    if (insideTransaction.getStore()) throw new Error('Inside a transaction, use only its own `Tx`.')
    const connection = await acquire(...options).catch(rethrow)
    // The driver returns the same connection again and again.
    if (!guarded.has(connection)) guardConnection(connection, failures)
    guarded.add(connection)
    return connection
  }
  driver.beginTransaction = async (connection) => {
    failures.delete(connection)
    try {
      await connection.executeQuery(CompiledQuery.raw(typeof begin === 'string' ? begin : begin()))
    } catch (error) {
      // It may be open although its second statement failed, and the connection returns to the pool.
      await driver.rollbackTransaction(connection).catch(() => {})
      throw error
    }
  }
  const commit = driver.commitTransaction.bind(driver)
  driver.commitTransaction = async (connection) => {
    // After a failed statement PostgreSQL rolls back, yet reports success for `commit`.
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
 * Refuses what libsql 0.5 binds wrongly: a boolean crashes the process, `undefined` and NaN become null, text is cut at NUL.
 * @throws ApiError `invalid-field-value` for a text with NUL, which comes from outside; TypeError naming the kind of any other value, which
 * is a defect
 */
export function checkParameters(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (value === null || (typeof value === 'number' && Number.isFinite(value))) continue
    if (typeof value === 'string' && value.includes('\u0000')) throw new ApiError('invalid-field-value')
    if (typeof value === 'string') continue
    throw new TypeError(`Query parameters of this type cannot be stored: ${typeof value}.`)
  }
}
