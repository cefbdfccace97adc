import { Ajv2019 } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { statusList } from '../../../../api/features/credentials/status-list'
import { issueCredential } from '../../../../api/features/credentials/issue'
import type { CredentialInput } from '../../../../api/features/credentials/issue'
import type { TagFacts } from '../../../../api/features/credentials/build'
import { sampleTags } from '../../../../api/features/tags/verify'
import { credentialContexts } from '../../../../contract/credential/contexts'
import { aTag, issueTags, NOW } from '../../../support/issued-tags'
import type { IssuedTags } from '../../../support/issued-tags'
import { readVectors, vectorsFolder } from '../../../support/vectors'
import { verifyAsOthers } from './verify-as-others'

const SCHEMA = 'ob3-schema/schemas/ob_v3p0_achievementcredential_schema.json'
const hash = 'uU0nuZNNPgilLlLX2n2r-sSE7-N6U4DukIj3rOLvzek'
const evidence = (genre: string) => ({ name: genre, description: 'SHA-256 of something.', genre, hash })
const both = ['eddsa-rdfc-2022', 'eddsa-jcs-2022'] as const

let issued: IssuedTags
beforeAll(async () => {
  issued = await issueTags()
})
afterAll(() => issued.close())

let number = 20
const facts = (mode: TagFacts['mode'], changes: Partial<TagFacts> = {}): TagFacts => ({
  ...aTag(mode, (number += 1)),
  ...changes,
})
const plain = { memberId: null, bankId: 'electrician', evidence: () => [evidence('Assessment')] }

const kinds: Record<string, () => CredentialInput> = {
  live: () => ({ ...plain, tag: facts('live') }),
  'of Test Mode': () => ({ ...plain, tag: facts('test') }),
  'a sample': () => ({ ...plain, tag: sampleTags[0] ?? facts('sample'), bankId: null, evidence: () => [] }),
  'tested with general questions': () => ({
    ...plain,
    tag: facts('live', { id: 'TT-SK2026000000000077', skill: 'Beekeeping' }),
    bankId: 'general',
  }),
  'of a bank that is gone': () => ({ ...plain, tag: facts('live'), bankId: 'was-here-once' }),
  'with work samples': () => ({
    ...plain,
    tag: facts('live'),
    evidence: () => [evidence('Assessment'), evidence('Work sample'), evidence('Work sample')],
  }),
  'without topics': () => ({ ...plain, tag: facts('live', { topics: [] }) }),
  'with names of everywhere': () => ({
    ...plain,
    tag: facts('live', { holderName: '李小龍 أحمد O’Brien-Šťastný 😀 <b>', skill: 'Électricité & “Öfen”' }),
    bankId: null,
  }),
}

async function issue(provable: CredentialInput): Promise<Record<string, unknown>> {
  const { store } = issued.services
  await store.transaction((repositories) => issueCredential(repositories, issued.services, provable))
  const row = await store.credentials.find(provable.tag.id)
  return v.parse(v.record(v.string(), v.unknown()), JSON.parse(row?.credential ?? ''))
}

const withSchema = vectorsFolder() === null ? it.skip : it

/** Errors of the formal 1EdTech schema. */
function schemaErrors(credential: object): string[] {
  const ajv = new Ajv2019({ allErrors: true, strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(v.parse(v.looseObject({}), readVectors(SCHEMA)))
  validate(credential)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe.each(Object.entries(kinds))('the credential of a TrustTag: %s', (_, provable) => {
  let credential: Record<string, unknown>
  beforeAll(async () => {
    credential = await issue(provable())
  })

  withSchema('keeps the formal schema of Open Badges 3.0', () => {
    expect(schemaErrors(credential)).toEqual([])
  })

  withSchema('would not, were its proof no list', () => {
    const [proof] = v.parse(v.array(v.unknown()), credential['proof'])
    expect(schemaErrors({ ...credential, proof })).toContain('/proof must be array')
  })

  it.each([[both], [['eddsa-rdfc-2022'] as const], [['eddsa-jcs-2022'] as const]])(
    'is verified by third-party packages that know %j',
    async (names) => {
      const { issuer } = issued.services
      expect(await verifyAsOthers(credential, { issuer, now: NOW, names })).toEqual({ verified: true, why: '' })
    },
  )

  it('fails verification after any change', async () => {
    const { issuer } = issued.services
    const changes = [
      { name: 'TrustTag: Surgeon' },
      { validUntil: '2099-01-01T00:00:00Z' },
      { credentialSubject: { ...v.parse(v.looseObject({}), credential['credentialSubject']), result: [] } },
      { extra: 'undefined in every context' },
    ]
    for (const change of changes)
      expect(
        await verifyAsOthers({ ...credential, ...change }, { issuer, now: NOW, names: ['eddsa-rdfc-2022'] }),
      ).toMatchObject({ verified: false })
  })

  it('has lists where the standard requires them, bundled contexts, and no email address', () => {
    expect(credential['@context']).toEqual(credentialContexts)
    for (const name of ['type', 'proof', 'credentialSchema'])
      expect([name, Array.isArray(credential[name])]).toEqual([name, true])
    expect(JSON.stringify(credential)).not.toContain('mem_')
    expect(JSON.stringify(credential)).not.toMatch(/@[a-z]+\.[a-z]+/iu)
  })
})

it('has unguessable bits, even for the same facts', async () => {
  const tag = facts('live')
  const first = await issue({ ...plain, tag })
  await issued.services.store.credentials.delete(tag.id)
  const second = await issue({ ...plain, tag })
  const salt = (of: object) => /"salt":"([\w-]+)"/u.exec(JSON.stringify(of))?.[1] ?? ''
  expect(Buffer.from(salt(first), 'base64url')).toHaveLength(16)
  expect(salt(first)).not.toBe(salt(second))
})

it.each(['live', 'test'] as const)('a status list (%s) is verified by third-party packages', async (mode) => {
  const { issuer } = issued.services
  const list = await statusList(issued.services, mode, 1)
  expect(await verifyAsOthers(list ?? {}, { issuer, now: NOW, names: both })).toEqual({ verified: true, why: '' })
  expect(
    await verifyAsOthers({ ...list, validUntil: '2099-01-01T00:00:00Z' }, { issuer, now: NOW, names: both }),
  ).toMatchObject({ verified: false })
})
