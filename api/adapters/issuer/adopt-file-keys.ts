import { join } from 'node:path'
import { logOrigin, proofModes } from '../../../contract/proof-paths'
import { verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import type { Config } from '../../config'
import type { Store } from '../../ports/store'
import type { KeyStore, StoredKey } from '../../ports/trusttag/key-store'
import { createFileKeys } from './file-keys'

/**
 * An installation that moves to a shared database takes its keys along: where the database has none, those of DATA_DIR go in,
 * unless its log was signed by others. The files stay where they are, and nothing reads them any more.
 * @param keys of the database
 */
export async function adoptFileKeys(
  { keys: settings, dataDir, issuerOrigin }: Pick<Config, 'keys' | 'dataDir' | 'issuerOrigin'>,
  keys: KeyStore,
  store: Pick<Store, 'log'>,
): Promise<void> {
  if (settings.keysIn !== 'database' || (await keys.list()).length > 0) return
  const found = await createFileKeys(join(dataDir, 'keys'), settings.encryptionKey).list()
  if (found.length > 0 && (await haveSigned(found, issuerOrigin, store))) await keys.addFirst(found)
}

/** Whether each log that was begun was last signed by one of these. */
async function haveSigned(
  keys: readonly StoredKey[],
  issuerOrigin: string,
  { log }: Pick<Store, 'log'>,
): Promise<boolean> {
  for (const mode of proofModes) {
    const head = await log.head(mode)
    const logKeys = keys
      .filter(({ purpose }) => purpose === `log-${mode}`)
      .map(({ publicKey }): VerifierKey => ({
        name: logOrigin(issuerOrigin, mode),
        type: 'ed25519',
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      }))
    if (head && !(await verifyCheckpoint(head.checkpoint, { logKeys, witnessKeys: [] }))) return false
  }
  return true
}
