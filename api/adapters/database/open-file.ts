import Database from 'libsql'

/** How long opening and migrating wait for another process that holds the database; nobody is served yet. */
const BUSY_TIMEOUT_MS = 5_000

/** Opens one connection on which an acknowledged commit has reached the disk. */
export function openFile(file: string): Database.Database {
  const database = new Database(file)
  // The timeout comes first: switching to WAL needs a lock, and two processes may start at the same moment.
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return database
}

/** From now on a lock is reported at once: SQLite's waiting would stop the whole process. */
export function reportLocksAtOnce(database: Database.Database): void {
  database.pragma('busy_timeout = 0')
}
