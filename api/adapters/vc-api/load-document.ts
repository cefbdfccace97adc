import { contexts as w3c } from '@digitalbazaar/credentials-context'
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

/**
 * Contexts that a VC API must know beside those of TrustTags. Nothing is fetched. That of Data Integrity defines what the
 * base context of version 2.0 took over from it, word for word, and `proof`.
 */
const contexts: ReadonlyMap<string, object | undefined> = new Map([
  [VERSION_1, w3c.get(VERSION_1)],
  ['https://www.w3.org/ns/credentials/examples/v2', examples()],
  ['https://w3id.org/security/data-integrity/v2', dataIntegrity()],
])

/**
 * Contexts that are kept here, keys that name themselves (`did:key`), and issuers of this installation.
 * @param own their DID documents, as they are now
 */
export function createLoadDocument(own: () => readonly object[]): LoadDocument {
  return (url) => {
    const [did = '', fragment] = url.split('#')
    const document = did.startsWith('did:') ? didPart(did, fragment, own) : contexts.get(url)
    if (document) return Promise.resolve({ contextUrl: null, documentUrl: url, document })
    return loadContext(url)
  }
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

function dataIntegrity(): object {
  const { id, type, DataIntegrityProof } = recordOf(recordOf(w3c.get(VERSION_2))['@context'])
  const proof = { '@id': 'https://w3id.org/security#proof', '@type': '@id', '@container': '@graph' }
  return { '@context': { id, type, '@protected': true, proof, DataIntegrityProof } }
}
