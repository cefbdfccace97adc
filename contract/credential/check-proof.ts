/** Proofs of the suite eddsa-jcs-2022, which need little code and cover every byte of a document. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { concatBytes, toUtf8 } from '../bytes'
import { verifyEd25519 } from '../ed25519'
import { canonicalJson } from './canonical-json'
import { cryptosuites, PROOF_TYPE } from './contexts'
import { isRecord, textOf } from './json-reading'

/** The document's proof of that suite; null without one or with several. */
export function jcsProofOf(document: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const found = proofsOf(document).filter(({ cryptosuite }) => cryptosuite === 'eddsa-jcs-2022')
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Whether a document has both proofs as we create them: the two suites in order, one key, one purpose, and no other
 * property, because an extra property could have a meaning elsewhere.
 */
export function hasOurProofs(document: Readonly<Record<string, unknown>>): boolean {
  const proofs = proofsOf(document)
  const isOurs = (proof: Record<string, unknown>, place: number): boolean =>
    proof.type === PROOF_TYPE &&
    proof.cryptosuite === cryptosuites[place] &&
    proof.verificationMethod === proofs[0]?.verificationMethod &&
    proof.proofPurpose === 'assertionMethod' &&
    isMoment(proof.created) &&
    PROOF_VALUE.test(textOf(proof.proofValue)) &&
    Object.keys(proof).every((name) => PROOF_FIELDS.has(name) || (name === '@context' && place === JCS_PLACE))
  return Array.isArray(document.proof) && proofs.length === cryptosuites.length && proofs.every(isOurs)
}

const PROOF_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'created',
  'verificationMethod',
  'cryptosuite',
  'proofPurpose',
  'proofValue',
])

/** Proofs of this suite repeat the document's contexts. */
const JCS_PLACE = cryptosuites.indexOf('eddsa-jcs-2022')

/** 64 bytes in base58. */
const PROOF_VALUE = /^z[1-9A-HJ-NP-Za-km-z]{64,90}$/u

const proofsOf = ({ proof }: Readonly<Record<string, unknown>>): Record<string, unknown>[] => {
  const all: unknown[] = Array.isArray(proof) ? proof : [proof]
  return all.filter(isRecord)
}

/** With a time zone: without one, the moment would depend on the reader. */
export const isMoment = (value: unknown): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/u.test(textOf(value)) &&
  !Number.isNaN(Date.parse(textOf(value)))

/**
 * Whether a key signed a document (W3C Data Integrity EdDSA Cryptosuites, section 3.3). Stricter in one point: the
 * proof's contexts must equal the document's, not only its first ones.
 * @param publicKeyMultibase `z6Mk…`
 * @returns false also for anything but JSON
 */
export async function checkJcsProof(
  document: Readonly<Record<string, unknown>>,
  proof: Readonly<Record<string, unknown>>,
  publicKeyMultibase: string,
): Promise<boolean> {
  const { proofValue, ...config } = proof
  const { proof: _proof, ...unsecured } = document
  const [key, signature] = [multikeyBytes(publicKeyMultibase), multibaseBytes(proofValue)]
  if (!key || !signature || config.type !== PROOF_TYPE || config.proofPurpose !== 'assertionMethod') return false
  try {
    if ('@context' in config && canonicalJson(config['@context']) !== canonicalJson(document['@context'])) return false
    const message = concatBytes(sha256(toUtf8(canonicalJson(config))), sha256(toUtf8(canonicalJson(unsecured))))
    return await verifyEd25519(key, message, signature)
  } catch {
    return false
  }
}

/** 32 bytes; null unless it is an Ed25519 key. */
export function multikeyBytes(publicKeyMultibase: string): Uint8Array | null {
  const bytes = multibaseBytes(publicKeyMultibase)
  return bytes?.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01 ? bytes.slice(2) : null
}

/** A signature has at most 88. Decoding base58 takes quadratic time. */
const MULTIBASE_MAX_CHARS = 100

function multibaseBytes(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !text.startsWith('z') || text.length > MULTIBASE_MAX_CHARS) return null
  try {
    return base58.decode(text.slice(1))
  } catch {
    return null
  }
}
