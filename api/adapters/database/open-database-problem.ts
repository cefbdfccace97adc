/** SQLite's result codes → what the owner of the machine can look for. */
const reasons: readonly (readonly [prefix: string, reason: string])[] = [
  ['SQLITE_BUSY', 'the database is locked by another process.'],
  ['SQLITE_LOCKED', 'the database is locked by another process.'],
  ['SQLITE_READONLY', 'the database or its folder is not writable.'],
  ['SQLITE_CANTOPEN', 'the database cannot be opened. Check that its folder and files are readable and writable.'],
  ['SQLITE_FULL', 'the disk is full.'],
  ['SQLITE_IOERR', 'the disk reports an error.'],
  ['SQLITE_NOTADB', 'membership.db is not a database.'],
  ['SQLITE_CORRUPT', 'the database is damaged.'],
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
