import { didOf, logOrigin } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import { signCheckpoint } from '../../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import type { Issuer } from '../../ports/trusttag/issuer'
import { keyPurposes, KeyStoreError } from '../../ports/trusttag/key-store'
import type { KeyPurpose, KeyStore, StoredKey } from '../../ports/trusttag/key-store'
import { ed25519KeyOf, newEd25519Key } from './ed25519-key'
import type { Ed25519Key } from './ed25519-key'
import { publicMultikey } from './multikey'
import { signCredential } from './sign-credential'

export interface IssuerOptions {
  /** Where everything that credentials name stands: `https://…`. */
  origin: string
  keys: KeyStore
  now: () => number
  /** Whether a store without any key is one of a first start. Always, when nothing is said. */
  mayMakeKeys?: () => Promise<boolean>
}

export interface KeyedIssuer extends Issuer {
  /** Takes up what was changed in the store since; false when nothing was. @throws KeyStoreError when that cannot be used; then everything stays as it is */
  readKeysAgain(): Promise<boolean>
}

/** The issuer with the keys of a store. A purpose that has none gets one: the first start makes them. */
export async function createIssuer({ origin, keys, now, mayMakeKeys }: IssuerOptions): Promise<KeyedIssuer> {
  let stored = await readOrMake(keys, now, mayMakeKeys)
  const ofPurpose = (purpose: KeyPurpose) => stored.filter((key) => key.purpose === purpose)
  const logKeys = (mode: ProofMode): VerifierKey[] =>
    ofPurpose(`log-${mode}`).map((key) => ({
      name: logOrigin(origin, mode),
      type: 'ed25519',
      publicKey: bytesOf(key.publicKey),
    }))
  const signer = keepSigner()
  return {
    origin,
    logKeys,
    issuerKeys: (mode) =>
      ofPurpose(`issuer-${mode}`).map(({ publicKey, createdAt, retiredAt }) => ({
        publicKeyMultibase: publicMultikey(bytesOf(publicKey)),
        createdAt,
        retiredAt,
      })),
    signCredential: (mode, document) => {
      const { publicKey, seed } = signingKey(ofPurpose(`issuer-${mode}`))
      const publicKeyMultibase = publicMultikey(bytesOf(publicKey))
      return signCredential({ did: didOf(origin, mode), publicKeyMultibase, seed: bytesOf(seed) }, document)
    },
    signCheckpoint: (mode, head) => {
      const { seed, publicKey } = signingKey(ofPurpose(`log-${mode}`))
      const name = logOrigin(origin, mode)
      const key: VerifierKey = { name, type: 'ed25519', publicKey: bytesOf(publicKey) }
      return signCheckpoint({ origin: name, ...head }, key, (message) => signer(seed).sign(message))
    },
    async readKeysAgain() {
      const found = await keys.list()
      for (const purpose of keyPurposes) signingKey(found.filter((key) => key.purpose === purpose))
      const hasChanged = JSON.stringify(found) !== JSON.stringify(stored)
      stored = found
      return hasChanged
    },
  }
}

/** The key of a seed: made once, not for every checkpoint. */
function keepSigner(): (seed: string) => Ed25519Key {
  const kept = new Map<string, Ed25519Key>()
  return (seed) => {
    const key = kept.get(seed) ?? ed25519KeyOf(bytesOf(seed))
    kept.set(seed, key)
    return key
  }
}

async function readOrMake(
  keys: KeyStore,
  now: () => number,
  mayMakeKeys?: () => Promise<boolean>,
): Promise<StoredKey[]> {
  const there = await keys.list()
  const missing = keyPurposes.filter((purpose) => !there.some((key) => key.purpose === purpose && key.seed !== null))
  if (missing.length === 0) return there
  // A log that another process began since the first look has its keys by the second.
  if (there.length === 0 && mayMakeKeys && !(await mayMakeKeys()) && (await keys.list()).length === 0)
    throw new KeyStoreError(
      'the signing keys are gone, but TrustTags were signed with them. Put them back from a copy; if there is none, `npm run keys -- make` makes new ones, and what was issued before no longer verifies.',
    )
  await keys.addFirst(missing.map((purpose) => newStoredKey(purpose, now())))
  return keys.list()
}

/** A new key. @param createdAt epoch milliseconds */
export function newStoredKey(purpose: KeyPurpose, createdAt: number): StoredKey {
  const { publicKey, seed } = newEd25519Key()
  return { purpose, publicKey: textOf(publicKey), seed: textOf(seed), createdAt, retiredAt: null }
}

function signingKey(keys: readonly StoredKey[]): StoredKey & { seed: string } {
  for (const key of keys) if (key.retiredAt === null && key.seed !== null) return { ...key, seed: key.seed }
  throw new KeyStoreError('There is no key to sign with.')
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))
