import { checkJcsProof, hasOurProofs, jcsProofOf } from './check-proof'
import { issuerHost } from './issuer-host'
import { isRecord, listOf, recordOf, textOf } from './json-reading'
import { readFacts } from './read-facts'
import type { IssuerPlace } from './read-facts'
import type { CheckReason, CredentialFacts, Trust, TrustedIssuer } from './report'

/** The signer of a credential, or why it is unknown. With facts only for a trusted issuer. */
export type Signed =
  | { reason: 'signed'; issuer: TrustedIssuer; place: IssuerPlace; facts: CredentialFacts }
  | {
      reason: Extract<
        CheckReason,
        'malformed' | 'no-proof' | 'altered' | 'proof-removed' | 'unknown-issuer' | 'unknown-key'
      >
    }

/** Checks the other signature, which needs much more code. Null: the code could not be loaded. Never rejects. */
export type CheckStandard = (credential: unknown, trust: Trust) => Promise<boolean | null>

/**
 * Checks who signed a credential, and reads its content. The signature comes first: anyone can write an issuer's name
 * into a file.
 */
export async function checkSignature(
  credential: unknown,
  trust: Trust,
  checkStandard?: CheckStandard,
): Promise<Signed> {
  if (!isRecord(credential) || !isBadge(credential)) return { reason: 'malformed' }
  const proof = jcsProofOf(credential)
  const named = textOf(recordOf(credential.issuer).id)
  if (!proof && checkStandard && trust.some(({ did }) => did === named) && hasAnyProof(credential)) {
    const isRight = await checkStandard(credential, trust)
    if (isRight !== null) return { reason: isRight ? 'proof-removed' : 'altered' }
  }
  if (!proof || !hasOurProofs(credential)) return proofReason(proof !== null, named, trust)
  const [did = '', key = '', ...rest] = textOf(proof.verificationMethod).split('#')
  if (rest.length > 0 || !(await checkJcsProof(credential, proof, key))) return { reason: 'altered' }
  const issuer = trust.find((one) => one.did === did)
  const place = issuerHost(did)
  if (!issuer || place?.mode !== issuer.mode || named !== did) return { reason: 'unknown-issuer' }
  if (!issuer.keys.includes(key)) return { reason: 'unknown-key' }
  const facts = readFacts(credential, place)
  return facts ? { reason: 'signed', issuer, place, facts } : { reason: 'malformed' }
}

export const isBadge = ({ type }: Record<string, unknown>): boolean =>
  ['VerifiableCredential', 'OpenBadgeCredential'].every((one) => listOf(type).includes(one))

const hasAnyProof = ({ proof }: Record<string, unknown>): boolean => isRecord(proof) || listOf(proof).some(isRecord)

/** Badges of other issuers are signed in other ways: they are not altered, just not ours. */
function proofReason(hasProof: boolean, named: string, trust: Trust): Signed {
  if (!trust.some(({ did }) => did === named)) return { reason: 'malformed' }
  return { reason: hasProof ? 'altered' : 'no-proof' }
}
