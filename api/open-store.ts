import type { Database } from './database/db'
import { ConfigError } from './lib/settings'
import { openDatabase, openPostgres } from './database/open-database'
import { databaseFile, requireInstallation } from './database/open-tables'
import { whyUnusable } from './database/errors'
import type { DatabaseWatch } from './database/transaction'
import type { Config } from './config'
import { moveStoredContents } from './features/apps/contents'
import { filesUrl } from './features/files/open-storage'

export type StoreSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'urls'>

interface StoreOptions {
  /** Refuses an empty database: commands need an existing installation. */
  mustExist?: boolean
  /** Called for every statement. */
  watch?: DatabaseWatch | undefined
  /** How long to wait while another process has the SQLite file's write lock. */
  busyMs?: number
}

/**
 * PostgreSQL if `DATABASE_URL` is set, else the SQLite file in DATA_DIR.
 * @throws {ConfigError} one line, without a password
 */
export async function openStore(
  settings: StoreSettings,
  { mustExist = false, watch, busyMs }: StoreOptions = {},
): Promise<Database> {
  const { databaseUrl, urls } = settings
  try {
    if (mustExist) await requireInstallation(settings)
    const store =
      databaseUrl === null
        ? await openDatabase({ file: databaseFile(settings), filesUrl: filesUrl(urls), busyMs, watch })
        : await openPostgres({ url: databaseUrl, filesUrl: filesUrl(urls), watch })
    await moveStoredContents(store, Date.now())
    return store
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw unusableDatabase(settings, error)
  }
}

/** @returns one line that names the setting, without its password */
export function unusableDatabase({ dataDir, databaseUrl }: StoreSettings, error: unknown): ConfigError {
  const what = databaseUrl === null ? `DATA_DIR ${dataDir}` : 'DATABASE_URL'
  return new ConfigError(`${what} cannot be used: ${whyUnusable(error)}`, { cause: error })
}
