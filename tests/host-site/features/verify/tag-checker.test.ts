import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTagChecker } from '../../../../host-site/features/verify/tag-checker'
import { verdictOf } from '../../../../host-site/features/verify/finding'
import { toVerifiedTag } from '../../../../api/features/tags/signed-tag'
import type { CheckResult, FileResult } from '../../../../host-site/features/verify/finding'
import type { Verification } from '../../../../host-site/lib/site-results'
import { issueTags, type IssuedTags } from '../../../support/issued-tags'
import { tamperings } from '../../../support/tamperings'
import { aFile, createTagMaker, NOW, serve, type ServedTag } from '../../support/checked-tags'

const DAY = 86_400_000
const tags = createTagMaker()
/** Issued by the API itself. */
let issued: IssuedTags
let tag: ServedTag

beforeAll(async () => {
  issued = await issueTags()
  tag = await tags.issue()
})
afterAll(() => issued.close())

const checkerOf = ({ readOpenFile }: Pick<ServedTag, 'readOpenFile'>, now = NOW) =>
  createTagChecker({ readOpenFile, now: () => now })

const check = (served: ServedTag, answer = served.answer, now = NOW) =>
  checkerOf(served, now).checkTag(answer.trustTagId, answer)

const findingOf = (result: CheckResult | FileResult) => {
  const [first] = 'results' in result ? result.results : [result]
  if (first?.outcome !== 'checked') throw new Error(`It was not checked: ${first?.outcome}`)
  return first.finding
}
const verdictAfter = async (served: ServedTag, now = NOW) =>
  verdictOf(findingOf(await check(served, served.answer, now)))

/** A fresh copy for tests that change it. */
const again = () => serve(tag.answer, tag.files)

describe('a TrustTag that was looked up', () => {
  it('is checked with four files from the server and nothing else', async () => {
    const served = again()
    const finding = findingOf(await check(served))
    expect(verdictOf(finding)).toBe('valid')
    expect(finding.report.facts?.holderName).toBe('Maria Álvarez 李')
    expect(finding.contradictions).toEqual([])
    expect(served.asked.toSorted()).toEqual([
      '/trusttag/log/status/1.json',
      `/trusttag/tags/${tag.answer.trustTagId}/credential.json`,
      `/trusttag/tags/${tag.answer.trustTagId}/proof.tlog-proof`,
      '/trusttag/trust.json',
    ])
  })

  it.each([
    ['revoked', { revokedAt: NOW - 1_000, revokeReason: 'Fraud' }, NOW],
    ['expired', {}, NOW + 400 * DAY],
    ['not-yet-valid', { issuedAt: NOW + 30 * DAY }, NOW],
  ] as const)('that is %s is reported as such', async (verdict, changes, now) => {
    const served = await tags.issue(changes)
    // The list is always fresh.
    const finding = findingOf(await checkerOf(served, now).checkTag(served.answer.trustTagId, served.answer))
    expect(finding.report.verdict).toBe(verdict)
  })

  it.each(['test', 'sample'] as const)('of the mode %s is genuine, and the mode is shown', async (mode) => {
    const finding = findingOf(await check(await tags.issue({ mode })))
    expect([verdictOf(finding), finding.report.mode]).toEqual(['valid', mode])
  })

  it('is not checked partially: without a file or the keys only the server’s claim remains', async () => {
    for (const path of ['credential.json', 'proof.tlog-proof', 'trust.json']) {
      const served = again()
      for (const one of served.served.keys()) if (one.endsWith(path)) served.served.delete(one)
      expect(await check(served), path).toEqual({ outcome: 'unchecked', answer: tag.answer })
    }
  })

  it('without a signed file is reported as such', async () => {
    const readOpenFile: ServedTag['readOpenFile'] = async (path) =>
      path.endsWith('trust.json') ? tag.readOpenFile(path) : { outcome: 'missing' }
    expect(await check({ ...again(), readOpenFile })).toEqual({ outcome: 'unsigned', answer: tag.answer })
  })

  it('without a reachable status list is genuine, but not valid', async () => {
    const served = again()
    served.served.delete('/trusttag/log/status/1.json')
    expect(await verdictAfter(served)).toBe('status-unknown')
  })

  it('that the server reports as revoked is revoked, even without the list', async () => {
    const served = serve({ ...tag.answer, isValid: false, status: 'revoked' }, tag.files)
    served.served.delete('/trusttag/log/status/1.json')
    expect(await verdictAfter(served)).toBe('revoked')
  })

  it('is checked with current keys, or the previous ones if none can be fetched', async () => {
    const served = again()
    const checker = checkerOf(served)
    served.served.set('/trusttag/trust.json', '{"issuers":[]}')
    expect(await checker.prepare()).toBe(false)
    served.served.set('/trusttag/trust.json', JSON.stringify(tag.files.trust))
    expect(await checker.prepare()).toBe(true)
    served.served.delete('/trusttag/trust.json')
    const { trustTagId } = tag.answer
    expect(verdictOf(findingOf(await checker.checkTag(trustTagId, tag.answer)))).toBe('valid')
  })

  it.each(tamperings)('$name: $verdict', async ({ spoil, verdict }) => {
    const { live, facts, services } = issued
    const files = await spoil(live, issued)
    const answer = toVerifiedTag(services, facts.live)
    const finding = findingOf(await check(serve(answer, files), answer, files.now))
    expect(finding.report.verdict).toBe(verdict)
    expect(verdictOf(finding)).not.toBe('valid')
  })
})

describe('a response that differs from the signed facts', () => {
  const changes: [string, Partial<Verification>][] = [
    ['the skill', { skill: 'Surgeon' }],
    ['the kind of questions', { isGeneral: true }],
    ['the holder’s name', { holderName: 'Mario Álvarez 李' }],
    ['the score', { score: 81 }],
    ['the issue date', { issueDate: '2016-01-01T00:00:00.000Z' }],
    ['the expiry date', { expiresAt: null }],
    ['the log hash', { blockchainHash: 'ab'.repeat(32) }],
    ['whether it is real', { mode: 'sample' }],
    ['whether it was revoked', { isValid: false, status: 'revoked' }],
  ]

  it.each(changes)('in %s is not authentic', async (name, change) => {
    const served = serve({ ...tag.answer, ...change }, tag.files)
    served.served.set('/trusttag/log/status/1.json', tag.files.statusList ?? '')
    const finding = findingOf(await check(served))
    expect(finding.contradictions).toEqual([name])
    expect(verdictOf(finding)).toBe('contradicted')
  })

  it('nor is a valid credential of another TrustTag', async () => {
    const other = await tags.issue()
    const finding = findingOf(await checkerOf(other).checkTag(tag.answer.trustTagId, other.answer))
    expect(finding.contradictions).toEqual(['the ID'])
  })

  it('compares seconds, as credentials store', async () => {
    const issueDate = new Date(Date.parse(tag.answer.issueDate) + 999).toISOString()
    expect(await verdictAfter(serve({ ...tag.answer, issueDate }, tag.files))).toBe('valid')
  })
})

describe('files', () => {
  const filesOf = ({ files }: ServedTag) => [
    aFile('credential.json', files.credential),
    aFile('proof.tlog-proof', files.proof ?? ''),
  ]
  const prepared = async (served: ServedTag, now = NOW) => {
    const checker = checkerOf(served, now)
    await checker.prepare()
    served.asked.length = 0
    return checker
  }
  const offline = { before: null, isOffline: true }
  const online = { before: null, isOffline: false }

  it('are checked at once, and only the revocation list is asked for', async () => {
    const served = again()
    const checker = await prepared(served)
    const finding = findingOf(await checker.checkFiles(filesOf(served), online))
    expect(verdictOf(finding)).toBe('valid')
    expect(finding.report.asOf).toBe('2026-11-21T09:00:00Z')
    expect(served.asked.toSorted()).toEqual(['/trusttag/log/status/1.json', '/trusttag/trust.json'])
  })

  it('get a missing proof from the server', async () => {
    const served = again()
    const checker = await prepared(served)
    const [credential] = filesOf(served)
    expect(verdictOf(findingOf(await checker.checkFiles([credential!], online)))).toBe('valid')
    expect(served.asked).toContain(`/trusttag/tags/${tag.answer.trustTagId}/proof.tlog-proof`)
  })

  it('are not fully checked while the server is silent, and can be completed later', async () => {
    const served = again()
    const checker = await prepared(served)
    const [credential] = filesOf(served)
    const files = new Map(served.served)
    served.served.clear()
    const finding = findingOf(await checker.checkFiles([credential!], online))
    expect(verdictOf(finding)).toBe('unproven')
    for (const [path, text] of files) served.served.set(path, text)
    const complete = await checker.complete(finding)
    expect([verdictOf(complete), complete.file?.isOffline]).toEqual(['valid', false])
  })

  it('are checked without a request, except for revocation', async () => {
    const served = again()
    const checker = await prepared(served)
    const finding = findingOf(await checker.checkFiles(filesOf(served), offline))
    expect(verdictOf(finding)).toBe('status-unknown')
    expect(finding.report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      { name: 'status', outcome: 'open', reason: 'unreachable' },
    ])
    expect([served.asked, finding.file?.isOffline, finding.report.asOf]).toEqual([[], true, null])
    expect(verdictOf(await checker.complete(finding))).toBe('valid')
    expect(served.asked.toSorted()).toEqual(['/trusttag/log/status/1.json', '/trusttag/trust.json'])
  })

  it('without the proof are shown to be in the log once it is added', async () => {
    const served = again()
    const checker = await prepared(served)
    const [credential, proof] = filesOf(served)
    const alone = findingOf(await checker.checkFiles([credential!], offline))
    expect(verdictOf(alone)).toBe('unproven')
    const added = await checker.checkFiles([proof!], { before: alone, isOffline: true })
    expect(verdictOf(findingOf(added))).toBe('status-unknown')
    expect(served.asked).toEqual([])
  })

  it('of a revoked TrustTag are revoked without another click', async () => {
    const served = await tags.issue({ revokedAt: NOW - 1_000 })
    const checker = await prepared(served)
    expect(verdictOf(findingOf(await checker.checkFiles(filesOf(served), online)))).toBe('revoked')
    expect(verdictOf(findingOf(await checker.checkFiles(filesOf(served), offline)))).toBe('status-unknown')
  })

  it('that name a list on another host cause no request there', async () => {
    const served = again()
    const checker = await prepared(served)
    const credential = served.files.credential.replaceAll('/trusttag/status/1', '/elsewhere/../status/1')
    const finding = findingOf(await checker.checkFiles([aFile('a.json', credential)], online))
    expect([verdictOf(finding), finding.report.claimedId]).toEqual(['altered', tag.answer.trustTagId])
    expect(served.asked).toEqual(['/trusttag/trust.json'])
  })

  it('of a text alone need a connection', async () => {
    const served = again()
    const checker = await prepared(served)
    const text = aFile('a.txt', `Skill: Electrician\nTrustTag ID: ${tag.answer.trustTagId}\n`)
    expect(await checker.checkFiles([text], offline)).toEqual({
      outcome: 'refused',
      problem: 'needs-connection',
      fileName: 'a.txt',
    })
    const finding = findingOf(await checker.checkFiles([text], online))
    expect(verdictOf(finding)).toBe('altered')
    expect(finding.file?.differences).toContain('the holder’s name')
  })

  it('are not read when they are too large', async () => {
    const large = aFile('film.json', '{}')
    Object.defineProperties(large, {
      size: { value: 5_000_001 },
      arrayBuffer: { value: () => Promise.reject(new Error('It was read.')) },
    })
    const refused = { outcome: 'refused', problem: 'too-large', fileName: 'film.json' }
    expect(await (await prepared(again())).checkFiles([large], online)).toEqual(refused)
  })

  it('are not checked without keys', async () => {
    const served = again()
    served.served.delete('/trusttag/trust.json')
    const refused = { outcome: 'refused', problem: 'unprepared', fileName: '' }
    expect(await checkerOf(served).checkFiles(filesOf(served), online)).toEqual(refused)
  })

  it('that cannot be completed keep their result', async () => {
    const served = again()
    const checker = await prepared(served)
    const finding = findingOf(await checker.checkFiles(filesOf(served), offline))
    served.served.clear()
    expect((await checker.complete(finding)).report).toEqual(finding.report)
  })
})
