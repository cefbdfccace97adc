import { ApiError, UniqueConstraintError } from '../lib/errors'

/** Why something is not done to a database: one line for whoever asked, without a secret. Nothing was changed. */
export class DatabaseRefusal extends Error {
  override readonly name: string = 'DatabaseRefusal'
  /** See `ConfigError`. */
  readonly expected = true
}

/** SQLite's and PostgreSQL's. */
const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** SQLite's result codes for "not now" and "not on this disk"; extended codes begin with one of them. */
const sqliteUnavailable = /^SQLITE_(?:BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOTADB|CORRUPT|NOMEM)/u

/**
 * PostgreSQL's classes of the same: connection lost, not possible on a standby, read only, not let in, out of something, stopped by an operator, an error
 * of its system; and what Node says of a connection.
 */
const postgresUnavailable = /^(?:08|0A000|25006|28|3D000|53|57|58|E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|NOTFOUND))/u

/** What a handler can tell apart: a value that is taken, a database that cannot answer, and everything else. */
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

const SILENT = 'the database server does not answer in time.'
const ENDED = 'the database server ended the connection.'
const UNTRUSTED = 'nobody whom this machine trusts has signed the certificate of the database server.'
const NO_TLS = 'no TLS connection to the database server comes about.'

/** What waiting may fix: a start goes on by itself once it is over. */
const PASSES = 'passes'

/** SQLite's result codes, PostgreSQL's and Node's → what the owner of the machine can look for. */
const reasons: readonly (readonly [prefix: string, reason: string, passes?: typeof PASSES])[] = [
  ['SQLITE_BUSY', 'the database is locked by another process.'],
  ['SQLITE_LOCKED', 'the database is locked by another process.'],
  ['SQLITE_READONLY', 'the database or its folder is not writable.'],
  ['SQLITE_CANTOPEN', 'the database cannot be opened. Check that its folder and files are readable and writable.'],
  ['SQLITE_FULL', 'the disk is full.'],
  ['SQLITE_IOERR', 'the disk reports an error.'],
  ['SQLITE_NOTADB', 'membership.db is not a database.'],
  ['SQLITE_CORRUPT', 'the database is damaged.'],
  ['28', 'the database server refuses this user or password.'],
  ['3D000', 'the database server has no database of this name.'],
  ['53', 'the database server has no connection, memory or disk left.', PASSES],
  ['57P', 'the database server is starting or stopping.', PASSES],
  // A standby that is about to be promoted, for one.
  ['25006', 'the database can only be read.', PASSES],
  ['42501', 'this user may not change the database.'],
  ['08', ENDED, PASSES],
  ['ECONNREFUSED', 'no database server answers there.', PASSES],
  // Names of containers, and of machines whose network starts later, are unknown at first.
  ['ENOTFOUND', 'there is no machine of this name.', PASSES],
  ['EAI_AGAIN', 'there is no machine of this name.', PASSES],
  ['EHOSTUNREACH', 'the machine of the database server cannot be reached.', PASSES],
  ['EHOSTDOWN', 'the machine of the database server cannot be reached.', PASSES],
  ['ENETUNREACH', 'the machine of the database server cannot be reached.', PASSES],
  ['ETIMEDOUT', SILENT, PASSES],
  ['ECONNRESET', ENDED, PASSES],
  ['EPIPE', ENDED, PASSES],
  ['CERT_HAS_EXPIRED', 'the certificate of the database server has expired.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the database server is for another name.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_', UNTRUSTED],
  ['CERT_', UNTRUSTED],
  ['EPROTO', NO_TLS],
  ['ERR_SSL_', NO_TLS],
]

/** Errors to which the driver gives no code. */
const reasonsOfMessages: readonly (readonly [message: RegExp, reason: string, passes?: typeof PASSES])[] = [
  [/^The server does not support SSL connections/u, 'the database server knows no TLS, and sslmode asks for it.'],
  [/^There was an error establishing an SSL connection/u, NO_TLS],
  [/^SASL/u, 'the database server refuses this user or password.'],
  [/^timeout (?:expired|exceeded when trying to connect)|^Query read timeout/u, SILENT, PASSES],
  [/^Connection terminated/u, ENDED, PASSES],
]

/** PgBouncer gives one code to everything that it says itself, and to what the server says to it while it logs in there. */
const POOLER_CODE = '08P01'

/** Of those, what somebody has to set in another way. The rest passes: a server behind it that is away, all places taken. */
const poolerHints: readonly (readonly [message: RegExp, hint: string])[] = [
  [
    /unsupported startup parameter/u,
    'Take the parameter out of DATABASE_URL, or name it in ignore_startup_parameters of PgBouncer.',
  ],
  [/statement pooling/u, 'Set pool_mode of PgBouncer to transaction or session.'],
  [
    /authentication failed|auth failed|not permitted to log in|pg_hba/u,
    'Check user and password, here and in PgBouncer.',
  ],
  [/no such (?:database|user)|does not exist/u, 'Check the names in DATABASE_URL and in pgbouncer.ini.'],
]
const MAX_CLIENTS = [/max_client_conn|max_(?:db|user)_connections/u, 'Raise this limit of PgBouncer.'] as const

interface DatabaseProblem {
  /** A sentence's end. */
  reason: string
  passes: boolean
}

/** What the database, its driver or a pooler says, without anything that we know of it. */
function poolerProblem(message: string): DatabaseProblem {
  const fix = poolerHints.find(([pattern]) => pattern.test(message))
  const hint = fix ?? (MAX_CLIENTS[0].test(message) ? MAX_CLIENTS : undefined)
  const said = `the database server or its pooler says “${message.split('\n')[0]}”.`
  return { reason: hint ? `${said} ${hint[1]}` : said, passes: fix === undefined }
}

function findProblem(error: unknown): DatabaseProblem | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    const { message } = cause
    if (code === POOLER_CODE) return poolerProblem(message)
    const known = reasons.find(([prefix]) => code.startsWith(prefix))
    const told = known ?? (code === '' ? reasonsOfMessages.find(([pattern]) => pattern.test(message)) : undefined)
    if (told) return { reason: told[1], passes: told[2] === PASSES }
    if (code.startsWith('SQLITE_')) return { reason: message.split('\n')[0] ?? code, passes: false }
  }
  return null
}

/** A sentence's end for an error that comes from the database or was caused by one; null for every other error. */
export const openDatabaseProblem = (error: unknown): string | null => findProblem(error)?.reason ?? null

/** Whether an error says that a database server is not there now: not that a setting is wrong. */
export const isDatabaseAway = (error: unknown): boolean => findProblem(error)?.passes ?? false

/** Why a database or a folder cannot be used, as a sentence's end: what is known of the error, else its first line. */
export function whyUnusable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return openDatabaseProblem(error) ?? message.split('\n')[0] ?? message
}
