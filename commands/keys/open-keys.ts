import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../api/adapters/clock/system-clock'
import { openDatabase } from '../../api/adapters/database/open-database'
import { openDatabaseProblem } from '../../api/adapters/database/open-database-problem'
import { chooseKeys } from '../../api/adapters/issuer/choose-keys'
import { ConfigError } from '../../api/config'
import type { Config } from '../../api/config'
import type { Clock } from '../../api/ports/clock'
import type { Store } from '../../api/ports/store'
import type { KeyStore } from '../../api/ports/trusttag/key-store'

/** The keys of an installation, and what stands around them. Close the store when done. */
export interface OpenKeys {
  config: Config
  store: Store
  keys: KeyStore
  clock: Clock
}

/** @throws {ConfigError} when there is no database, or it cannot be used */
export async function openKeys(config: Config): Promise<OpenKeys> {
  const file = join(config.dataDir, 'membership.db')
  if (!existsSync(file))
    throw new ConfigError(`There is no database in DATA_DIR ${config.dataDir}. Start the server once.`)
  try {
    const store = await openDatabase({ file })
    return { config, store, keys: chooseKeys(config, store), clock: systemClock }
  } catch (error) {
    const problem = openDatabaseProblem(error)
    if (problem === null) throw error
    throw new ConfigError(`${file} cannot be used: ${problem}`, { cause: error })
  }
}
