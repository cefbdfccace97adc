import { systemClock } from '../../api/lib/clock'
import { openStore } from '../../api/open-store'
import { adoptFileKeys, chooseKeys } from '../../api/features/credentials/issuer'
import type { Config } from '../../api/config'
import type { Clock } from '../../api/lib/clock'
import type { Store } from '../../api/ports/store'
import type { KeyStore } from '../../api/features/credentials/keys'

/** The keys of an installation, and what stands around them. Close the store when done. */
export interface OpenKeys {
  config: Config
  store: Store
  keys: KeyStore
  clock: Clock
}

/** @throws {ConfigError} when there is no database, or it cannot be used */
export async function openKeys(config: Config): Promise<OpenKeys> {
  const store = await openStore(config, { mustExist: true })
  const keys = chooseKeys(config, store)
  await adoptFileKeys(config, keys, store).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  return { config, store, keys, clock: systemClock }
}
