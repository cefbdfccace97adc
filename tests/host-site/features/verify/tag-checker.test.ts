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
/** Of the API itself, with its database. */
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
  if (result.outcome !== 'checked') throw new Error(`It was not checked: ${result.outcome}`)
  return result.finding
}
const verdictAfter = async (served: ServedTag, now = NOW) =>
  verdictOf(findingOf(await check(served, served.answer, now)))

/** The same server, of which a test spoils something. */
const again = () => serve(tag.answer, tag.files)

describe('a TrustTag that was looked up', () => {
  it('is checked with four files of the server and nothing else', async () => {
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
  ] as const)('that is %s is called so', async (verdict, changes, now) => {
    const served = await tags.issue(changes)
    // The list is of today, whatever day it is.
    const finding = findingOf(await checkerOf(served, now).checkTag(served.answer.trustTagId, served.answer))
    expect(finding.report.verdict).toBe(verdict)
  })

  it.each(['test', 'sample'] as const)('of the mode %s is right, and says so', async (mode) => {
    const finding = findingOf(await check(await tags.issue({ mode })))
    expect([verdictOf(finding), finding.report.mode]).toEqual(['valid', mode])
  })

  it('is not checked by half: without a file or the keys only the server’s word is left', async () => {
    for (const path of ['credential.json', 'proof.tlog-proof', 'trust.json']) {
      const served = again()
      for (const one of served.served.keys()) if (one.endsWith(path)) served.served.delete(one)
      expect(await check(served), path).toEqual({ outcome: 'unchecked', answer: tag.answer })
    }
  })

  it('that has nothing signed is called that', async () => {
    const readOpenFile: ServedTag['readOpenFile'] = async (path) =>
      path.endsWith('trust.json') ? tag.readOpenFile(path) : { outcome: 'missing' }
    expect(await check({ ...again(), readOpenFile })).toEqual({ outcome: 'unsigned', answer: tag.answer })
  })

  it('whose list does not answer is genuine, and not called valid', async () => {
    const served = again()
    served.served.delete('/trusttag/log/status/1.json')
    expect(await verdictAfter(served)).toBe('status-unknown')
  })

  it('that the server calls revoked is, where the list does not answer', async () => {
    const served = serve({ ...tag.answer, isValid: false, status: 'revoked' }, tag.files)
    served.served.delete('/trusttag/log/status/1.json')
    expect(await verdictAfter(served)).toBe('revoked')
  })

  it('is checked with the keys of now, and with those of before where none can be had', async () => {
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

describe('an answer that is not what was signed', () => {
  const changes: [string, Partial<Verification>][] = [
    ['the skill', { skill: 'Surgeon' }],
    ['the kind of questions', { isGeneral: true }],
    ['the name of the holder', { holderName: 'Mario Álvarez 李' }],
    ['the score', { score: 81 }],
    ['the day of issue', { issueDate: '2016-01-01T00:00:00.000Z' }],
    ['the last day', { expiresAt: null }],
    ['the hash in the log', { blockchainHash: 'ab'.repeat(32) }],
    ['whether it is a real one', { mode: 'sample' }],
    ['whether it was revoked', { isValid: false, status: 'revoked' }],
  ]

  it.each(changes)('in %s is not authentic', async (name, change) => {
    const served = serve({ ...tag.answer, ...change }, tag.files)
    served.served.set('/trusttag/log/status/1.json', tag.files.statusList ?? '')
    const finding = findingOf(await check(served))
    expect(finding.contradictions).toEqual([name])
    expect(verdictOf(finding)).toBe('contradicted')
  })

  it('nor is the right credential of another TrustTag', async () => {
    const other = await tags.issue()
    const finding = findingOf(await checkerOf(other).checkTag(tag.answer.trustTagId, other.answer))
    expect(finding.contradictions).toEqual(['the ID'])
  })

  it('counts in seconds, as credentials do', async () => {
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

  it('are checked without asking anybody, and everything but the revocation is known then', async () => {
    const served = again()
    const checker = await prepared(served)
    const finding = findingOf(await checker.checkFiles(filesOf(served), null))
    expect(verdictOf(finding)).toBe('status-unknown')
    expect(finding.report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      { name: 'status', outcome: 'open', reason: 'unreachable' },
    ])
    expect(served.asked).toEqual([])
    const complete = await checker.complete(finding)
    expect(verdictOf(complete)).toBe('valid')
    expect(served.asked.toSorted()).toEqual(['/trusttag/log/status/1.json', '/trusttag/trust.json'])
  })

  it('without the proof are not shown to be issued until it comes, as a file or from the server', async () => {
    const served = again()
    const checker = await prepared(served)
    const [credential, proof] = filesOf(served)
    const alone = findingOf(await checker.checkFiles([credential!], null))
    expect(verdictOf(alone)).toBe('not-logged')
    expect(verdictOf(findingOf(await checker.checkFiles([proof!], alone)))).toBe('status-unknown')
    expect(served.asked).toEqual([])
    expect(verdictOf(await checker.complete(alone))).toBe('valid')
  })

  it('of a revoked TrustTag say so once the list was asked', async () => {
    const served = await tags.issue({ revokedAt: NOW - 1_000 })
    const checker = await prepared(served)
    const finding = findingOf(await checker.checkFiles(filesOf(served), null))
    expect(verdictOf(finding)).toBe('status-unknown')
    expect(verdictOf(await checker.complete(finding))).toBe('revoked')
  })

  it('that name a list elsewhere make the page ask nobody there', async () => {
    const served = again()
    const checker = await prepared(served)
    const credential = served.files.credential.replaceAll('/trusttag/status/1', '/elsewhere/../status/1')
    const finding = findingOf(await checker.checkFiles([aFile('a.json', credential)], null))
    expect(verdictOf(await checker.complete(finding))).toBe('altered')
    expect(served.asked).toEqual(['/trusttag/trust.json'])
  })

  it('are not checked with keys that nobody has', async () => {
    const served = again()
    const refused = { outcome: 'refused', problem: 'unprepared', fileName: '' }
    expect(await checkerOf(served).checkFiles(filesOf(served), null)).toEqual(refused)
  })

  it('that cannot be completed stay as they are known', async () => {
    const served = again()
    const checker = await prepared(served)
    const finding = findingOf(await checker.checkFiles(filesOf(served), null))
    served.served.clear()
    expect((await checker.complete(finding)).report).toEqual(finding.report)
  })
})
