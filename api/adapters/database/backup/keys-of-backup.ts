import { join } from 'node:path'
import type { StoredKey } from '../../../features/credentials/keys'
import { backupParts } from './manifest'
import type { Manifest } from './manifest'
import { readKeyFile } from './stored-keys'

/**
 * Whether a backup holds the keys that TrustTags and their log are signed with. `lost`: it does not, and there is something
 * that only they can sign for; `none`: it does not, and nothing needs them yet.
 */
export type KeysOfBackup = 'environment' | 'held' | 'lost' | 'none'

/** Looks at what lies in its folder: not at where keys should have been. */
export function keysOfBackup(folder: string, { keysIn, rows, logs }: Manifest): KeysOfBackup {
  if (keysIn === 'environment') return 'environment'
  const inFile = keyFileOfBackup(folder)
  if (inFile === null ? (rows['signing_keys'] ?? 0) > 0 : inFile.length > 0) return 'held'
  return logs.live + logs.test + (rows['tag_credentials'] ?? 0) > 0 ? 'lost' : 'none'
}

/** Null where it has no file of keys, none where that cannot be read: everything else of a backup is of use without them. */
export function keyFileOfBackup(folder: string): StoredKey[] | null {
  try {
    return readKeyFile(join(folder, backupParts.keys))
  } catch {
    return []
  }
}
