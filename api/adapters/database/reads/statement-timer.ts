import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/** How long the statements of a read have taken, the one that runs included. What happens between them does not count. */
export class StatementTimer {
  #totalMs = 0
  #startedAt: number | null = null

  reset(): void {
    this.#totalMs = 0
    this.#startedAt = null
  }

  get usedMs(): number {
    return this.#totalMs + (this.#startedAt === null ? 0 : performance.now() - this.#startedAt)
  }

  /** The same dialect, with statements that are timed. It has one connection at a time. */
  time(dialect: Dialect): Dialect {
    return {
      createDriver: () => this.#timeDriver(dialect.createDriver()),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    }
  }

  #timeDriver(driver: Driver): Driver {
    const timed = new WeakSet<DatabaseConnection>()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (...options) => {
      const connection = await acquire(...options)
      if (!timed.has(connection)) this.#timeConnection(connection)
      timed.add(connection)
      return connection
    }
    return driver
  }

  #timeConnection(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query, ...options) => {
      this.#startedAt = performance.now()
      try {
        return await execute<never>(query, ...options)
      } finally {
        this.#totalMs = this.usedMs
        this.#startedAt = null
      }
    }
  }
}
