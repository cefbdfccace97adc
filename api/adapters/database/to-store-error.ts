import { ApiError } from '../../domain/api-error'
import { UniqueConstraintError } from '../../domain/unique-constraint-error'

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** SQLite's result codes for "not now" and "not on this disk"; extended codes begin with one of them. */
const unavailableCode = /^SQLITE_(?:BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOTADB|CORRUPT|NOMEM)/u

/** What a handler can tell apart: a value that is taken, a database that cannot answer, and everything else. */
export function toStoreError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (uniqueCodes.has(code)) return new UniqueConstraintError(error)
  const closed = error instanceof TypeError && error.message.includes('connection is not open')
  return closed || unavailableCode.test(code) ? new ApiError('service-unavailable', { cause: error }) : error
}
