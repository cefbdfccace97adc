import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIssuerWorker, backfillLog, logSamples } from '../../../../api/features/tags/backfill'
import { createIssuer, newStoredKey } from '../../../../api/features/credentials/issuer'
import { createFileKeys } from '../../../../api/features/credentials/keys'
import { revokeSignedBy } from '../../../../api/features/credentials/issue'
import { statusList } from '../../../../api/features/credentials/status-list'
import { sampleTags } from '../../../../api/features/tags/verify'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'
import { join } from 'node:path'

let api: TagHolders
beforeEach(async () => {
  api = await startWithHolders()
})
afterEach(() => api.close())

const going = () => false
const sizeOf = async (mode: 'live' | 'test') => (await api.store.log.head(mode))?.size ?? 0

/** A TrustTag from before the log. */
async function anOlderTag(skill: string): Promise<string> {
  const { trustTagId } = await api.earn(await api.join(), skill)
  await api.store.credentials.delete(trustTagId)
  await api.store.tags.update(trustTagId, { proof: null })
  return trustTagId
}

describe('TrustTags from before the log', () => {
  it('each get one credential and one entry, in the order of issue', async () => {
    const older = []
    for (const skill of ['Cook', 'Electrician', 'Beekeeping']) {
      older.push(await anOlderTag(skill))
      api.clock.advance(1_000)
    }
    const fresh = await api.earn(await api.join(), 'Cook')
    const size = await sizeOf('test')
    expect(await backfillLog(api.services, going)).toEqual({ entered: 3, problem: null })
    expect(await backfillLog(api.services, going)).toEqual({ entered: 0, problem: null })
    expect(await sizeOf('test')).toBe(size + 3)
    const proofs = await Promise.all(older.map(async (id) => (await api.store.tags.find(id))?.proof?.logIndex))
    expect(proofs).toEqual([size, size + 1, size + 2])
    expect((await api.store.tags.find(fresh.trustTagId))?.proof).toEqual(fresh.proof)
    for (const id of older) {
      const { credential = '' } = (await api.store.credentials.find(id)) ?? {}
      expect(JSON.parse(credential)).toMatchObject({
        credentialSubject: { identifier: [{ identityHash: 'Ada Lovelace' }] },
        evidence: [{ genre: 'Assessment' }],
        validFrom: new Date((await api.store.tags.find(id))?.issuedAt ?? 0).toISOString().replace(/\.\d+/u, ''),
      })
    }
  })

  it('are logged and revoked if they were revoked before', async () => {
    const id = await anOlderTag('Cook')
    await api.store.tags.revoke(id, api.clock.now(), 'A mistake.')
    await backfillLog(api.services, going)
    const row = await api.store.credentials.find(id)
    expect(await api.store.statusPlaces.listRevocations('test', row?.statusList ?? 0)).toMatchObject([
      { index: row?.statusIndex },
    ])
  })

  it('are logged once by two servers that start together', async () => {
    for (const skill of ['Cook', 'Electrician', 'Mason', 'Welder']) await anOlderTag(skill)
    const size = await sizeOf('test')
    const both = await Promise.all([1, 2].map(() => backfillLog(api.services, going)))
    expect(both.map(({ entered }) => entered).reduce((sum, one) => sum + one)).toBe(4)
    expect(await sizeOf('test')).toBe(size + 4)
  })

  it('do not wait for one that fails, which is tried again at the next start', async () => {
    const [first, second] = [await anOlderTag('Cook'), await anOlderTag('Mason')]
    const sign = api.services.issuer.signCredential.bind(api.services.issuer)
    const spy = vi.spyOn(api.services.issuer, 'signCredential').mockImplementation((mode, document) => {
      if (JSON.stringify(document).includes(first)) return Promise.reject(new Error('Not this one.'))
      return sign(mode, document)
    })
    const outcome = await backfillLog(api.services, going)
    expect(outcome).toMatchObject({ entered: 1, problem: { message: 'Not this one.' } })
    expect((await api.store.tags.find(second))?.proof).not.toBeNull()
    expect((await api.store.tags.find(first))?.proof).toBeNull()
    spy.mockRestore()
    expect((await backfillLog(api.services, going)).entered).toBe(1)
  })

  it('continue at the next start if the server stops', async () => {
    for (const skill of ['Cook', 'Mason', 'Welder']) await anOlderTag(skill)
    let asked = 0
    expect(await backfillLog(api.services, () => (asked += 1) > 2)).toMatchObject({ entered: 2 })
    expect((await backfillLog(api.services, going)).entered).toBe(1)
  })
})

describe('samples', () => {
  it('are logged once in Test Mode, and a check reports them as samples', async () => {
    const [one, two] = await Promise.all([logSamples(api.services), logSamples(api.services)])
    expect((one ?? 0) + (two ?? 0)).toBe(sampleTags.length)
    expect(await logSamples(api.services)).toBe(0)
    expect([await sizeOf('test'), await sizeOf('live')]).toEqual([1 + sampleTags.length, 0])
    const { data } = await api.call('verifyTag', { tagId: 'TT-WD2024001' })
    const row = await api.store.credentials.find('TT-WD2024001')
    expect(data).toMatchObject({ mode: 'sample', proof: { leafHash: row?.leafHash, logIndex: row?.logIndex } })
    expect(row?.credential).toContain('(sample')
  })

  it('are issued again for another URL', async () => {
    await logSamples(api.services)
    const keys = createFileKeys(join(api.folder, 'keys'))
    const now = () => api.clock.now()
    const issuer = await createIssuer({ origin: 'https://other.example', keys, now, mayChangeOrigin: true })
    expect(await logSamples({ ...api.services, issuer })).toBe(sampleTags.length)
    const row = await api.store.credentials.find('TT-WD2024001')
    expect(JSON.parse(row?.credential ?? '')).toMatchObject({ issuer: { id: 'did:web:other.example:test' } })
  })
})

describe('the issuer worker', () => {
  it('logs every TrustTag without a credential and reports the number', async () => {
    await anOlderTag('Cook')
    const issuer = { ...api.services.issuer, readKeysAgain: () => Promise.resolve(false) }
    const worker = createIssuerWorker({ ...api.services, issuer })
    worker.start()
    await worker.look()
    await worker.stop(1_000)
    expect(await api.store.credentials.listTagsWithout(10)).toEqual([])
    expect(await api.store.credentials.find('TT-WD2024001')).not.toBeNull()
    expect(api.logLines.join('')).toContain('"tags":1,"msg":"issued credentials for older TrustTags')
  })

  it('reissues what a stolen key signed', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook')
    await logSamples(api.services)
    const keys = createFileKeys(join(api.folder, 'keys'))
    const issuer = await createIssuer({ origin: api.services.urls.api, keys, now: () => api.clock.now() })
    const [stolen] = issuer.issuerKeys('test')
    const services = { ...api.services, issuer }
    const before = await api.store.credentials.find(trustTagId)
    await keys.replace(newStoredKey('issuer-test', api.clock.now()))
    const worker = createIssuerWorker(services)
    await worker.look()
    expect(await revokeSignedBy(services, 'test', stolen?.publicKeyMultibase ?? '')).toBe(1 + sampleTags.length)
    expect(await keys.remove((await keys.list()).find(({ retiredAt }) => retiredAt !== null)?.publicKey ?? '')).toBe(
      true,
    )
    await worker.look()
    await worker.stop(1_000)

    const after = await api.store.credentials.find(trustTagId)
    const { statusList: list = 0, statusIndex } = before ?? {}
    expect(await api.store.statusPlaces.listRevocations('test', list)).toContainEqual(
      expect.objectContaining({ index: statusIndex }),
    )
    expect(after?.credential).toContain(`#${issuer.issuerKeys('test')[0]?.publicKeyMultibase}"`)
    expect(issuer.issuerKeys('test')[0]).not.toEqual(stolen)
    expect((await api.store.tags.find(trustTagId))?.proof?.leafHash).toBe(after?.leafHash)
    expect(after?.leafHash).not.toBe(before?.leafHash)
    expect(JSON.stringify(await statusList(services, 'test', list))).not.toContain(stolen?.publicKeyMultibase)
    expect(await api.store.credentials.find('TT-WD2024001')).not.toBeNull()
  })
})
