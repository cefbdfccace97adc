import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkJcsProof } from '../../../../contract/credential/check-proof'
import { listOf, recordOf, textOf } from '../../../../contract/credential/json-reading'
import { aSigner } from '../../../support/sign-by-hand'
import type { JsonRecord } from '../../../support/sign-by-hand'
import { startTestApi } from '../../../support/start-api'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'

let api: TagHolders
beforeAll(async () => {
  api = await startWithHolders({ env: { VC_API: 'on' } })
})
afterAll(() => api.close())

const base = 'https://www.w3.org/ns/credentials/v2'
const credential = {
  '@context': [base],
  type: ['VerifiableCredential'],
  issuer: 'did:example:somebody',
  credentialSubject: { id: 'did:example:holder' },
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  const answer = await api.request(`/vc-api${path}`, { ...init, body: JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text) }
}

const issue = (document: unknown, options?: JsonRecord) =>
  post('/credentials/issue', { credential: document, ...(options && { options }) })
const verify = (verifiableCredential: unknown) => post('/credentials/verify', { verifiableCredential })
const present = (verifiablePresentation: unknown, options?: JsonRecord) =>
  post('/presentations/verify', { verifiablePresentation, options })

const issued = async (document: unknown = credential, options?: JsonRecord): Promise<JsonRecord> =>
  (await issue(document, options)).body.verifiableCredential

describe('issuing', () => {
  it('returns the credential with a proof, always as its own issuer', async () => {
    const { status, body } = await issue({ ...credential, issuer: { id: 'did:example:bank', name: 'A bank' } })
    const issuer = textOf(recordOf(await (await api.request('/vc-api')).json()).issuer)
    expect(status).toBe(201)
    expect(issuer).toMatch(/^did:key:z6Mk\w+$/u)
    expect(body.verifiableCredential).toMatchObject({
      issuer: { id: issuer, name: 'A bank' },
      proof: { cryptosuite: 'eddsa-rdfc-2022', verificationMethod: `${issuer}#${issuer.slice('did:key:'.length)}` },
    })
  })

  it('never signs as an issuer of TrustTags, whatever it gets', async () => {
    const did = 'did:web:localhost%3A4001'
    const { proof, issuer } = await issued({ ...credential, issuer: did })
    const keys = (['live', 'test'] as const).flatMap((mode) => api.services.issuer.issuerKeys(mode))
    expect(issuer).not.toBe(did)
    expect(keys).toHaveLength(2)
    for (const { publicKeyMultibase } of keys) expect(JSON.stringify(proof)).not.toContain(publicKeyMultibase)
  })

  it('keeps its key, readable only by its owner', async () => {
    const file = join(api.folder, 'keys/vc-api-key.txt')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('signs with the requested suite, or with both', async () => {
    const jcs = await issued(credential, { cryptosuite: 'eddsa-jcs-2022' })
    const [did = '', key = ''] = String(recordOf(jcs.proof).verificationMethod).split('#')
    expect(jcs.issuer).toBe(did)
    expect(await checkJcsProof(jcs, recordOf(jcs.proof), key)).toBe(true)
    const both = await issued(credential, { cryptosuite: ['eddsa-rdfc-2022', 'eddsa-jcs-2022'] })
    expect(both.proof).toMatchObject([{ cryptosuite: 'eddsa-rdfc-2022' }, { cryptosuite: 'eddsa-jcs-2022' }])
    for (const one of [jcs, both]) expect((await verify(one)).body).toMatchObject({ verified: true, warnings: [] })
    expect((await issue(credential, { cryptosuite: 'ecdsa-rdfc-2019' })).status).toBe(400)
  })

  it('knows only bundled contexts, and fetches none', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { status, body } = await issue({ ...credential, '@context': [base, 'https://example.org/context'] })
    expect(status).toBe(400)
    expect(body.problemDetails[0].type).toBe('https://w3id.org/security#PROOF_GENERATION_ERROR')
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('verifying', () => {
  it('accepts what was issued, and names what it did not check', async () => {
    const credentialStatus = { id: 'did:example:status#1', type: 'https://example.org/#Status' }
    const { status, body } = await verify(await issued({ ...credential, credentialStatus }))
    expect(status).toBe(200)
    expect(body).toEqual({
      verified: true,
      checks: ['proof', 'dates'],
      warnings: ['The revocation status was not checked: the list is not ours.'],
    })
  })

  it('gives each credential a status of its own list, and refuses it once revoked', async () => {
    const [one, two] = [await issued(), await issued()]
    expect(one.credentialStatus).toMatchObject({
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListCredential: 'http://localhost:4001/vc-api/status/1',
    })
    expect(recordOf(one.credentialStatus).statusListIndex).not.toBe(recordOf(two.credentialStatus).statusListIndex)
    expect((await verify(one)).body).toEqual({ verified: true, checks: ['proof', 'dates', 'status'], warnings: [] })
    expect((await post('/credentials/status', { credentialStatus: one.credentialStatus })).body).toEqual({
      revoked: true,
    })
    expect(await verify(one)).toMatchObject({
      status: 400,
      body: { verified: false, problemDetails: [{ type: expect.stringContaining('#STATUS_VERIFICATION_ERROR') }] },
    })
    expect((await verify(two)).body).toMatchObject({ verified: true })
    const undo = { credentialStatus: one.credentialStatus, status: false }
    expect((await post('/credentials/status', undo)).status).toBe(400)
    const foreign = {
      ...recordOf(one.credentialStatus),
      statusListCredential: 'http://localhost:4001/trusttag/status/1',
    }
    expect((await post('/credentials/status', { credentialStatus: foreign })).status).toBe(400)
  })

  it('serves its list, signed by itself', async () => {
    const answer = await api.request('/vc-api/status/1', {
      headers: { accept: 'application/ld+json, application/json' },
    })
    expect(answer.headers.get('content-type')).toBe('application/ld+json')
    expect((await verify(await answer.json())).body).toMatchObject({ verified: true })
  })

  it('refuses a revoked TrustTag, whose list is its own too', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Mason')
    const tag: unknown = JSON.parse((await api.store.credentials.find(trustTagId))?.credential ?? '')
    expect((await verify(tag)).body).toEqual({ verified: true, checks: ['proof', 'dates', 'status'], warnings: [] })
    await api.revoke(trustTagId)
    expect(await verify(tag)).toMatchObject({ status: 400, body: { verified: false } })
    expect(
      (await present({ '@context': [base], type: ['VerifiablePresentation'], verifiableCredential: [tag] })).status,
    ).toBe(400)
  })

  it('accepts a TrustTag, but not after a change of a word', async () => {
    const { trustTagId } = await api.earn(await api.join())
    const tag = recordOf(await (await api.request(`/trusttag/tags/${trustTagId}/credential.json`)).json())
    expect((await verify(tag)).body).toMatchObject({ verified: true })
    expect((await verify({ ...tag, name: 'TrustTag: Surgeon' })).status).toBe(400)
  })

  it.each<[string, (signed: JsonRecord) => unknown]>([
    ['another subject', (signed) => ({ ...signed, credentialSubject: { id: 'did:example:thief' } })],
    [
      'a term that no context defines',
      (signed) => ({ ...signed, credentialSubject: { id: 'did:example:holder', x: 'y' } }),
    ],
    ['a type that no context defines', (signed) => ({ ...signed, type: ['VerifiableCredential', 'Diploma'] })],
    ['another issuer', (signed) => ({ ...signed, issuer: 'did:example:bank' })],
    ['no proof', (signed) => ({ ...signed, proof: undefined })],
    ['an empty list of proofs', (signed) => ({ ...signed, proof: [] })],
    ['a proof that is none', (signed) => ({ ...signed, proof: [signed.proof, null] })],
    ['a signature of other bytes', (signed) => change(signed, { proofValue: `z${'1'.repeat(64)}` })],
    ['a signature that is no text', (signed) => change(signed, { proofValue: null })],
    ['another purpose', (signed) => change(signed, { proofPurpose: 'authentication' })],
    ['another moment', (signed) => change(signed, { created: '2020-01-01T00:00:00Z' })],
    ['another suite', (signed) => change(signed, { cryptosuite: 'eddsa-2021' })],
    ['the other suite', (signed) => change(signed, { cryptosuite: 'eddsa-jcs-2022' })],
    ['another type of proof', (signed) => change(signed, { type: 'Ed25519Signature2020' })],
    ['a key of somebody else', (signed) => change(signed, { verificationMethod: `${aSigner().did}#x` })],
    ['a key that must be fetched', (signed) => change(signed, { verificationMethod: 'https://example.org/key' })],
    ['a second proof of an unknown suite', (signed) => twice(signed, { cryptosuite: 'eddsa-2021' })],
    ['a second proof that is wrong', (signed) => twice(signed, { created: '2020-01-01T00:00:00Z' })],
    ['a proof that builds on one that is missing', (signed) => change(signed, { previousProof: 'urn:uuid:missing' })],
    ['the text of it', (signed) => JSON.stringify(signed)],
  ])('refuses %s', async (_, tamper) => {
    const { status, body } = await verify(tamper(await issued()))
    expect(status).toBe(400)
    expect(body).toEqual({
      verified: false,
      problemDetails: [
        { type: expect.stringMatching(/#[A-Z_]+_ERROR$/u), title: expect.any(String), detail: expect.any(String) },
      ],
    })
  })

  it('refuses a credential before and after its period', async () => {
    const signer = aSigner()
    const holds = (period: JsonRecord) => verify(signer.secure({ ...credential, issuer: signer.did, ...period }))
    expect((await holds({ validFrom: '2026-11-21T08:59:59Z', validUntil: '2026-11-21T09:00:01Z' })).status).toBe(200)
    expect((await holds({ validFrom: '2026-11-21T09:00:01Z' })).status).toBe(400)
    expect((await holds({ validUntil: '2026-11-21T08:59:59Z' })).status).toBe(400)
  })

  it('accepts another’s proof only beside one of the issuer', async () => {
    const [signer, witness] = [aSigner(), aSigner()]
    const document = { ...credential, issuer: signer.did }
    expect((await verify(witness.secure(document))).status).toBe(400)
    expect((await verify(witness.secure(signer.secure(document)))).status).toBe(200)
  })

  it('accepts a proof that builds on another only together with it', async () => {
    const [signer, witness] = [aSigner(), aSigner()]
    const first = witness.secure({ ...credential, issuer: signer.did }, { id: 'urn:uuid:first' })
    const chain = (previous: unknown[]) =>
      signer.secure(first, { previousProof: 'urn:uuid:first' }, previous.map(recordOf))
    expect((await verify(chain(listOf(first.proof)))).status).toBe(200)
    expect((await verify(chain([]))).status).toBe(400)
  })
})

describe('presentations', () => {
  const presentation = { '@context': [base], type: ['VerifiablePresentation'] }
  const asked = { challenge: 'c-1', domain: 'verifier.example' }

  it('are valid if their proof has the requested values, and every credential in them is valid', async () => {
    const holder = aSigner()
    const whole = { ...presentation, holder: holder.did, verifiableCredential: [await issued()] }
    const signed = holder.secure(whole, { proofPurpose: 'authentication', ...asked })
    expect((await present(signed, asked)).body).toMatchObject({ verified: true, warnings: [] })
    expect((await present(signed, { ...asked, challenge: 'c-2' })).status).toBe(400)
    expect((await present(signed, { ...asked, domain: 'other.example' })).status).toBe(400)
    expect((await present(holder.secure(whole, asked), asked)).status).toBe(400)
    expect((await present({ ...signed, holder: 'did:example:thief' }, asked)).status).toBe(400)
  })

  it('are marked if they have no proof', async () => {
    const { status, body } = await present({ ...presentation, verifiableCredential: [await issued()] })
    expect(status).toBe(200)
    expect(body.warnings).toEqual(['The presentation has no proof.'])
  })

  it('are invalid with an invalid credential, or something else, in them', async () => {
    const altered = { ...(await issued()), credentialSubject: { id: 'did:example:thief' } }
    for (const verifiableCredential of [altered, credential, 'a text', [await issued(), altered]])
      expect((await present({ ...presentation, verifiableCredential })).status).toBe(400)
  })
})

describe('access', () => {
  it('is off by default', async () => {
    const off = await startTestApi()
    const answers = ['/vc-api', '/vc-api/credentials/issue'].map((path) => off.request(path, { method: 'POST' }))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404])
    expect(existsSync(join(off.folder, 'keys/vc-api-key.txt'))).toBe(false)
    await off.close()
  })

  it('requires a loopback host, and no proxy', async () => {
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    const foreign = await api.request('http://rebound.example/vc-api/credentials/issue', init)
    const proxied = await post('/credentials/issue', {}, { 'x-forwarded-for': '198.51.100.7' })
    expect([foreign.status, proxied.status]).toEqual([404, 404])
  })

  it('is not possible for pages of other sites: the body must be JSON, and no response allows an origin', async () => {
    const simple = await post('/credentials/issue', { credential }, { 'content-type': 'text/plain' })
    const { headers } = await post('/credentials/issue', { credential }, { origin: 'https://evil.example' })
    expect(simple.status).toBe(415)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('has limits of size and rate', async () => {
    const long = { ...credential, name: 'x'.repeat(100_001) }
    expect((await issue(long)).status).toBe(413)
    const strict = await startTestApi({ env: { VC_API: 'on' }, rateLimitFactor: 1 })
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    const statuses = new Set<number>()
    for (let call = 0; call < 121; call += 1)
      statuses.add((await strict.request('/vc-api/credentials/verify', init)).status)
    expect([...statuses]).toEqual([400, 429])
    await strict.close()
  })
})

const change = (signed: JsonRecord, changes: JsonRecord) => ({
  ...signed,
  proof: { ...recordOf(signed.proof), ...changes },
})
const twice = (signed: JsonRecord, changes: JsonRecord) => ({
  ...signed,
  proof: [signed.proof, { ...recordOf(signed.proof), ...changes }],
})
