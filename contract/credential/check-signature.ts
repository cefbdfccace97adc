import { checkJcsProof, hasOurProofs, jcsProofOf } from './check-proof'
import { issuerHost } from './issuer-host'
import { isRecord, listOf, recordOf, textOf } from './json-reading'
import { readFacts } from './read-facts'
import type { IssuerPlace } from './read-facts'
import type { CheckReason, CredentialFacts, Trust, TrustedIssuer } from './report'

/** Who signed a credential, or why that is not known; facts only where a trusted issuer did. */
export type Signed =
  | { reason: 'signed'; issuer: TrustedIssuer; place: IssuerPlace; facts: CredentialFacts }
  | { reason: Extract<CheckReason, 'malformed' | 'no-proof' | 'altered' | 'unknown-issuer' | 'unknown-key'> }

/**
 * Checks who signed a credential, and reads what it says. The signature comes first: whom a file names, and what it is called,
 * anybody can write.
 */
export async function checkSignature(credential: unknown, trust: Trust): Promise<Signed> {
  if (!isRecord(credential) || !isBadge(credential)) return { reason: 'malformed' }
  const proof = jcsProofOf(credential)
  const named = textOf(recordOf(credential.issuer).id)
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

const isBadge = ({ type }: Record<string, unknown>): boolean =>
  ['VerifiableCredential', 'OpenBadgeCredential'].every((one) => listOf(type).includes(one))

/** Badges of others are signed in other ways: they were not altered, they are none of ours. */
function proofReason(hasProof: boolean, named: string, trust: Trust): Signed {
  if (!trust.some(({ did }) => did === named)) return { reason: 'malformed' }
  return { reason: hasProof ? 'altered' : 'no-proof' }
}
