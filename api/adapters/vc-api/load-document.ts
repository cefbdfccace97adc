import { recordOf } from '../../../contract/credential/json-reading'
import { multikeyBytes } from '../../../contract/credential/check-proof'
import { loadContext } from '../issuer/load-context'

export interface LoadedDocument {
  contextUrl: null
  documentUrl: string
  document: object
}
export type LoadDocument = (url: string) => Promise<LoadedDocument>

const VERSION_2 = 'https://www.w3.org/ns/credentials/v2'
const VERSION_1 = 'https://www.w3.org/2018/credentials/v1'
const MULTIKEY = 'https://w3id.org/security/multikey/v1'

const DATA_INTEGRITY = 'https://w3id.org/security/data-integrity/v2'
const EXAMPLES = 'https://www.w3.org/ns/credentials/examples/v2'

/**
 * Contexts that are kept here, keys that name themselves (`did:key`), and issuers of this installation.
 * @param own their DID documents, as they are now
 */
export function createLoadDocument(own: () => readonly object[]): LoadDocument {
  return async (url) => {
    const [did = '', fragment] = url.split('#')
    const document = did.startsWith('did:') ? didPart(did, fragment, own) : await findContext(url)
    if (document) return { contextUrl: null, documentUrl: url, document }
    return loadContext(url)
  }
}

/**
 * Contexts that a VC API must know beside those of TrustTags. Nothing is fetched, and nothing loaded before it is asked for: a
 * start without the VC API does not wait.
 */
async function findContext(url: string): Promise<object | undefined> {
  if (url === EXAMPLES) return examples()
  if (url !== VERSION_1 && url !== DATA_INTEGRITY) return undefined
  const { contexts } = await import('@digitalbazaar/credentials-context')
  return url === VERSION_1 ? contexts.get(VERSION_1) : dataIntegrity(contexts.get(VERSION_2))
}

/** A DID document, or the key in it that a fragment names. */
function didPart(did: string, fragment: string | undefined, own: () => readonly object[]): object | undefined {
  const found = did.startsWith('did:key:') ? didKey(did) : own().find((one) => recordOf(one).id === did)
  if (!found || fragment === undefined) return found
  const methods: unknown = recordOf(found).verificationMethod
  const method = (Array.isArray(methods) ? methods : []).map(recordOf).find(({ id }) => id === `${did}#${fragment}`)
  return method && { '@context': MULTIKEY, ...method }
}

/** What a `did:key` of an Ed25519 key stands for; undefined for every other. */
function didKey(did: string): object | undefined {
  const publicKeyMultibase = did.slice('did:key:'.length)
  if (!multikeyBytes(publicKeyMultibase)) return undefined
  const id = `${did}#${publicKeyMultibase}`
  return {
    '@context': ['https://www.w3.org/ns/did/v1', MULTIKEY],
    id: did,
    verificationMethod: [{ id, type: 'Multikey', controller: did, publicKeyMultibase }],
    assertionMethod: [id],
    authentication: [id],
  }
}

/** Terms of examples: everything means something, in a place of its own. */
function examples(): object {
  return { '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' } }
}

/** Defines what the base context of version 2.0 took over from it, word for word, and `proof`. @param base that context */
function dataIntegrity(base: object | undefined): object {
  const { id, type, DataIntegrityProof } = recordOf(recordOf(base)['@context'])
  const proof = { '@id': 'https://w3id.org/security#proof', '@type': '@id', '@container': '@graph' }
  return { '@context': { id, type, '@protected': true, proof, DataIntegrityProof } }
}
