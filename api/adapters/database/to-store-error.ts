import { ApiError, UniqueConstraintError } from '../../lib/errors'

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
