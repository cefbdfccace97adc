import { Pool, Query, types } from 'pg'
import type { ClientBase, Connection, CustomTypesConfig, QueryConfig, Submittable } from 'pg'
import { Socket } from 'node:net'

export interface PostgresPoolOptions {
  /** `postgres://user:password@host:port/database`, of PostgreSQL or a pooler. */
  url: string
  /** Maximum connections, opened on demand. */
  max: number
  /** The server cancels slower statements. */
  statementTimeoutMs: number
  /** Suffix of the name in `pg_stat_activity`, such as `limits`. */
  name?: string
  connectTimeoutMs?: number
}

/** A process that hangs in a transaction must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 20_000
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Creates every PostgreSQL pool of a server. The time limits also work behind PgBouncer in session and transaction mode: none is a startup
 * parameter, which poolers refuse. Behind a pooler the `name` of a statement is ignored, because server connections change.
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
  // The pool replaces an idle connection that ends.
  pool.on('error', () => {})
  // A connection that fails mid-work fails that work, not the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

declare module 'pg' {
  interface ClientBase {
    /** The server's process ID; with a pooler, no existing process. */
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

/** Behind a pooler, session settings would leak to another process. */
const SET_FOR_SESSION = `select case when pg_backend_pid() = $1 then
  set_config('statement_timeout', $2, false) || set_config('idle_in_transaction_session_timeout', $3, false) end as direct`

/** Sets the limits for the session on a direct connection, else at the start of each transaction and before each single statement. */
async function guardConnection(client: ClientBase, limits: ConnectionLimits): Promise<void> {
  const { statementTimeoutMs, idleInTransactionMs, connectTimeoutMs } = limits
  const statement = {
    text: SET_FOR_SESSION,
    values: [client.processID, String(statementTimeoutMs), String(idleInTransactionMs)],
    // A pooler accepts connections even while its server is away.
    query_timeout: connectTimeoutMs,
  }
  const { rows } = await client.query<{ direct: string | null }>(statement)
  if (rows[0]?.direct === null) guardStatements(client, limits)
}

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

/** The next server connection does not know prepared names. */
function unnamed(config: string | QueryConfig): string | QueryConfig {
  if (typeof config === 'string') return config
  const { name: _, ...rest } = config
  return rest
}

/**
 * Sends limits and statement in one message, so in one transaction and on one server connection; drops the responses to the limits. Not
 * needed in an open transaction, which has them.
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

/** Without parameters, one message can have several statements. @returns how many were added */
function prefixLimits(query: Query, { statementTimeoutMs, idleInTransactionMs }: ConnectionLimits): number {
  const prefix = `set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionMs}; `
  query.text = prefix + query.text
  return 2
}

/** With parameters, each statement has its own messages; the transaction lasts until the final sync. */
function writeLimits(connection: Connection, { statementTimeoutMs }: ConnectionLimits): number {
  const text = `select set_config('statement_timeout', '${statementTimeoutMs}', true)`
  connection.parse({ text, name: '', types: [] }, true)
  connection.bind({}, true)
  connection.execute(null, true)
  return 1
}

/** Longer than any statement: after so much silence the server hangs or is unreachable. */
const SILENCE_MAX_MS = 25_000

/**
 * Ends a silent connection. The server's own limits do not help when it hangs, and a connection in an unknown state must not return to the
 * pool. Its pool closes an unused one earlier.
 */
function socketWithIdleTimeout(): Socket {
  const socket = new Socket()
  socket.setTimeout(SILENCE_MAX_MS, () =>
    socket.destroy(new Error('Connection terminated: no response from the database')),
  )
  return socket
}

/** Parses integers; `pg` returns 8-byte ones as text. */
export const integersAs = (read: (text: string) => number | bigint): CustomTypesConfig => ({
  getTypeParser: (type, format) => {
    if (type === types.builtins.INT8 || type === types.builtins.INT4) return read
    return format === 'binary' ? types.getTypeParser(type, 'binary') : types.getTypeParser(type, 'text')
  },
})
