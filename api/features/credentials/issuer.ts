import type { ProofMode } from '../../../contract/proof-paths'
import type { TreeHead } from '../../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { didOf, logOrigin, proofModes } from '../../../contract/proof-paths'
import { ConfigError } from '../../config'
import type { Config } from '../../config'
import type { Clock } from '../../lib/clock'
import type { Store } from '../../ports/store'
import { whyUnusable } from '../../database/errors'
import { signCheckpoint, verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import { createDatabaseKeys, createEnvironmentKeys, createFileKeys, keyPurposes, KeyStoreError } from './keys'
import type { KeyPurpose, KeyStore, StoredKey } from './keys'
import { ed25519KeyOf, newEd25519Key, publicMultikey, signCredential } from './sign'
import type { Ed25519Key } from './sign'
import { join } from 'node:path'
import type { Logger } from 'pino'

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue
}

/** A key that credentials are, or were, signed with. */
export interface IssuerKey {
  /** `z6Mk…` */
  publicKeyMultibase: string
  createdAt: number
  /** Since then another one signs; what it signed before stays right. Null: it signs. */
  retiredAt: number | null
}

/** Who TrustTags are issued by, and signs for them and for the log. Test Mode and samples have an issuer of their own. */
export interface Issuer {
  /** Of everything that is named in credentials: `https://…`, no slash at the end. */
  origin: string
  /** Oldest first; exactly one is not retired. */
  issuerKeys(mode: ProofMode): readonly IssuerKey[]
  /** Oldest first; the last one signs. */
  logKeys(mode: ProofMode): readonly VerifierKey[]
  /**
   * Adds the proof set of the mode's key: eddsa-rdfc-2022 and eddsa-jcs-2022.
   * @param document a credential without `proof`, whose every term its contexts define
   */
  signCredential(mode: ProofMode, document: JsonObject): Promise<JsonObject>
  /** A checkpoint with the log's own signature. Only for a tree that is being committed: two of one size must not differ. */
  signCheckpoint(mode: ProofMode, head: Omit<TreeHead, 'origin'>): Promise<string>
}

/**
 * The issuer of an installation. The first start makes its keys; where a log was begun with keys that are gone, nothing is made
 * in their place, as everything issued before would fail without a word.
 * @throws {ConfigError} one line, without a secret
 */
export async function openIssuer(
  config: Pick<Config, 'keys' | 'dataDir' | 'issuerOrigin'>,
  store: Pick<Store, 'signingKeys' | 'transaction' | 'log'>,
  clock: Clock,
): Promise<KeyedIssuer> {
  try {
    const keys = chooseKeys(config, store)
    await adoptFileKeys(config, keys, store)
    return await createIssuer({
      origin: config.issuerOrigin,
      keys,
      now: () => clock.now(),
      mayMakeKeys: async () => {
        for (const mode of proofModes) if (await store.log.head(mode)) return false
        return true
      },
    })
  } catch (error) {
    throw new ConfigError(`TrustTags cannot be signed: ${whyUnusable(error)}`, { cause: error })
  }
}

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

/** Where the settings say that signing keys are. */
export function chooseKeys(
  { keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>,
  store: Pick<Store, 'signingKeys' | 'transaction'>,
): KeyStore {
  if (keys.keysIn === 'environment') return createEnvironmentKeys(keys)
  if (keys.keysIn === 'database') return createDatabaseKeys(store, keys.encryptionKey)
  return createFileKeys(join(dataDir, 'keys'), keys.encryptionKey)
}

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

/** A database is copied, dumped and shown to more people than a folder of one machine: what signs in its issuer's name should not be readable there. */
export function warnOfPlainKeys(
  { keys, development }: Pick<Config, 'keys' | 'development'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (development || keys.keysIn !== 'database' || keys.encryptionKey !== null) return
  log.warn(
    'the keys that sign TrustTags stand plain in the database and its backups: set KEY_ENCRYPTION_KEY (docs/scaling.md)',
  )
}
