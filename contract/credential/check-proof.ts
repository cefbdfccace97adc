/** Proofs of the suite eddsa-jcs-2022: what can be checked with little script, and covers every byte of a document. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { concatBytes, toUtf8 } from '../bytes'
import { verifyEd25519 } from '../ed25519'
import { canonicalJson } from './canonical-json'
import { PROOF_TYPE } from './contexts'
import { isRecord } from './json-reading'

export type ProofCheck = 'signed' | 'no-proof' | 'altered'

/** Of the proofs of a document the one of the suite; null where there is none, or more than one. */
export function jcsProofOf(document: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const { proof } = document
  const all: unknown[] = Array.isArray(proof) ? proof : [proof]
  const found = all.filter(isRecord).filter(({ cryptosuite }) => cryptosuite === 'eddsa-jcs-2022')
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Whether a key signed a document as it stands (W3C Data Integrity EdDSA Cryptosuites, section 3.3).
 * @param publicKeyMultibase `z6Mk…`
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
  const message = concatBytes(sha256(toUtf8(canonicalJson(config))), sha256(toUtf8(canonicalJson(unsecured))))
  return verifyEd25519(key, message, signature)
}

/** 32 bytes; null for what is no Ed25519 key. */
export function multikeyBytes(publicKeyMultibase: string): Uint8Array | null {
  const bytes = multibaseBytes(publicKeyMultibase)
  return bytes?.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01 ? bytes.slice(2) : null
}

function multibaseBytes(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !text.startsWith('z')) return null
  try {
    return base58.decode(text.slice(1))
  } catch {
    return null
  }
}
