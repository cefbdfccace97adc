const SILENT = 'the database server does not answer in time.'
const ENDED = 'the database server ended the connection.'
const UNTRUSTED = 'nobody whom this machine trusts has signed the certificate of the database server.'
const NO_TLS = 'no TLS connection to the database server comes about.'

/** SQLite's result codes, PostgreSQL's and Node's → what the owner of the machine can look for. */
const reasons: readonly (readonly [prefix: string, reason: string])[] = [
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
  ['53', 'the database server has no connection, memory or disk left.'],
  ['57P', 'the database server is starting or stopping.'],
  ['25006', 'the database can only be read.'],
  ['42501', 'this user may not change the database.'],
  ['ECONNREFUSED', 'no database server answers there.'],
  ['ENOTFOUND', 'there is no machine of this name.'],
  ['EAI_AGAIN', 'there is no machine of this name.'],
  ['EHOSTUNREACH', 'the machine of the database server cannot be reached.'],
  ['ENETUNREACH', 'the machine of the database server cannot be reached.'],
  ['ETIMEDOUT', SILENT],
  ['ECONNRESET', ENDED],
  ['EPIPE', ENDED],
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
const reasonsOfMessages: readonly (readonly [message: RegExp, reason: string])[] = [
  [/^The server does not support SSL connections/u, 'the database server knows no TLS, and sslmode asks for it.'],
  [/^There was an error establishing an SSL connection/u, NO_TLS],
  [/^SASL/u, 'the database server refuses this user or password.'],
  [/^timeout (?:expired|exceeded when trying to connect)/u, SILENT],
  [/^Connection terminated/u, ENDED],
]

/** A sentence's end for an error that comes from the database or was caused by one; null for every other error. */
export function openDatabaseProblem(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    const known = reasons.find(([prefix]) => code.startsWith(prefix))
    if (known) return known[1]
    const { message } = cause
    const told = code === '' && reasonsOfMessages.find(([pattern]) => pattern.test(message))
    if (told) return told[1]
    if (code.startsWith('SQLITE_')) return message.split('\n')[0] ?? code
  }
  return null
}

/** Why a database or a folder cannot be used, as a sentence's end: what is known of the error, else its first line. */
export function whyUnusable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return openDatabaseProblem(error) ?? message.split('\n')[0] ?? message
}
