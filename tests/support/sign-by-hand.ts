import { createPrivateKey, sign } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { concatBytes, toUtf8 } from '../../contract/bytes'
import { canonicalJson } from '../../contract/credential/canonical-json'
import { publicMultikey } from '../../api/features/credentials/issuer'
import { newEd25519Key } from '../../api/features/transparency-log/ed25519'

export type JsonRecord = Record<string, unknown>

/** A signer with a `did:key` that signs eddsa-jcs-2022 without a library. */
export function aSigner() {
  const { publicKey, seed } = newEd25519Key()
  const multikey = publicMultikey(publicKey)
  const did = `did:key:${multikey}`
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })

  /** Adds a proof. @param previous proofs that the new one refers to */
  function secure(document: JsonRecord, more: JsonRecord = {}, previous: readonly JsonRecord[] = []): JsonRecord {
    const { proof, ...unsecured } = document
    const there = proof === undefined ? [] : [proof].flat()
    const config = {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-jcs-2022',
      created: '2026-11-21T08:00:00Z',
      verificationMethod: `${did}#${multikey}`,
      proofPurpose: 'assertionMethod',
      '@context': document['@context'],
      ...more,
    }
    const signed = previous.length > 0 ? { ...unsecured, proof: previous } : unsecured
    const message = concatBytes(...[config, signed].map((one) => sha256(toUtf8(canonicalJson(one)))))
    const proofValue = `z${base58.encode(new Uint8Array(sign(null, message, key)))}`
    return { ...unsecured, proof: [...there, { ...config, proofValue }] }
  }

  return { did, secure }
}
