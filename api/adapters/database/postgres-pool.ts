import { Pool } from 'pg'
import { impatientSocket } from './impatient-socket'
import { guardConnection } from './postgres-guards'

export interface PostgresPoolOptions {
  /** `postgres://user:password@host:port/database`, of a PostgreSQL server or of a pooler before one. */
  url: string
  /** How many connections the pool opens at most. They are opened when they are needed. */
  max: number
  /** The server ends a statement that takes longer. */
  statementTimeoutMs: number
  /** What `pg_stat_activity` shows, after "membership": `limits` for one. */
  name?: string
  /** How long a caller waits for a connection. */
  connectTimeoutMs?: number
}

/** A process that stops in the middle of a transaction must not keep its locks from all others. */
const IDLE_IN_TRANSACTION_MS = 20_000
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Opens every pool of connections to PostgreSQL that a server has. The time limits hold for each statement and transaction,
 * directly and behind PgBouncer in session and in transaction mode: none of them is a startup parameter, which poolers refuse.
 * Behind a pooler a statement's `name` is ignored, because the next statement may reach another server connection.
 */
export function createPostgresPool(options: PostgresPoolOptions): Pool {
  const { url, max, statementTimeoutMs, name, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options
  const limits = { statementTimeoutMs, idleInTransactionMs: IDLE_IN_TRANSACTION_MS, connectTimeoutMs }
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    stream: impatientSocket,
    application_name: name === undefined ? 'membership' : `membership ${name}`,
    // pg waits for the promise; its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => guardConnection(client, limits),
  })
  // A connection that ends while it is idle is replaced by the next one that is asked for.
  pool.on('error', () => {})
  // One that ends in the middle of work fails that work, and must not end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
