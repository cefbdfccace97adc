import { cryptosuites, PROOF_TYPE } from '../../../contract/credential/contexts'
import { recordOf, textOf } from '../../../contract/credential/json-reading'
import { fail } from '../../domain/vc-api/check-values'
import type { SignedPart } from '../../domain/vc-api/signed-parts'
import { VcProblem } from '../../domain/vc-api/vc-problem'
import type { LoadDocument } from './load-document'

/**
 * Checks one proof over what it signed: the signature, the dates in it, and that whoever controls the key allows it for this
 * purpose.
 * @returns who controls the key
 * @throws {VcProblem}
 */
export async function verifyProof({
  proof,
  document,
  loadDocument,
}: SignedPart & { loadDocument: LoadDocument }): Promise<string> {
  const { type, cryptosuite, proofPurpose, verificationMethod } = proof
  const suiteName = cryptosuites.find((one) => one === cryptosuite)
  if (type !== PROOF_TYPE || !suiteName) fail(`A proof must be of ${cryptosuites.join(' or ')}.`, 'signature')
  if (typeof verificationMethod !== 'string') fail('A proof must name its key.', 'signature')
  const suite = (await loadSuites())[suiteName]()
  // This suite reads a proof with the contexts of its document; the other one takes it as it stands.
  const whole = suiteName === 'eddsa-rdfc-2022' ? { '@context': document['@context'], ...proof } : proof
  const found = await suite.verifyProof({ proof: whole, document, documentLoader: loadDocument }).catch(refuse)
  if (!found.verified) refuse(found.error)
  const controller = textOf(recordOf(found.verificationMethod).controller)
  const allowed: unknown = recordOf((await loadDocument(controller).catch(refuse)).document)[textOf(proofPurpose)]
  if (!Array.isArray(allowed) || !allowed.includes(verificationMethod)) fail('A key may not be used so.', 'signature')
  return controller
}

/** The cause goes to no caller: libraries repeat in it what was sent. */
function refuse(cause?: unknown): never {
  throw new VcProblem('signature', 'A signature is not that of the document, or its key is not known here.', { cause })
}

async function loadSuites() {
  const [{ DataIntegrityProof }, { cryptosuite }, { createVerifyCryptosuite }] = await Promise.all([
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
    import('@digitalbazaar/eddsa-jcs-2022-cryptosuite'),
  ])
  return {
    'eddsa-rdfc-2022': () => new DataIntegrityProof({ cryptosuite }),
    'eddsa-jcs-2022': () => new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
  }
}
