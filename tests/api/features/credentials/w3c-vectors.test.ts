import * as v from 'valibot'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { createSignCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { issue, verifyCredential } from '@digitalbazaar/vc'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { publicMultikey, signerOf } from '../../../../api/features/credentials/issuer'
import { ed25519KeyOf } from '../../../../api/features/transparency-log/ed25519'
import type { JsonObject } from '../../../../api/features/credentials/build'
import { concatBytes, toHex, toUtf8 } from '../../../../contract/bytes'
import { checkJcsProof, jcsProofOf, multikeyBytes } from '../../../../contract/credential/check-proof'
import { verifyEd25519 } from '../../../../contract/ed25519'
import { readVectors, vectorsFolder } from '../../../support/vectors'
import { loadDids, suites } from './verify-as-others'

const NOW = new Date('2026-11-21T09:00:00Z')
/** Of the vectors: it defines every term, at one URL. */
const EXAMPLES = 'https://www.w3.org/ns/credentials/examples/v2'
const examples = { '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' } }

const aDocument = v.looseObject({ proof: v.optional(v.unknown()) })
const aProof = v.looseObject({
  cryptosuite: v.string(),
  created: v.string(),
  verificationMethod: v.string(),
  proofValue: v.string(),
})
const vector = (name: string) => v.parse(aDocument, readVectors(`vc-di-eddsa/${name}`))
const proofsOf = ({ proof }: { proof?: unknown }) => v.parse(v.array(aProof), Array.isArray(proof) ? proof : [proof])

/** The document of a `did:key`: the key itself. */
function didKey(did: string): JsonObject {
  const publicKeyMultibase = did.slice('did:key:'.length)
  const id = `${did}#${publicKeyMultibase}`
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: [{ id, type: 'Multikey', controller: did, publicKeyMultibase }],
    assertionMethod: [id],
  }
}

function loaderFor(document: { proof?: unknown }) {
  const dids = proofsOf(document).map(({ verificationMethod }) => verificationMethod.split('#')[0] ?? '')
  return loadWithExamples(loadDids(dids.map(didKey)))
}

const loadWithExamples =
  (load: ReturnType<typeof loadDids>): ReturnType<typeof loadDids> =>
  (url) =>
    url === EXAMPLES ? Promise.resolve({ contextUrl: null, documentUrl: url, document: examples }) : load(url)

/** Checks only the signature: the vectors name an issuer without a document. */
const anybodys = {
  match: ({ proofPurpose }: { proofPurpose: string }) => Promise.resolve(proofPurpose === 'assertionMethod'),
  validate: () => Promise.resolve({ valid: true }),
}

async function verify(document: Record<string, unknown>): Promise<boolean> {
  const { results = [] } = await verifyCredential({
    credential: document,
    suite: Object.values(suites).map((suite) => suite()),
    documentLoader: loaderFor(document),
    purpose: anybodys,
    now: NOW,
  })
  return results.length === proofsOf(document).length && results.every(({ verified }) => verified)
}

const withVectors = vectorsFolder() === null ? describe.skip : describe

withVectors('the vectors of W3C Data Integrity EdDSA Cryptosuites', () => {
  it.each([
    ['eddsa-rdfc-2022/signedDataInt.json'],
    ['eddsa-jcs-2022/signedJCS.json'],
    ['proof-set-chain/signedProofSet1.json'],
    ['proof-set-chain/signedProofSet2.json'],
  ])('%s is verified, but not after a change', async (name) => {
    const document = vector(name)
    expect(await verify(document)).toBe(true)
    expect(await verify({ ...document, validFrom: '2023-01-01T00:00:01Z' })).toBe(false)
    const proofs = proofsOf(document).map((proof) => Object.assign({}, proof, { created: '2023-02-24T23:36:39Z' }))
    expect(await verify({ ...document, proof: proofs })).toBe(false)
  })

  it('the one with a third-party context, which is not bundled, is verified from its canonical text', async () => {
    const steps = v.parse(v.record(v.string(), v.string()), readVectors('vc-di-eddsa/_intermediates.json'))
    const step = (name: string) => steps[`eddsa-rdfc-2022/employ/${name}.txt`] ?? ''
    const [proof] = proofsOf(vector('eddsa-rdfc-2022/employ/signedDataInt.json'))
    const key = multikeyBytes(proof?.verificationMethod.split('#')[1] ?? '') ?? new Uint8Array()
    const signature = base58.decode((proof?.proofValue ?? '').slice(1))
    const texts = [step('proofCanonDataInt'), step('canonDocDataInt')]
    const message = concatBytes(...texts.map((text) => sha256(toUtf8(text))))
    expect(toHex(message)).toBe(step('combinedHashDataInt'))
    expect(await verifyEd25519(key, message, signature)).toBe(true)
    expect(await verifyEd25519(key, message.with(0, 0), signature)).toBe(false)
  })

  it('the one of eddsa-jcs-2022 is verified by our code', async () => {
    const document = vector('eddsa-jcs-2022/signedJCS.json')
    const proof = jcsProofOf(document)
    const key = v.parse(v.string(), proof?.['verificationMethod']).split('#')[1] ?? ''
    expect(await checkJcsProof(document, proof ?? {}, key)).toBe(true)
    expect(await checkJcsProof({ ...document, name: 'Another' }, proof ?? {}, key)).toBe(false)
  })

  it.each([
    ['eddsa-rdfc-2022/signedDataInt.json', () => cryptosuite],
    ['eddsa-jcs-2022/signedJCS.json', () => createSignCryptosuite()],
  ])('signing %s with its key returns its proof', async (name, suite) => {
    const pair = v.parse(v.record(v.string(), v.string()), readVectors('vc-di-eddsa/keyPair.json'))
    const seed = base58.decode((pair['privateKeyMultibase'] ?? '').slice(1)).slice(2)
    const { publicKey, sign } = ed25519KeyOf(seed)
    const publicKeyMultibase = publicMultikey(publicKey)
    expect(publicKeyMultibase).toBe(pair['publicKeyMultibase'])

    const { proof, ...document } = vector(name)
    const [expected] = proofsOf({ proof })
    const did = `did:key:${publicKeyMultibase}`
    const signer = signerOf({ did, publicKeyMultibase, sign })
    const signed = await issue({
      credential: document,
      suite: new DataIntegrityProof({ signer, cryptosuite: suite(), date: expected?.created ?? '' }),
      documentLoader: loadWithExamples(loadDids([didKey(did)])),
      now: NOW,
    })
    expect(proofsOf(v.parse(aDocument, signed))[0]?.proofValue).toBe(expected?.proofValue)
  })
})
