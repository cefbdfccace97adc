import * as v from 'valibot'
import { gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createIssuer, newStoredKey } from '../../../../api/features/credentials/issuer'
import { createFileKeys } from '../../../../api/features/credentials/keys'
import { createSecrets } from '../../../../api/lib/ids'
import { issueCredential, revokeCredentials } from '../../../../api/features/credentials/issue'
import { encodeBits, loggedStatusList, statusList } from '../../../../api/features/credentials/status-list'
import { STATUS_LIST_BITS } from '../../../../contract/limits'
import { aTag, issueTags, NOW } from '../../../support/issued-tags'
import type { IssuedTags } from '../../../support/issued-tags'
import { shippedBanks } from '../../../support/shipped-banks'
import { tempFolder } from '../../../support/temp-folder'
import { openTestStore } from '../../database/open-test-store'

/** Reads the standard’s way, without our code: positions of the bits that are 1, bit 0 leftmost. */
function placesIn(encoded: string): number[] {
  if (!encoded.startsWith('u')) throw new Error('No multibase of base64url.')
  const bytes = gunzipSync(Buffer.from(encoded.slice(1), 'base64url'))
  expect(bytes.length * 8).toBe(131_072)
  const text = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from(text).flatMap((bit, place) => (bit === '1' ? [place] : []))
}

const listShape = v.object({
  validFrom: v.string(),
  validUntil: v.string(),
  credentialSubject: v.looseObject({ encodedList: v.string(), ttl: v.number() }),
})

describe('bits', () => {
  it.each([[[]], [[0]], [[7, 8]], [[1, 9, 131_071]], [[131_064, 65_536, 3]]])('%j are at their positions', (places) => {
    expect(placesIn(encodeBits(places))).toEqual(places.toSorted((a, b) => a - b))
    expect(STATUS_LIST_BITS).toBe(131_072)
  })

  it('compress well while few are set', () => {
    expect(encodeBits([5, 70_000]).length).toBeLessThan(200)
    expect(encodeBits([])).not.toContain('=')
  })
})

describe('a signed status list', () => {
  let issued: IssuedTags
  let now = NOW
  const ask = (services = issued.services) =>
    statusList({ ...services, clock: { now: () => now } }, 'live', 1).then((list) => ({
      list,
      ...v.parse(listShape, list),
    }))
  const revoke = (id: string) =>
    issued.services.store.transaction((repositories) => revokeCredentials(repositories, issued.services, [id]))
  beforeAll(async () => {
    issued = await issueTags()
  })
  afterAll(() => issued.close())

  it('has the bits of revoked TrustTags, is valid for a day, and is never from the future', async () => {
    const { list, validFrom, validUntil, credentialSubject } = await ask()
    const row = await issued.services.store.credentials.find(issued.facts.revoked.id)
    expect(placesIn(credentialSubject.encodedList)).toEqual([row?.statusIndex])
    expect([Date.parse(validFrom), Date.parse(validUntil)]).toEqual([NOW, NOW + 86_400_000])
    expect(list).toMatchObject({
      id: 'https://trusttag.example/trusttag/status/1',
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: 'did:web:trusttag.example',
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', ttl: 300_000 },
      proof: [{ cryptosuite: 'eddsa-rdfc-2022' }, { cryptosuite: 'eddsa-jcs-2022' }],
    })
  })

  it('is signed once for parallel requests, and again after ten minutes', async () => {
    const { issuer } = issued.services
    const sign = vi.spyOn(issuer, 'signCredential')
    now = NOW + 20 * 60_000
    const lists = await Promise.all(Array.from({ length: 50 }, () => ask()))
    expect(sign).toHaveBeenCalledTimes(1)
    expect(new Set(lists.map(({ list }) => list)).size).toBe(1)
    now += 599_000
    await ask()
    expect(sign).toHaveBeenCalledTimes(1)
    now += 1_000
    const later = await ask()
    expect(sign).toHaveBeenCalledTimes(2)
    expect(Date.parse(later.validFrom)).toBe(now)
  })

  it('shows a bit of another process at once', async () => {
    const id = issued.facts.live.id
    const row = await issued.services.store.credentials.find(id)
    expect(placesIn((await ask()).credentialSubject.encodedList)).not.toContain(row?.statusIndex)
    await revoke(id)
    expect(placesIn((await ask()).credentialSubject.encodedList)).toContain(row?.statusIndex)
  })

  it('is signed again with a new key', async () => {
    const { issuer } = issued.services
    const before = JSON.stringify((await ask()).list)
    await issued.keys.replace(newStoredKey('issuer-live', NOW))
    await issuer.readKeysAgain()
    const after = JSON.stringify((await ask()).list)
    const [old, fresh] = issuer.issuerKeys('live').map(({ publicKeyMultibase }) => publicKeyMultibase)
    expect([before.includes(`#${old}`), after.includes(`#${fresh}`)]).toEqual([true, true])
  })

  it('is tried again by the next request after a failure', async () => {
    const { issuer } = issued.services
    now += 3_600_000
    vi.spyOn(issuer, 'signCredential').mockRejectedValueOnce(new Error('Not now.'))
    await expect(ask()).rejects.toThrow('Not now.')
    expect((await ask()).validFrom).toBe(new Date(now).toISOString().replace('.000', ''))
  })

  it('does not exist before its first TrustTag', async () => {
    expect(await statusList(issued.services, 'live', 2)).toBeNull()
  })
})

it('a TrustTag after half of a list begins the next list', async () => {
  const issued = await issueTags()
  onTestFinished(() => issued.close())
  const { store } = issued.services
  const listOf = async (number: number) => {
    const tag = aTag('live', number)
    await issued.prove(tag)
    return (await store.credentials.find(tag.id))?.statusList
  }
  const live = store.kysely.selectFrom('statusPlaces').select('position').where('mode', '=', 'live')
  const used = new Set((await live.execute()).map(({ position }) => position))
  const free = Array.from({ length: STATUS_LIST_BITS }, (_, position) => position).filter((at) => !used.has(at))
  const rows = free
    .slice(0, STATUS_LIST_BITS / 2 - 1 - used.size)
    .map((position) => ({ mode: 'live' as const, list: 1, position, revokedAt: null }))
  for (let at = 0; at < rows.length; at += 5_000)
    await store.kysely
      .insertInto('statusPlaces')
      .values(rows.slice(at, at + 5_000))
      .execute()
  expect([await listOf(8), await listOf(9)]).toEqual([1, 2])
})

describe('revoking', () => {
  it('sets a bit and logs one entry, once, and reveals only the day', async () => {
    const issued = await issueTags()
    onTestFinished(() => issued.close())
    const { store } = issued.services
    const tag = aTag('live', 9)
    await issued.prove(tag)
    const size = async () => (await store.log.head('live'))?.size
    const before = (await size()) ?? 0
    for (let times = 0; times < 3; times += 1)
      await store.transaction((repositories) => revokeCredentials(repositories, issued.services, [tag.id]))
    expect(await size()).toBe(before + 2)
    const [entry = '', status] = await store.log.readEntries('live', before, 2)
    expect(status).toMatch(/^\{"digest":"[0-9a-f]{64}","list":1,"type":"status","v":1,"version":3\}$/u)
    expect(entry).toMatch(/^\{"digest":"[0-9a-f]{64}","type":"revoke","v":1\}$/u)
    expect(entry).not.toContain((await store.credentials.find(tag.id))?.digest)
  })

  it('in two parallel processes sets a bit once', async () => {
    const file = join(tempFolder(), 'membership.db')
    const stores = [await openTestStore(file), await openTestStore(file)]
    onTestFinished(async () => {
      for (const store of stores) await store.close()
    })
    const place = { list: 1, index: 77 }
    const revocation = { mode: 'live', ...place, version: 2, logIndex: 5 } as const
    expect(await Promise.all(stores.map((one) => one.statusPlaces.take('live', place)))).toContain(false)
    await Promise.all(stores.map((one) => one.statusPlaces.addRevocation(revocation, NOW)))
    expect(await stores[0]?.statusPlaces.listRevocations('live', 1)).toEqual([{ index: 77, version: 2 }])
    expect(await stores[0]?.statusPlaces.listRevocations('test', 1)).toEqual([])
  })

  it('in two parallel processes creates consecutive versions with every bit', async () => {
    const folder = tempFolder()
    const file = join(folder, 'membership.db')
    const stores = [await openTestStore(file), await openTestStore(file)]
    onTestFinished(async () => {
      for (const store of stores) await store.close()
    })
    const [first] = stores
    const keys = createFileKeys(join(folder, 'keys'))
    const issuer = await createIssuer({ origin: 'https://trusttag.example', keys, now: () => NOW })
    const shared = { issuer, clock: { now: () => NOW }, proofAlarm: () => {}, secrets: createSecrets() }
    const urls = { api: '', site: 'https://www.trusttag.example', demo: '' }
    const services = { ...shared, urls, banks: await shippedBanks }
    const tags = Array.from({ length: 8 }, (_, at) => aTag('live', at + 1))
    for (const tag of tags)
      await first?.transaction((repositories) =>
        issueCredential(repositories, services, { tag, memberId: null, bankId: null, evidence: () => [] }),
      )
    await Promise.all(
      tags.flatMap(({ id }) =>
        stores.map((store) => store.transaction((repositories) => revokeCredentials(repositories, services, [id]))),
      ),
    )
    const served = await loggedStatusList({ ...shared, store: first! }, 'live', 1)
    expect(served?.version).toBe(9)
    const rows = (await first?.statusPlaces.listRevocations('live', 1)) ?? []
    expect(rows.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    const { encodedList } = v.parse(listShape, served?.statusListCredential).credentialSubject
    expect(placesIn(encodedList)).toEqual(rows.map(({ index }) => index).toSorted((a, b) => a - b))
    const entries = (await first?.log.readEntries('live', 0, 100)) ?? []
    expect(entries.filter((entry) => entry.includes('"type":"revoke"'))).toHaveLength(8)
  })
})
