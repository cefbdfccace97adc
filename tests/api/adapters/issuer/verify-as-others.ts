import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import { loadContext } from '../../../../api/features/credentials/sign'
import { didDocument } from '../../../../api/features/credentials/routes'
import type { Issuer, JsonObject } from '../../../../api/features/credentials/issuer'
import { proofModes } from '../../../../contract/proof-paths'

export const suites = {
  'eddsa-rdfc-2022': () => new DataIntegrityProof({ cryptosuite }),
  'eddsa-jcs-2022': () => new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
} as const

export type SuiteName = keyof typeof suites

/** Checks a credential as others do, with Digital Bazaar's packages: what they say, and why. @param names all when none is given */
export async function verifyAsOthers(
  credential: object,
  { issuer, now, names }: { issuer: Pick<Issuer, 'origin' | 'issuerKeys'>; now: number; names: readonly SuiteName[] },
): Promise<{ verified: boolean; why: string }> {
  const answer = await verifyCredential({
    credential,
    suite: names.map((name) => suites[name]()),
    documentLoader: loadDids(proofModes.map((mode) => didDocument(issuer, mode))),
    // Status lists are checked by tests of their own.
    checkStatus: () => Promise.resolve({ verified: true }),
    now: new Date(now),
  })
  const reasons = [answer.error?.message, ...(answer.error?.errors ?? []).map(({ message }) => message)]
  return { verified: answer.verified, why: reasons.filter(Boolean).join(' | ') }
}

/** The contexts that we ship, DID documents and the keys in them, and nothing else. */
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
