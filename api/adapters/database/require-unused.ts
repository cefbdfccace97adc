import { existsSync } from 'node:fs'
import Database from 'libsql'
import { Client } from 'pg'
import { DatabaseRefusal } from './database-refusal'
import { COMMAND_NAME, databaseFile } from './open-tables'
import type { DatabasePlace } from './open-tables'

const IN_USE = 'A server has this database open. Stop it first. Nothing has changed.'

/**
 * Refuses a database that a process of ours has open: who replaces it under a server loses what that writes.
 * @throws DatabaseRefusal
 */
export async function requireUnused(place: DatabasePlace): Promise<void> {
  const isUsed = place.databaseUrl === null ? isFileOpen(databaseFile(place)) : await isServed(place.databaseUrl)
  if (isUsed) throw new DatabaseRefusal(IN_USE)
}

/** Only who has a file alone can take its write-ahead log away. It is there again at the next opening. */
function isFileOpen(file: string): boolean {
  if (!existsSync(file)) return false
  const database = new Database(file)
  try {
    database.pragma('busy_timeout = 0')
    database.pragma('journal_mode = DELETE')
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    database.close()
  }
}

/** By the names that our processes give their connections. */
async function isServed(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: COMMAND_NAME })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'membership%' and application_name <> $1`,
      [COMMAND_NAME],
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}
