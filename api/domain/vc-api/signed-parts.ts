import { isRecord } from '../../../contract/credential/json-reading'
import { fail } from './check-values'

export type JsonRecord = Readonly<Record<string, unknown>>

export interface SignedPart {
  proof: JsonRecord
  /** The document as this proof signed it: without proofs, or with those that it builds on (`previousProof`). */
  document: JsonRecord
}

/**
 * The proofs of a document, each with what it signed (Data Integrity, 4.5).
 * @throws {VcProblem} when there is none, or one builds on a proof that is not there
 */
export function signedParts(secured: JsonRecord): SignedPart[] {
  const { proof, ...document } = secured
  const all: readonly unknown[] = Array.isArray(proof) ? proof : [proof]
  const proofs = all.filter(isRecord)
  if (proofs.length === 0 || proofs.length !== all.length) fail('A proof is missing.', 'signature')
  return proofs.map((one) => {
    const previous = previousOf(one, proofs)
    return { proof: one, document: previous.length > 0 ? { ...document, proof: previous } : document }
  })
}

function previousOf({ previousProof }: JsonRecord, proofs: readonly JsonRecord[]): JsonRecord[] {
  if (previousProof === undefined) return []
  const ids: readonly unknown[] = Array.isArray(previousProof) ? previousProof : [previousProof]
  const found = proofs.filter(({ id }) => id !== undefined && ids.includes(id))
  if (ids.length === 0 || found.length !== ids.length)
    fail('previousProof names a proof that is not there.', 'signature')
  return found
}
