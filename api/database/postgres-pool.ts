import { Pool, Query, types } from 'pg'
import type { ClientBase, Connection, CustomTypesConfig, QueryConfig, Submittable } from 'pg'
import { Socket } from 'node:net'

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
    stream: socketWithIdleTimeout,
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

/** What the driver's declarations leave out. */
declare module 'pg' {
  interface ClientBase {
    /** Of the server's process; of nothing that exists where a pooler answers in the server's place. */
    readonly processID: number | null
  }
  interface Query {
    text: string
    callback?: (error: Error | undefined, result: unknown) => void
    handleDataRow(message: unknown): void
    handleCommandComplete(message: unknown, connection: Connection): void
  }
}

export interface ConnectionLimits {
  statementTimeoutMs: number
  idleInTransactionMs: number
  connectTimeoutMs: number
}

type Callback = (error: Error | undefined, result: unknown) => void

/** A pooler between would keep what is set for the session on a connection that another process gets next. */
const SET_FOR_SESSION = `select case when pg_backend_pid() = $1 then
  set_config('statement_timeout', $2, false) || set_config('idle_in_transaction_session_timeout', $3, false) end as direct`

/**
 * Sets the time limits of a new connection: for its session where it leads to the server itself, else at the beginning of
 * each transaction and before each single statement.
 */
export async function guardConnection(client: ClientBase, limits: ConnectionLimits): Promise<void> {
  const { statementTimeoutMs, idleInTransactionMs, connectTimeoutMs } = limits
  const statement = {
    text: SET_FOR_SESSION,
    values: [client.processID, String(statementTimeoutMs), String(idleInTransactionMs)],
    // A pooler takes connections while the server behind it is away.
    query_timeout: connectTimeoutMs,
  }
  const { rows } = await client.query<{ direct: string | null }>(statement)
  if (rows[0]?.direct === null) guardStatements(client, limits)
}

/** Makes every statement of the connection carry its limits. */
function guardStatements(client: ClientBase, limits: ConnectionLimits): void {
  const send = client.query.bind(client)
  const query = (
    config: string | QueryConfig | Submittable,
    values?: unknown[] | Callback,
    callback?: Callback,
  ): unknown => {
    if (typeof config === 'object' && 'submit' in config) return send(config)
    const given = typeof values === 'function' ? { callback: values } : { values, callback }
    const made = new Query(unnamed(config), given.values ?? undefined, given.callback)
    prependLimits(made, client, limits)
    if (made.callback !== undefined) return void send(made)
    return new Promise((resolve, reject) => {
      made.callback = (error, result) => (error ? reject(error) : resolve(result))
      send(made)
    })
  }
  Object.assign(client, { query })
}

/** A statement that is prepared under a name is unknown to the next server connection. */
function unnamed(config: string | QueryConfig): string | QueryConfig {
  if (typeof config === 'string') return config
  const { name: _, ...rest } = config
  return rest
}

/**
 * Sends the limits in the same message as the statement, so both are in one transaction and on one server connection,
 * and drops what the server answers to them. Within a transaction that is open they hold already.
 */
function prependLimits(query: Query, client: ClientBase, limits: ConnectionLimits): void {
  // Called with `query` as `this`, below.
  // oxlint-disable-next-line typescript/unbound-method
  const { submit, handleDataRow, handleCommandComplete } = query
  let pending = 0
  Object.assign(query, {
    submit(connection: Connection) {
      if (client.getTransactionStatus() !== 'I') return submit.call(query, connection)
      connection.stream.cork()
      pending = hasValues(query) ? writeLimits(connection, limits) : prefixLimits(query, limits)
      const refused = submit.call(query, connection)
      connection.stream.uncork()
      return refused
    },
    handleDataRow(message: unknown) {
      if (pending === 0) handleDataRow.call(query, message)
    },
    handleCommandComplete(message: unknown, connection: Connection) {
      if (pending > 0) pending -= 1
      else handleCommandComplete.call(query, message, connection)
    },
  })
}

const hasValues = (query: Query): boolean => 'values' in query && Array.isArray(query.values) && query.values.length > 0

/** Without parameters more than one statement goes in one message. @returns how many statements were added */
function prefixLimits(query: Query, { statementTimeoutMs, idleInTransactionMs }: ConnectionLimits): number {
  const prefix = `set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionMs}; `
  query.text = prefix + query.text
  return 2
}

/** With parameters each has messages of its own, and the transaction lasts until the one that ends them all. */
function writeLimits(connection: Connection, { statementTimeoutMs }: ConnectionLimits): number {
  const text = `select set_config('statement_timeout', '${statementTimeoutMs}', true)`
  connection.parse({ text, name: '', types: [] }, true)
  connection.bind({}, true)
  connection.execute(null, true)
  return 1
}

/** Longer than any statement may take: who hears nothing for so long waits for a server that stands still, or is cut off. */
const SILENCE_MAX_MS = 25_000

/**
 * A connection to a database that ends when nothing comes or goes for too long. The server's own limits do not help while it
 * stands still itself; and a connection of which nobody knows where it stands must not go back to the others. One that nobody
 * uses is given up earlier, by its pool.
 */
export function socketWithIdleTimeout(): Socket {
  const socket = new Socket()
  socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy(new Error('Connection terminated: the database is silent')))
  return socket
}

/** How a client of PostgreSQL reads whole numbers: it would give those of 8 bytes as text. */
export const integersAs = (read: (text: string) => number | bigint): CustomTypesConfig => ({
  getTypeParser: (type, format) => {
    if (type === types.builtins.INT8 || type === types.builtins.INT4) return read
    return format === 'binary' ? types.getTypeParser(type, 'binary') : types.getTypeParser(type, 'text')
  },
})
