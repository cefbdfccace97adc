import { cryptosuites } from '../../../contract/credential/contexts'
import type { JsonObject } from '../../ports/trusttag/issuer'
import { secretMultikey } from './multikey'

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
  const { toKey, libraries, issue, loadContext, DataIntegrityProof } = await loadLibraries()
  const key = await toKey({
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
  const [{ from }, { DataIntegrityProof }, { cryptosuite }, { createSignCryptosuite }, { issue }, { loadContext }] =
    await Promise.all([
      import('@digitalbazaar/ed25519-multikey'),
      import('@digitalbazaar/data-integrity'),
      import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
      import('@digitalbazaar/eddsa-jcs-2022-cryptosuite'),
      import('@digitalbazaar/vc'),
      import('./load-context'),
    ])
  const libraries = { 'eddsa-rdfc-2022': () => cryptosuite, 'eddsa-jcs-2022': createSignCryptosuite }
  return { toKey: from, DataIntegrityProof, libraries, issue, loadContext }
}
