import type { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { checkParameters } from './check-parameters'
import { toStoreError } from './to-store-error'

/**
 * A dialect of Kysely that keeps the rules of this program: inside a transaction no other connection is taken (it could
 * wait for the transaction that waits for it), parameters are of the kinds that every engine binds faithfully, and errors
 * are the store's.
 */
export function guardedDialect(dialect: Dialect, insideTransaction: AsyncLocalStorage<true>): Dialect {
  return {
    createDriver: () => guardDriver(dialect.createDriver(), insideTransaction),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function guardDriver(driver: Driver, insideTransaction: AsyncLocalStorage<true>): Driver {
  const guarded = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (...options) => {
    if (insideTransaction.getStore())
      throw new Error('Inside a transaction only the repositories that it was given may be used.')
    const connection = await acquire(...options).catch(rethrow)
    // The driver hands out the same connection again and again.
    if (!guarded.has(connection)) guardConnection(connection)
    guarded.add(connection)
    return connection
  }
  return driver
}

function guardConnection(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query, ...options) => {
    checkParameters(query.parameters)
    return execute<never>(query, ...options).catch(rethrow)
  }
}

function rethrow(error: unknown): never {
  throw toStoreError(error)
}
