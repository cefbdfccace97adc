import { describe, expect, it } from 'vitest'
import {
  createCanonizer,
  createLoadDocument,
  createVerifier,
  signedParts,
  verifyProof,
} from '../../../../api/features/vc-api/verify'
import { recordOf } from '../../../../contract/credential/json-reading'
import { readVectors, vectorsFolder } from '../../../support/vectors'

const loadDocument = createLoadDocument(() => [])
const canonize = createCanonizer(loadDocument)
const { verify } = createVerifier({
  loadDocument,
  canonize,
  now: () => Date.parse('2026-11-21'),
  checkStatus: async () => true,
})

/** Documents that the W3C signed for its specification of the suites, and their number of proofs. */
const documents = [
  ['eddsa-rdfc-2022/signedDataInt.json', 1],
  ['eddsa-jcs-2022/signedJCS.json', 1],
  ['proof-set-chain/signedProofSet1.json', 1],
  ['proof-set-chain/signedProofSet2.json', 2],
  ['proof-set-chain/signedProofChain1.json', 3],
  ['proof-set-chain/signedProofChain2.json', 4],
] as const

describe.skipIf(vectorsFolder() === null)('documents signed by the W3C (skipped if they are missing)', () => {
  it.each(documents)('%s: each of the %i proofs is valid, and none after a change of a word', async (name, count) => {
    const parts = signedParts(recordOf(readVectors(`vc-di-eddsa/${name}`)))
    expect(parts).toHaveLength(count)
    for (const { proof, document } of parts) {
      expect(`${await verifyProof({ proof, document, loadDocument, canonize })}#`).toMatch(/^did:key:z6Mk\w+#$/u)
      const altered = { ...document, name: 'Alumni Credentials' }
      await expect(verifyProof({ proof, document: altered, loadDocument, canonize })).rejects.toThrow(/signature/u)
    }
  })

  it.each(documents)('%s is refused as a whole: its keys are not those of its issuer', async (name) => {
    await expect(verify(readVectors(`vc-di-eddsa/${name}`))).rejects.toThrow('No proof is from the issuer.')
  })
})
