import { describe, expect, it } from 'vitest'
import { checkJcsProof, isMoment, jcsProofOf, multikeyBytes } from '../../../contract/credential/check-proof'
import { recordOf, textOf } from '../../../contract/credential/json-reading'
import { readVectors, vectorsFolder } from '../../support/vectors'

const check = (document: Record<string, unknown>) => {
  const proof = jcsProofOf(document)
  return checkJcsProof(document, proof ?? {}, textOf(proof?.verificationMethod).split('#')[1] ?? '')
}

describe.skipIf(vectorsFolder() === null)('the vector of eddsa-jcs-2022 of W3C', () => {
  const read = () => recordOf(readVectors('vc-di-eddsa/eddsa-jcs-2022/signedJCS.json'))

  it('is signed', async () => expect(await check(read())).toBe(true))

  it.each(['id', 'name', 'issuer', 'validFrom', 'credentialSubject', '@context', 'new'])(
    'is not when %s is another',
    async (name) => expect(await check({ ...read(), [name]: 'another' })).toBe(false),
  )

  it.each([
    ['created', '2023-02-24T23:36:39Z'],
    ['@context', ['https://www.w3.org/ns/credentials/v2']],
    ['type', 'Ed25519Signature2020'],
    ['proofPurpose', 'authentication'],
    ['expires', '2040-01-01T00:00:00Z'],
    ['proofValue', 'z'],
    ['proofValue', `z${'2'.repeat(1_000_000)}`],
    ['proofValue', null],
  ])('is not when %s of its proof is %j', async (name, value) => {
    const document = read()
    const proof = { ...recordOf(document.proof), [name]: value }
    expect(await check({ ...document, proof })).toBe(false)
  })

  it('is not by another key', async () => {
    const document = read()
    const other = 'z6MkehVWvNT6wgEt2eHZNKFBRJHbXQxTBUf8ZvAq2uLLUu6v'
    expect(await checkJcsProof(document, recordOf(document.proof), other)).toBe(false)
  })

  it('is not found where it stands twice', () => {
    const { proof } = read()
    expect(jcsProofOf({ proof: [proof, proof] })).toBeNull()
    expect(jcsProofOf({ proof: [proof] })).toEqual(proof)
  })
})

it.each(['', 'z', 'u7QE', 'z6Mk', 'z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc', `z${'1'.repeat(34)}`])(
  '%j is no key',
  (text) => expect(multikeyBytes(text)).toBeNull(),
)

it.each([
  ['2026-11-21T09:00:00Z', true],
  ['2026-11-21T09:00:00.123+02:00', true],
  ['2026-11-21T09:00:00', false],
  ['2026-11-21', false],
  ['2026-13-21T09:00:00Z', false],
  ['yesterday', false],
  [1, false],
])('%j is a moment: %s', (text, isOne) => expect(isMoment(text)).toBe(isOne))
