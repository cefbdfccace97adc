import { ConfigError } from './lib/settings'
import { openDatabase } from './database/open-database'
import { openPostgres } from './database/open-postgres'
import { databaseFile, requireInstallation } from './database/open-tables'
import { whyUnusable } from './database/errors'
import type { DatabaseWatch } from './database/watch'
import type { Config } from './config'
import { filesUrl } from './features/files/open-storage'
import type { Store } from './ports/store'

/** The settings that name the database. */
export type StoreSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'urls'>

/**
 * The database of an installation: PostgreSQL where `DATABASE_URL` names one, else the SQLite file in DATA_DIR.
 * @param options.watch called for every statement
 * @param options.mustExist refuses a database in which nothing is yet: for commands, which work on what a server made
 * @throws {ConfigError} one line, without a password, when it cannot be used
 */
export async function openStore(
  settings: StoreSettings,
  { mustExist = false, watch }: { mustExist?: boolean; watch?: DatabaseWatch | undefined } = {},
): Promise<Store> {
  const { databaseUrl, urls } = settings
  try {
    if (mustExist) await requireInstallation(settings)
    if (databaseUrl !== null) return await openPostgres({ url: databaseUrl, filesUrl: filesUrl(urls), watch })
    return await openDatabase({ file: databaseFile(settings), filesUrl: filesUrl(urls), watch })
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw unusableDatabase(settings, error)
  }
}

/** @returns one line that names the setting and never a password */
export function unusableDatabase({ dataDir, databaseUrl }: StoreSettings, error: unknown): ConfigError {
  const what = databaseUrl === null ? `DATA_DIR ${dataDir}` : 'DATABASE_URL'
  return new ConfigError(`${what} cannot be used: ${whyUnusable(error)}`, { cause: error })
}
