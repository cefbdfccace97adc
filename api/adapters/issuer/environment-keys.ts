import type { KeySettings } from '../../domain/proof/key-settings'
import { keyPurposes, KeyStoreError } from '../../ports/trusttag/key-store'
import type { KeyStore, StoredKey } from '../../ports/trusttag/key-store'
import { ed25519KeyOf } from './ed25519-key'

/** Keys that the environment names: nothing here can change them. When they were made nobody says. */
export function createEnvironmentKeys({
  seeds,
  retired,
}: Pick<Extract<KeySettings, { keysIn: 'environment' }>, 'seeds' | 'retired'>): KeyStore {
  const keys = keyPurposes.flatMap((purpose): StoredKey[] => {
    const [seed, before] = [seeds[purpose], retired[purpose].map(textOf)]
    const publicKey = textOf(ed25519KeyOf(seed).publicKey)
    return before
      .map((key): StoredKey => ({ purpose, publicKey: key, seed: null, createdAt: 0, retiredAt: 0 }))
      .concat({ purpose, publicKey, seed: textOf(seed), createdAt: 0, retiredAt: null })
  })
  const refuse = () =>
    Promise.reject(new KeyStoreError('The signing keys are settings of the environment: change them there.'))
  return { list: () => Promise.resolve(keys), addFirst: refuse, replace: refuse, remove: refuse }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
