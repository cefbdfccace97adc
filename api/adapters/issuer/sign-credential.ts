import type { JsonObject } from '../../ports/trusttag/issuer'
import { secretMultikey } from './multikey'

export interface CredentialKey {
  /** The issuer: `did:web:…`. */
  did: string
  publicKeyMultibase: string
  /** 32 bytes. */
  seed: Uint8Array
}

/**
 * Signs a credential twice with one key: eddsa-rdfc-2022, which others ask for, and eddsa-jcs-2022, which also covers what no
 * context defines and needs little script to check. The libraries are loaded with the first one: the start does not wait.
 */
export async function signCredential(
  { did, publicKeyMultibase, seed }: CredentialKey,
  credential: JsonObject,
): Promise<JsonObject> {
  const { signer, suites, issue, loadContext, DataIntegrityProof } = await loadSuites()
  const key = await signer({
    '@context': 'https://w3id.org/security/multikey/v1',
    id: `${did}#${publicKeyMultibase}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase,
    secretKeyMultibase: secretMultikey(seed),
  })
  let signed: object = credential
  for (const cryptosuite of suites()) {
    const suite = new DataIntegrityProof({ signer: key.signer(), cryptosuite })
    // A credential of the past, or of the future, is signed as well.
    signed = await issue({ credential: signed, suite, documentLoader: loadContext, now: startOf(credential) })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same JSON, with proofs
  return signed as JsonObject
}

function startOf({ validFrom }: JsonObject): Date {
  return typeof validFrom === 'string' ? new Date(validFrom) : new Date()
}

async function loadSuites() {
  const [{ from }, { DataIntegrityProof }, { cryptosuite }, { createSignCryptosuite }, { issue }, { loadContext }] =
    await Promise.all([
      import('@digitalbazaar/ed25519-multikey'),
      import('@digitalbazaar/data-integrity'),
      import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
      import('@digitalbazaar/eddsa-jcs-2022-cryptosuite'),
      import('@digitalbazaar/vc'),
      import('./load-context'),
    ])
  return { signer: from, DataIntegrityProof, suites: () => [cryptosuite, createSignCryptosuite()], issue, loadContext }
}
