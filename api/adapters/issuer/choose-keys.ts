import { join } from 'node:path'
import type { Config } from '../../config'
import type { Store } from '../../ports/store'
import type { KeyStore } from '../../ports/trusttag/key-store'
import { createDatabaseKeys } from './database-keys'
import { createEnvironmentKeys } from './environment-keys'
import { createFileKeys } from './file-keys'

/** Where the settings say that signing keys are. */
export function chooseKeys(
  { keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>,
  store: Pick<Store, 'signingKeys' | 'transaction'>,
): KeyStore {
  if (keys.keysIn === 'environment') return createEnvironmentKeys(keys)
  if (keys.keysIn === 'database') return createDatabaseKeys(store, keys.encryptionKey)
  return createFileKeys(join(dataDir, 'keys'), keys.encryptionKey)
}
