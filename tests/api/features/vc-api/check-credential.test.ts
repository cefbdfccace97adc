import { describe, expect, it } from 'vitest'
import { checkCredential, checkPresentation, contextDigests, VcProblem } from '../../../../api/features/vc-api/check'

const base = 'https://www.w3.org/ns/credentials/v2'
const credential = {
  '@context': [base],
  type: ['VerifiableCredential'],
  issuer: 'did:example:issuer',
  credentialSubject: { id: 'did:example:holder' },
}
const [digest = ''] = [...(contextDigests.get(base) ?? [])]

/** Why something is refused; null if it is accepted. */
function refusal(check: (value: unknown) => void, value: unknown): string | null {
  try {
    check(value)
    return null
  } catch (error) {
    if (error instanceof VcProblem) return error.detail
    throw error
  }
}

const typed = { type: 'https://example.org/#Some' }

describe('a credential that follows the data model', () => {
  it.each<[string, object]>([
    ['as it is', {}],
    [
      'of version 1.1',
      { '@context': ['https://www.w3.org/2018/credentials/v1'], issuanceDate: '2020-03-16T22:37:26.5Z' },
    ],
    [
      'with definitions of its own',
      { '@context': [base, { Some: 'https://example.org/#Some', some: { '@id': 'Some' } }] },
    ],
    ['with more types, in any order', { type: ['https://example.org/#Some', 'VerifiableCredential'] }],
    ['with an issuer that has a name', { issuer: { id: 'https://example.org', name: 'Example', description: 'Some' } }],
    ['with texts in two languages', { name: [{ '@value': 'Hund', '@language': 'de' }, { '@value': 'Dog' }] }],
    ['with several subjects', { credentialSubject: [{ name: 'Ada' }, { id: 'urn:uuid:1' }] }],
    ['with offsets in its dates', { validFrom: '2026-01-01T00:00:00-05:00', validUntil: '2026-01-01T05:00:00.000Z' }],
    ['with a status that has no address', { credentialStatus: typed }],
    [
      'with two schemas',
      {
        credentialSchema: [
          { ...typed, id: 'urn:schema:1' },
          { ...typed, id: 'urn:schema:2' },
        ],
      },
    ],
    ['with a related resource that is kept here', { relatedResource: { id: base, digestSRI: digest } }],
    ['with one that is not', { relatedResource: [{ id: 'https://example.org/a.png', digestMultibase: 'uAAAA' }] }],
  ])('%s', (_, more) => {
    expect(refusal(checkCredential, { ...credential, ...more })).toBeNull()
  })
})

describe('a credential is refused', () => {
  it.each<[string, object, RegExp]>([
    ['without contexts', { '@context': undefined }, /^@context must be a list/u],
    ['whose contexts begin with another', { '@context': ['https://example.org/c', base] }, /^@context must start/u],
    ['with a context that is a number', { '@context': [base, 123192875] }, /^@context must contain/u],
    ['with a context that is no address', { '@context': [base, 'https ://not-a-url/v1'] }, /^@context must contain/u],
    [
      'whose term is no address',
      { '@context': [base, { Some: 'https ://not-a-url#Some' }] },
      /^A term in @context maps/u,
    ],
    [
      'whose scoped term is none',
      { '@context': [base, { S: { '@context': { T: 'a b:c' } } }] },
      /^A term in @context maps/u,
    ],
    ['without a type', { type: undefined }, /^type must be one or more/u],
    ['of no type', { type: [] }, /^type must be one or more/u],
    ['of another type only', { type: ['Diploma'] }, /^type must include VerifiableCredential/u],
    ['with an empty address', { id: null }, /^id must be a single URL/u],
    ['with two addresses', { id: ['urn:a:1', 'urn:a:2'] }, /^id must be a single URL/u],
    ['with an address that is none', { id: 'https ://not-a-url/1' }, /^id must be a single URL/u],
    ['without an issuer', { issuer: undefined }, /^issuer must be a single URL/u],
    ['of an issuer that is no address', { issuer: 'somebody' }, /^issuer must be a single URL/u],
    ['of an issuer without an address', { issuer: { id: null, name: 'A' } }, /^issuer must be a single URL/u],
    [
      'of an issuer with a strange name',
      { issuer: { id: 'urn:a:1', name: { '@value': 'A', x: 'y' } } },
      /^issuer\.name/u,
    ],
    ['with a strange description', { description: 7 }, /^description must be a string/u],
    ['without a subject', { credentialSubject: undefined }, /^credentialSubject is missing/u],
    ['that claims nothing', { credentialSubject: {} }, /^credentialSubject must not be empty/u],
    [
      'that claims nothing of one subject',
      { credentialSubject: [{ name: 'Ada' }, {}] },
      /^credentialSubject must not be empty/u,
    ],
    ['about a text', { credentialSubject: 'Ada' }, /^credentialSubject must be an object/u],
    ['about nobody', { credentialSubject: [] }, /^credentialSubject must be an object/u],
    ['with two addresses of a subject', { credentialSubject: { id: ['a:1', 'a:2'] } }, /^credentialSubject\.id/u],
    ['from a day without time', { validFrom: '2026-01-01' }, /^validFrom must be a date/u],
    ['until a time without offset', { validUntil: '2026-01-01T00:00:00' }, /^validUntil must be a date/u],
    ['until a day that is none', { validUntil: '2026-02-31T25:00:00Z' }, /^validUntil must be a date/u],
    ['issued on no date', { issuanceDate: 1 }, /^issuanceDate must be a date/u],
    [
      'that ends before it begins',
      { validFrom: '2026-01-02T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' },
      /^validFrom must not be later/u,
    ],
    ['with a status without a type', { credentialStatus: { id: 'urn:a:1' } }, /^credentialStatus must have a type/u],
    [
      'with two addresses of a status',
      { credentialStatus: { ...typed, id: ['a:1', 'a:2'] } },
      /^credentialStatus\.id/u,
    ],
    ['with a schema without an address', { credentialSchema: typed }, /^credentialSchema\.id/u],
    ['with a schema without a type', { credentialSchema: { id: 'urn:a:1' } }, /^credentialSchema must have a type/u],
    ['with evidence of no type', { evidence: {} }, /^evidence must have a type/u],
    ['with terms of use of no type', { termsOfUse: [{ id: 'urn:a:1' }] }, /^termsOfUse must have a type/u],
    ['with a refresh service of no type', { refreshService: { id: 'urn:a:1' } }, /^refreshService must have a type/u],
    ['with a proof of no type', { proof: { proofValue: 'z1' } }, /^proof must have a type/u],
    ['with a resource that is a text', { relatedResource: [base] }, /^relatedResource must be an object/u],
    ['with a resource without an address', { relatedResource: { digestSRI: digest } }, /^relatedResource\.id/u],
    ['with a resource without a digest', { relatedResource: { id: base } }, /^relatedResource must have a digest/u],
    [
      'with a digest that is a number',
      { relatedResource: { id: base, digestSRI: 1 } },
      /^A digest .* must be a string/u,
    ],
    [
      'with the digest of something else',
      { relatedResource: { id: base, digestMultibase: 'uM4RgWQ' } },
      /^A digest .* does not match/u,
    ],
    [
      'with one resource twice',
      { relatedResource: [base, base].map((id) => ({ id, digestSRI: digest })) },
      /^relatedResource must not contain/u,
    ],
  ])('%s', (_, changes, why) => {
    expect(refusal(checkCredential, { ...credential, ...changes })).toMatch(why)
  })

  it.each([null, undefined, 'a text', 7, [credential]])('when it is %j', (value) => {
    expect(refusal(checkCredential, value)).toBe('A credential must be an object.')
  })
})

describe('a presentation', () => {
  const presentation = { '@context': [base], type: ['VerifiablePresentation'] }

  it.each<object>([
    {},
    { id: 'urn:uuid:1', holder: 'did:example:holder' },
    { holder: { id: 'did:example:holder' }, verifiableCredential: [credential, credential] },
  ])('can be %j', (more) => {
    expect(refusal(checkPresentation, { ...presentation, ...more })).toBeNull()
  })

  it.each<[object, RegExp]>([
    [{ type: ['VerifiableCredential'] }, /^type must include VerifiablePresentation/u],
    [{ id: 'no address' }, /^id must be/u],
    [{ holder: 'z6Mk' }, /^holder must be/u],
    [{ holder: { name: 'Acme' } }, /^holder must be/u],
    [{ verifiableCredential: ['eyJhbGciOiJFUzI1NiJ9'] }, /^verifiableCredential must be an object/u],
    [{ verifiableCredential: [{ ...credential, type: [] }] }, /^type must be one or more/u],
    [{ '@context': base }, /^@context must be a list/u],
  ])('cannot be %j', (changes, why) => {
    expect(refusal(checkPresentation, { ...presentation, ...changes })).toMatch(why)
  })
})
