import { ConfigError } from '../../config'
import { openTables } from './open-tables'
import type { DatabasePlace } from './open-tables'

/** What is said of a database that no server has started with. */
export const NO_INSTALLATION = 'There is no installation in this database. Start the server once.'

/**
 * Refuses a database without tables of ours, and changes nothing: for commands, which work on what a server made.
 * @returns the number of its schema
 * @throws {ConfigError}
 */
export async function requireInstallation(place: DatabasePlace): Promise<number> {
  const tables = openTables(place)
  try {
    const schema = await tables.schema()
    if (schema === 0) throw new ConfigError(NO_INSTALLATION)
    return schema
  } finally {
    await tables.close()
  }
}
