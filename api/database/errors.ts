import { ApiError, UniqueConstraintError } from '../lib/errors'

/** An operation on a database was refused; nothing has changed. The message is one line without secrets. */
export class DatabaseRefusal extends Error {
  override readonly name: string = 'DatabaseRefusal'
  readonly expected = true
}

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** SQLite result codes for "busy" and "disk failed"; extended codes start with one of them. */
const sqliteUnavailable = /^SQLITE_(?:BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOTADB|CORRUPT|NOMEM)/u

/**
 * PostgreSQL classes for the same: connection lost, standby, read only, login refused, out of resources, stopped by an operator, system
 * error; then Node's connection errors.
 */
const postgresUnavailable = /^(?:08|0A000|25006|28|3D000|53|57|58|E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|NOTFOUND))/u

/** Maps driver errors: unique constraint, unavailable database, anything else unchanged. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (uniqueCodes.has(code)) return new UniqueConstraintError(error)
  const isUnavailable = sqliteUnavailable.test(code) || postgresUnavailable.test(code) || isLostConnection(error)
  return isUnavailable ? new ApiError('service-unavailable', { cause: error }) : error
}

/** The drivers give these no code. */
const isLostConnection = ({ message }: Error): boolean =>
  /connection is not open|Cannot use a pool|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/u.test(
    message,
  )

const SILENT = 'the database server timed out.'
const ENDED = 'the database server closed the connection.'
const UNTRUSTED = 'the certificate of the database server is not signed by a trusted authority.'
const NO_TLS = 'the TLS handshake with the database server failed.'

/** Temporary: the start retries until it is over. */
const PASSES = 'passes'

/** Result codes of SQLite, PostgreSQL and Node → the reason for the operator. */
const reasons: readonly (readonly [prefix: string, reason: string, passes?: typeof PASSES])[] = [
  ['SQLITE_BUSY', 'the database is locked by another process.'],
  ['SQLITE_LOCKED', 'the database is locked by another process.'],
  ['SQLITE_READONLY', 'the database or its folder is not writable.'],
  ['SQLITE_CANTOPEN', 'the database cannot be opened. Check that its folder and files are readable and writable.'],
  ['SQLITE_FULL', 'the disk is full.'],
  ['SQLITE_IOERR', 'the disk reported an error.'],
  ['SQLITE_NOTADB', 'membership.db is not a database.'],
  ['SQLITE_CORRUPT', 'the database is damaged.'],
  ['28', 'the database server rejected this user or password.'],
  ['3D000', 'the database server has no database with this name.'],
  ['53', 'the database server is out of connections, memory or disk space.', PASSES],
  ['57P', 'the database server is starting or shutting down.', PASSES],
  // A standby that is about to be promoted, for one.
  ['25006', 'the database is read-only.', PASSES],
  ['42501', 'this user has no permission to change the database.'],
  ['08', ENDED, PASSES],
  ['ECONNREFUSED', 'no database server is listening there.', PASSES],
  // Names of containers, and of machines whose network starts later, are unknown at first.
  ['ENOTFOUND', 'the host name does not resolve.', PASSES],
  ['EAI_AGAIN', 'the host name does not resolve.', PASSES],
  ['EHOSTUNREACH', 'the host of the database server is unreachable.', PASSES],
  ['EHOSTDOWN', 'the host of the database server is unreachable.', PASSES],
  ['ENETUNREACH', 'the host of the database server is unreachable.', PASSES],
  ['ETIMEDOUT', SILENT, PASSES],
  ['ECONNRESET', ENDED, PASSES],
  ['EPIPE', ENDED, PASSES],
  ['CERT_HAS_EXPIRED', 'the certificate of the database server has expired.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the database server is for a different host name.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_', UNTRUSTED],
  ['CERT_', UNTRUSTED],
  ['EPROTO', NO_TLS],
  ['ERR_SSL_', NO_TLS],
]

/** Driver errors without a code. */
const reasonsOfMessages: readonly (readonly [message: RegExp, reason: string, passes?: typeof PASSES])[] = [
  [
    /^The server does not support SSL connections/u,
    'the database server does not support TLS, but sslmode requires it.',
  ],
  [/^There was an error establishing an SSL connection/u, NO_TLS],
  [/^SASL/u, 'the database server rejected this user or password.'],
  [/^timeout (?:expired|exceeded when trying to connect)|^Query read timeout/u, SILENT, PASSES],
  [/^Connection terminated/u, ENDED, PASSES],
]

/** PgBouncer uses this code for all its own messages and for server errors during its login. */
const POOLER_CODE = '08P01'

/** Those that need a changed setting. Others are temporary: the server behind it is away, or all connections are taken. */
const poolerHints: readonly (readonly [message: RegExp, hint: string])[] = [
  [
    /unsupported startup parameter/u,
    'Remove the parameter from DATABASE_URL, or add it to ignore_startup_parameters of PgBouncer.',
  ],
  [/statement pooling/u, 'Set pool_mode of PgBouncer to transaction or session.'],
  [
    /authentication failed|auth failed|not permitted to log in|pg_hba/u,
    'Check the user and password, both here and in PgBouncer.',
  ],
  [/no such (?:database|user)|does not exist/u, 'Check the names in DATABASE_URL and in pgbouncer.ini.'],
]
const MAX_CLIENTS = [/max_client_conn|max_(?:db|user)_connections/u, 'Raise this limit of PgBouncer.'] as const

interface DatabaseProblem {
  /** End of a sentence. */
  reason: string
  passes: boolean
}

/** Quotes the database, driver or pooler, without the product's own data. */
function poolerProblem(message: string): DatabaseProblem {
  const fix = poolerHints.find(([pattern]) => pattern.test(message))
  const hint = fix ?? (MAX_CLIENTS[0].test(message) ? MAX_CLIENTS : undefined)
  const quote = `the database server or its pooler says “${message.split('\n')[0]}”.`
  return { reason: hint ? `${quote} ${hint[1]}` : quote, passes: fix === undefined }
}

function findProblem(error: unknown): DatabaseProblem | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    const { message } = cause
    if (code === POOLER_CODE) return poolerProblem(message)
    const known = reasons.find(([prefix]) => code.startsWith(prefix))
    const found = known ?? (code === '' ? reasonsOfMessages.find(([pattern]) => pattern.test(message)) : undefined)
    if (found) return { reason: found[1], passes: found[2] === PASSES }
    if (code.startsWith('SQLITE_')) return { reason: message.split('\n')[0] ?? code, passes: false }
  }
  return null
}

/** The end of a sentence; null for errors that the database did not cause. */
export const openDatabaseProblem = (error: unknown): string | null => findProblem(error)?.reason ?? null

/** The server is away, as opposed to a wrong setting. */
export const isDatabaseAway = (error: unknown): boolean => findProblem(error)?.passes ?? false

/** The end of a sentence: the known reason, else the error's first line. */
export function whyUnusable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return openDatabaseProblem(error) ?? message.split('\n')[0] ?? message
}
