import type { JsonObject } from './build'
import type { TrustDocument } from '../../../contract/credential/report'
import { formatVerifierKey } from '../../../contract/tlog/signed-note'
import type { Services } from '../../ports/services'
import type { ProofMode } from '../../../contract/proof-paths'
import type { TreeHead } from '../../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { didOf, logOrigin, proofModes } from '../../../contract/proof-paths'
import { ConfigError } from '../../lib/settings'
import type { Config } from '../../config'
import type { Clock } from '../../lib/clock'
import type { Store } from '../../ports/store'
import { whyUnusable } from '../../database/errors'
import { signCheckpoint, verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import { createDatabaseKeys, createEnvironmentKeys, createFileKeys, keyPurposes, KeyStoreError } from './keys'
import type { KeyPurpose, KeyStore, StoredKey } from './keys'
import { publicMultikey, signCredential } from './sign'
import { ed25519KeyOf, newEd25519Key } from '../transparency-log/ed25519'
import type { Ed25519Key } from '../transparency-log/ed25519'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** A current or former signing key. */
interface IssuerKey {
  /** `z6Mk…` */
  publicKeyMultibase: string
  createdAt: number
  /** Former signatures stay valid. Null: it signs. */
  retiredAt: number | null
}

/** Signs TrustTags and the log. Test Mode and samples have their own issuer. */
export interface Issuer {
  /** Origin of all URLs in credentials, without a trailing slash. */
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
  /** Signs a checkpoint. Only for a tree that is being committed: two trees of one size must not differ. */
  signCheckpoint(mode: ProofMode, head: Omit<TreeHead, 'origin'>): Promise<string>
}

/**
 * The issuer of an installation. The first start creates its keys. Lost keys of an existing log are not replaced, because all
 * issued credentials would silently fail.
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

interface IssuerOptions {
  /** Origin of all URLs in credentials. */
  origin: string
  keys: KeyStore
  now: () => number
  /** Whether an empty store means a first start; always by default. */
  mayMakeKeys?: () => Promise<boolean>
}

export interface KeyedIssuer extends Issuer {
  /** Loads changed keys; false without a change. @throws KeyStoreError for unusable keys; then the loaded ones stay */
  readKeysAgain(): Promise<boolean>
}

/** The issuer with the keys of a store. A purpose without a key gets one. */
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

/** Caches the key of a seed: it is used for every checkpoint. */
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
  // Another process may have begun the log since the first read: then the second read finds its keys.
  if (there.length === 0 && mayMakeKeys && !(await mayMakeKeys()) && (await keys.list()).length === 0)
    throw new KeyStoreError(
      'the signing keys are gone, but TrustTags were signed with them. Put them back from a copy; if there is none, `npm run keys -- make` makes new ones, and what was issued before no longer verifies.',
    )
  await keys.addFirst(missing.map((purpose) => newStoredKey(purpose, now())))
  return keys.list()
}

/** @param createdAt epoch milliseconds */
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

export function chooseKeys(
  { keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>,
  store: Pick<Store, 'signingKeys' | 'transaction'>,
): KeyStore {
  if (keys.keysIn === 'environment') return createEnvironmentKeys(keys)
  if (keys.keysIn === 'database') return createDatabaseKeys(store, keys.encryptionKey)
  return createFileKeys(join(dataDir, 'keys'), keys.encryptionKey)
}

/**
 * Copies the keys of DATA_DIR into a shared database without keys, unless its log was signed by others. The files stay, unused.
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

/** Whether one of these keys signed the newest checkpoint of each log. */
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

/** A database is dumped and shown to more people than a folder: signing keys should not be readable there. */
export function warnOfPlainKeys(
  { keys, development }: Pick<Config, 'keys' | 'development'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (development || keys.keysIn !== 'database' || keys.encryptionKey !== null) return
  log.warn(
    'the keys that sign TrustTags stand plain in the database and its backups: set KEY_ENCRYPTION_KEY (docs/scaling.md)',
  )
}

/** The DID document of a mode, with its current and former keys, never with those of the other mode. */
export function didDocument(issuer: Pick<Issuer, 'origin' | 'issuerKeys'>, mode: ProofMode): JsonObject {
  const did = didOf(issuer.origin, mode)
  const methods = issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => ({
    id: `${did}#${publicKeyMultibase}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

/** All DID documents and key lists in one response. */
export const trustDocument = ({ issuer, witnesses }: Pick<Services, 'issuer' | 'witnesses'>): TrustDocument => ({
  issuers: proofModes.map((mode) => ({
    did: didOf(issuer.origin, mode),
    mode,
    keys: issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => publicKeyMultibase),
    log: issuer.logKeys(mode).map(formatVerifierKey),
    witnesses: witnesses.map(({ key, isSelfRun }) => ({ key: formatVerifierKey(key), isSelfRun })),
  })),
})
