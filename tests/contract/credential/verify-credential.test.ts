import * as fc from '../../support/fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEd25519Key } from '../../../api/features/transparency-log/ed25519'
import { isRecord } from '../../../contract/credential/json-reading'
import { readTrust } from '../../../contract/credential/read-trust'
import { checkNames, verdicts } from '../../../contract/credential/report'
import type { ProofReport } from '../../../contract/credential/report'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { CLOCK_SKEW_SECONDS } from '../../../contract/limits'
import { didKeyOf, issueTags, NOW, signAs } from '../../support/issued-tags'
import type { IssuedTags, ProofFiles } from '../../support/issued-tags'

let tags: IssuedTags

beforeAll(async () => {
  tags = await issueTags()
})
afterAll(() => tags.close())

const verify = (files: ProofFiles) => verifyCredential({ ...files, trust: readTrust(files.trust) })
const reasonOf = (report: ProofReport, name: string) => report.checks.find((one) => one.name === name)?.reason
/** With different trust settings. */
const trusting = (change: (issuer: ProofFiles['trust']['issuers'][number]) => object) => {
  const issuers = tags.live.trust.issuers.map((one) => ({ ...one, ...change(one) }))
  return verify({ ...tags.live, trust: { issuers } })
}

describe('a report', () => {
  it('names all six checks in their order', async () => {
    const { checks } = await verify(tags.live)
    expect(checks.map(({ name }) => name)).toEqual([...checkNames])
  })

  it('reports what was signed, and its position in the log', async () => {
    const { facts, log } = await verify(tags.live)
    expect(facts).toMatchObject({
      trustTagId: tags.facts.live.id,
      holderName: 'Maria Álvarez 李',
      skill: 'Electrician',
      score: 80,
      topics: [
        { title: expect.stringMatching(/./u), percent: 75 },
        { title: expect.stringMatching(/./u), percent: 83 },
      ],
      isGeneral: false,
      issuer: 'did:web:trusttag.example',
    })
    expect(log).toMatchObject({ origin: 'trusttag.example/trusttag/log', index: 0, size: 5 })
    expect(log?.cosignatures.map(({ time, isSelfRun }) => [time, isSelfRun])).toEqual([
      [NOW / 1000, false],
      [NOW / 1000, true],
    ])
  })

  it('shows no unsigned content', async () => {
    const report = await verify({
      ...tags.live,
      credential: tags.live.credential.replace('"value":"80"', '"value":"90"'),
    })
    expect(report).toMatchObject({ verdict: 'altered', mode: null, facts: null, log: null })
  })

  it('says of a skill without questions of its own that it was tested with general ones, and never of another one or a sample', async () => {
    const general = { ...tags.facts.live, id: 'TT-SK20260000000005' }
    await tags.prove(general, null)
    expect((await verify(await tags.filesOf(general))).facts?.isGeneral).toBe(true)
    const older = { ...tags.facts.live, id: 'TT-EL20260000000006' }
    await tags.prove(older, null)
    expect((await verify(await tags.filesOf(older))).facts?.isGeneral).toBe(false)
    expect((await verify(tags.sample)).facts?.isGeneral).toBe(false)
  })

  it('says the graver of two things', async () => {
    const late = { ...tags.revoked, now: NOW + 366 * 86_400_000 }
    expect((await verify(late)).verdict).toBe('revoked')
    expect((await verify({ ...late, statusList: null, proof: null })).verdict).toBe('expired')
    expect((await verify({ ...tags.live, statusList: null, proof: null })).verdict).toBe('unproven')
  })

  it('is the same of a text and of what it holds', async () => {
    const { credential, statusList } = tags.live
    const parsed = { credential: JSON.parse(credential), statusList: JSON.parse(statusList ?? '') }
    const trust = readTrust(tags.live.trust)
    expect(await verifyCredential({ ...tags.live, ...parsed, trust })).toEqual(await verify(tags.live))
  })
})

describe('whom a check believes', () => {
  it('a retired key beside the one that signs now', async () => {
    const report = await trusting(({ keys }) => ({ keys: [keyOf(newEd25519Key()), ...keys] }))
    expect(report.verdict).toBe('valid')
  })

  it('not a key that the issuer does not name', async () => {
    expect(reasonOf(await trusting(() => ({ keys: [keyOf(newEd25519Key())] })), 'issuer')).toBe('unknown-key')
  })

  it('no one, without trusted issuers', async () => {
    const report = await verifyCredential({ ...tags.live, trust: [] })
    expect(report.verdict).toBe('wrong-issuer')
  })

  it('a witness of the issuer proves less than another, and a missing one is reported', async () => {
    const own = await trusting(({ witnesses }) => ({ witnesses: witnesses.filter(({ isSelfRun }) => isSelfRun) }))
    expect([own.verdict, reasonOf(own, 'witnesses')]).toEqual(['valid', 'self-cosigned'])
    const none = await trusting(() => ({ witnesses: [] }))
    expect([none.verdict, reasonOf(none, 'witnesses')]).toEqual(['valid', 'no-witness'])
    const bare = {
      ...tags.live,
      proof: (tags.live.proof ?? '').replaceAll(/^— (?!trusttag\.example\/trusttag).*\n/gmu, ''),
    }
    expect([(await verify(bare)).verdict, reasonOf(await verify(bare), 'witnesses')]).toEqual([
      'valid',
      'not-yet-cosigned',
    ])
  })
})

describe('what is rightly signed and no TrustTag', () => {
  it('is called so where the issuer signed something else', async () => {
    const { proof: _, ...unsigned } = JSON.parse(tags.live.credential)
    const sign = (changes: object) => tags.services.issuer.signCredential('live', { ...unsigned, ...changes })
    for (const changes of [
      { id: 'https://trusttag.example/trusttag/tags/TT-1/other.json' },
      { id: 'https://attacker.example/trusttag/tags/TT-1/credential.json' },
      { '@context': [0, 2, 1].map((place) => unsigned['@context'][place]) },
    ])
      expect((await verify({ ...tags.live, credential: JSON.stringify(await sign(changes)) })).verdict).toBe(
        'not-a-tag',
      )
    expect((await verify({ ...tags.live, credential: tags.live.statusList ?? '' })).verdict).toBe('not-a-tag')
  })

  it('asks no list that stands elsewhere than the issuer’s', async () => {
    const { proof: _, ...unsigned } = JSON.parse(tags.live.credential)
    const { statusListCredential, ...status } = unsigned.credentialStatus
    for (const list of [
      'https://attacker.example/trusttag/status/1',
      statusListCredential.replace('status', 'test-status'),
    ]) {
      const credentialStatus = { ...status, statusListCredential: list }
      const credential = await tags.services.issuer.signCredential('live', { ...unsigned, credentialStatus })
      const report = await verify({ ...tags.live, credential: JSON.stringify(credential) })
      expect([report.facts?.status, reasonOf(report, 'status')]).toEqual([null, 'no-status'])
    }
  })

  it('is not reported as altered if another issuer signed it in another way', async () => {
    const pair = newEd25519Key()
    const { proof: _, ...unsigned } = JSON.parse(tags.live.credential)
    const signed = await signAs(didKeyOf(pair), pair, { ...unsigned, issuer: didKeyOf(pair) })
    const proof = Array.isArray(signed.proof) ? signed.proof.slice(0, 1) : []
    expect((await verify({ ...tags.live, credential: JSON.stringify({ ...signed, proof }) })).verdict).toBe('not-a-tag')
  })
})

describe('clocks', () => {
  const from = NOW - 86_400_000

  it.each([
    ['so late that they differ by five minutes', from - CLOCK_SKEW_SECONDS * 1000, 'in-time'],
    ['later than that', from - CLOCK_SKEW_SECONDS * 1000 - 1, 'not-yet-valid'],
    ['in the last second', NOW + 365 * 86_400_000 - 1, 'in-time'],
    ['a moment later', NOW + 365 * 86_400_000, 'expired'],
  ])('%s', async (_, now, reason) => {
    expect(reasonOf(await verify({ ...tags.live, now }), 'dates')).toBe(reason)
  })

  it('a status list is valid for a day', async () => {
    const at = async (now: number) => reasonOf(await verify({ ...tags.live, now }), 'status')
    expect(await at(NOW + 86_400_000 - 1)).toBe('not-revoked')
    expect(await at(NOW + 86_400_000 + 1)).toBe('stale-status-list')
    expect(await at(NOW - CLOCK_SKEW_SECONDS * 1000 - 1)).toBe('bad-status-list')
    // A revoked TrustTag stays revoked.
    expect((await verify({ ...tags.revoked, now: NOW + 9 * 86_400_000 })).verdict).toBe('revoked')
  })
})

describe('whatever it is given', () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true })

  it('it answers', async () => {
    const trust = readTrust(tags.live.trust)
    await fc.assert(
      fc.asyncProperty(anything, anything, fc.string(), async (credential, statusList, proof) => {
        const report = await verifyCredential({ credential, statusList, proof, trust, now: NOW })
        expect(verdicts).toContain(report.verdict)
        expect(report.verdict).not.toBe('valid')
      }),
    )
  })

  it('a TrustTag in which one value, name or place is another is never valid', async () => {
    const trust = readTrust(tags.live.trust)
    const places = placesIn(JSON.parse(tags.live.credential))
    const hostile = fc.oneof(fc.jsonValue(), fc.constantFrom('\ud800', '__proto__', 'https://evil.example', '', 1e300))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        hostile,
        fc.constantFrom('set', 'add', 'drop'),
        async (place, value, how) => {
          const credential: unknown = JSON.parse(tags.live.credential)
          const before = JSON.stringify(credential)
          changeAt(credential, place, value, how)
          fc.pre(JSON.stringify(credential) !== before)
          const report = await verifyCredential({ ...tags.live, credential, trust })
          expect(report.verdict).not.toBe('valid')
        },
      ),
      { numRuns: 400 },
    )
  })

  it('half a character in the name of something in a second proof is no entry of the log', async () => {
    const credential: unknown = JSON.parse(tags.live.credential)
    changeAt(credential, ['proof', '1'], '\ud800', 'add')
    const report = await verifyCredential({ ...tags.live, credential, trust: readTrust(tags.live.trust) })
    expect(reasonOf(report, 'log')).toBe('not-included')
    expect(report.verdict).not.toBe('valid')
  })

  it('a status list in which one value is another never says that something counts which was revoked', async () => {
    const trust = readTrust(tags.live.trust)
    const places = placesIn(JSON.parse(tags.revoked.statusList ?? ''))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.jsonValue(), async (place, value) => {
        const statusList: unknown = JSON.parse(tags.revoked.statusList ?? '')
        changeAt(statusList, place, value, 'set')
        const report = await verifyCredential({ ...tags.revoked, statusList, trust })
        expect(['revoked', 'status-unknown']).toContain(report.verdict)
      }),
    )
  })
})

const keyOf = (pair: ReturnType<typeof newEd25519Key>): string => didKeyOf(pair).slice('did:key:'.length)

type Place = readonly (string | number)[]

/** The path of every value. */
function placesIn(value: unknown, way: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [way]
  const below = Object.entries(value).flatMap(([name, one]) => placesIn(one, [...way, name]))
  return way.length === 0 ? below : [way, ...below]
}

function changeAt(root: unknown, place: Place, value: unknown, how: string): void {
  const holder = place
    .slice(0, -1)
    .reduce<unknown>(
      (found, name) => (isRecord(found) || Array.isArray(found) ? Reflect.get(found, name) : found),
      root,
    )
  if (typeof holder !== 'object' || holder === null) return
  const name = place.at(-1) ?? ''
  if (how === 'drop') Reflect.deleteProperty(holder, name)
  else
    Reflect.defineProperty(holder, how === 'add' ? `${name}2` : name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}
