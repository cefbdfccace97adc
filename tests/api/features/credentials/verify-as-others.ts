import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import { didDocument, loadContext } from '../../../../api/features/credentials/issuer'
import type { JsonObject } from '../../../../api/features/credentials/build'
import type { Issuer } from '../../../../api/features/credentials/issuer'
import { proofModes } from '../../../../contract/proof-paths'

export const suites = {
  'eddsa-rdfc-2022': () => new DataIntegrityProof({ cryptosuite }),
  'eddsa-jcs-2022': () => new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
} as const

export type SuiteName = keyof typeof suites

/**
 * Checks a credential with Digital Bazaar's packages, and returns their result and reasons. @param names default: all
 */
export async function verifyAsOthers(
  credential: object,
  { issuer, now, names }: { issuer: Pick<Issuer, 'origin' | 'issuerKeys'>; now: number; names: readonly SuiteName[] },
): Promise<{ verified: boolean; why: string }> {
  const answer = await verifyCredential({
    credential,
    suite: names.map((name) => suites[name]()),
    documentLoader: loadDids(proofModes.map((mode) => didDocument(issuer, mode))),
    // Status lists have their own tests.
    checkStatus: () => Promise.resolve({ verified: true }),
    now: new Date(now),
  })
  const reasons = [answer.error?.message, ...(answer.error?.errors ?? []).map(({ message }) => message)]
  return { verified: answer.verified, why: reasons.filter(Boolean).join(' | ') }
}

/** Loads only bundled contexts, DID documents and their keys. */
export const loadDids =
  (documents: readonly JsonObject[]) =>
  async (url: string): Promise<{ contextUrl: null; documentUrl: string; document: unknown }> => {
    const [did] = url.split('#')
    const document = documents.find(({ id }) => id === did)
    if (!document) return loadContext(url)
    if (!url.includes('#')) return { contextUrl: null, documentUrl: url, document }
    const { verificationMethod } = document
    const methods = Array.isArray(verificationMethod) ? verificationMethod : []
    const method = methods.find((one) => typeof one === 'object' && one !== null && 'id' in one && one['id'] === url)
    if (typeof method !== 'object' || Array.isArray(method)) throw new Error(`There is no key ${url}.`)
    const found = { '@context': 'https://w3id.org/security/multikey/v1', ...method }
    return { contextUrl: null, documentUrl: url, document: found }
  }
