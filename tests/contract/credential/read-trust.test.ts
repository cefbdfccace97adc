import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTrust } from '../../../contract/credential/read-trust'
import { issueTags } from '../../support/issued-tags'
import type { IssuedTags } from '../../support/issued-tags'

let tags: IssuedTags

beforeAll(async () => {
  tags = await issueTags()
})
afterAll(() => tags.close())

describe('a document of trust', () => {
  it('names both issuers, their logs and who watches them', () => {
    const [live, test] = readTrust(tags.live.trust)
    expect([live?.did, test?.did]).toEqual(['did:web:trusttag.example', 'did:web:trusttag.example:test'])
    expect(live?.logKeys.map(({ name }) => name)).toEqual(['trusttag.example/trusttag/log'])
    expect(live?.witnesses.map(({ isSelfRun }) => isSelfRun)).toEqual([false, true])
  })

  const changes: readonly [string, (issuer: Record<string, unknown>, other: Record<string, unknown>) => object][] = [
    ['has no DID', without('did')],
    ['has a DID of another kind', (issuer) => ({ ...issuer, did: 'did:key:z6Mk' })],
    ['says another mode than its DID', (issuer) => ({ ...issuer, mode: 'test' })],
    ['says no mode', without('mode')],
    ['has no keys', (issuer) => ({ ...issuer, keys: [] })],
    ['has a key that is none', (issuer) => ({ ...issuer, keys: ['z6Mk'] })],
    ['has no list of logs', without('log')],
    ['has the log of another issuer', (issuer, other) => ({ ...issuer, log: other.log })],
    ['has a witness for its log', (issuer) => ({ ...issuer, log: [keyOfWitness(issuer)] })],
    ['has a key of a log for a witness', (issuer) => ({ ...issuer, witnesses: [{ key: firstOf(issuer.log) }] })],
    ['has a witness that is none', (issuer) => ({ ...issuer, witnesses: ['x'] })],
  ]

  it.each(changes)('is refused as a whole where an issuer %s', (_, change) => {
    const [live = {}, test = {}] = tags.live.trust.issuers.map((one) => Object.fromEntries(Object.entries(one)))
    expect(() => readTrust({ issuers: [test, change(live, test)] })).toThrow(/\.$/u)
  })

  it.each([null, 'x', [], {}, { issuers: [] }, { issuers: {} }, { issuers: [null] }])('is invalid: %j', (document) => {
    expect(() => readTrust(document)).toThrow(/\.$/u)
  })
})

const without =
  (name: string) =>
  (issuer: Record<string, unknown>): object =>
    Object.fromEntries(Object.entries(issuer).filter(([one]) => one !== name))

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : null)
const keyOfWitness = ({ witnesses }: Record<string, unknown>): unknown => {
  const first: unknown = firstOf(witnesses)
  return typeof first === 'object' && first !== null && 'key' in first ? first.key : null
}
