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
]

/** A sentence's end for an error that comes from the database or was caused by one; null for every other error. */
export function openDatabaseProblem(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    const known = reasons.find(([prefix]) => code.startsWith(prefix))
    if (known) return known[1]
    if (code.startsWith('SQLITE_')) return cause.message.split('\n')[0] ?? code
  }
  return null
}

/** Why a database or a folder cannot be used, as a sentence's end: what is known of the error, else its first line. */
export function whyUnusable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return openDatabaseProblem(error) ?? message.split('\n')[0] ?? message
}
