import { describe, expect, test } from 'vitest'
import type { AttemptRow } from '../../../../api/features/assessments/repository'
import {
  isTooFast,
  isVoid,
  judgeBoth,
  judgeFirst,
  retakeAt,
  sharesWrongAnswers,
  unseenFrom,
} from '../../../../api/features/assessments/rules'

const DAY_MS = 86_400_000
const NOW = 400 * DAY_MS

type Timed = Parameters<typeof retakeAt>[0][number]
let ids = 0
/** Days before now; completed an hour later unless it is open. */
const begun = (daysAgo: number, changes: Partial<Timed> = {}): Timed => ({
  id: `att_${(ids += 1)}`,
  status: 'COMPLETE',
  counts: true,
  secondOf: null,
  startedAt: NOW - daysAgo * DAY_MS,
  expiresAt: NOW - (daysAgo - 1) * DAY_MS,
  completedAt: NOW - daysAgo * DAY_MS + 3_600_000,
  ...changes,
})
const inDays = (at: number | null) => (at === null ? null : (at - NOW - 3_600_000) / DAY_MS)

describe('the next attempt', () => {
  test.each([
    ['is free before the first', [], null],
    ['is free beside practice', [begun(0, { counts: false })], null],
    ['waits a day after the first', [begun(0)], 1],
    ['waits a week after the second', [begun(3), begun(0)], 7],
    ['waits thirty days after the third', [begun(60), begun(30), begun(0)], 30],
  ])('%s', (_rule, attempts, days) => expect(inDays(retakeAt(attempts, NOW))).toBe(days))

  test('waits from the end of an attempt that no one completed', () => {
    expect(retakeAt([begun(0, { status: 'OPEN', completedAt: null })], NOW)).toBe(NOW + 2 * DAY_MS)
  })

  test('waits for the second set of the last one, which is no attempt of its own', () => {
    const first = begun(5)
    expect(inDays(retakeAt([first, begun(1, { secondOf: first.id })], NOW))).toBe(0)
  })

  test('after four in twelve months waits until the first of them is a year old', () => {
    expect(retakeAt([begun(300), begun(200), begun(100), begun(40)], NOW)).toBe(NOW + 65 * DAY_MS)
    expect(inDays(retakeAt([begun(366), begun(200), begun(100), begun(0)], NOW))).toBe(30)
  })
})

describe('questions rest for a year', () => {
  const seen = (daysAgo: number, questionIds: string[], counts = true) => ({
    startedAt: NOW - daysAgo * DAY_MS,
    counts,
    questions: questionIds.map((questionId) => ({ questionId, optionOrder: [] })),
  })

  test.each([
    ['all are unseen', [], 3, NOW],
    ['those of practice were not counted', [seen(1, ['a', 'b', 'c'], false)], 3, NOW],
    ['two are left', [seen(1, ['a'])], 2, NOW],
    ['the third comes back first', [seen(1, ['a', 'b']), seen(200, ['c'])], 1, NOW + 165 * DAY_MS],
    ['the last time counts', [seen(1, ['a']), seen(200, ['a', 'b', 'c'])], 2, NOW + 165 * DAY_MS],
    ['the bank is too small', [], 4, null],
  ])('%s', (_case, attempts, wanted, from) => expect(unseenFrom(attempts, ['a', 'b', 'c'], wanted, NOW)).toBe(from))
})

const first = (changes: Partial<Pick<AttemptRow, 'number' | 'flags' | 'counts'>> = {}) => ({
  number: 1,
  flags: [],
  counts: true,
  ...changes,
})
const flag = { kind: 'hidden', at: 1, question: 3 } as const
const judge = (score: number, changes?: Parameters<typeof first>[0]) => {
  const { passed, second } = judgeFirst({ score, topics: [] }, first(changes), NOW)
  return second ? second.reason : passed
}

describe('one set', () => {
  test.each([
    [100, {}, true],
    [90, {}, true],
    [80, {}, 'score'],
    [70, {}, 'score'],
    [60, {}, false],
    [0, {}, false],
    [100, { flags: [flag] }, 'flag'],
    [60, { flags: [flag] }, false],
    [100, { number: 2 }, 'retake'],
    [70, { number: 2 }, 'retake'],
    [60, { number: 2 }, false],
    [100, { counts: false, number: null }, false],
  ])('%d%% with %o is %s', (score, changes, verdict) => expect(judge(score, changes)).toBe(verdict))

  test('leaves a week for the second one', () => {
    expect(judgeFirst({ score: 80, topics: [] }, first(), NOW).second?.until).toBe(NOW + 7 * DAY_MS)
  })
})

describe('both sets', () => {
  test.each([
    [80, 60, 1, 70, true],
    [70, 60, 1, 65, false],
    [100, 40, 1, 70, true],
    [100, 60, 2, 80, false],
    [70, 70, 2, 70, true],
  ])('%d and %d at attempt %d are %d%%, passed: %s', (one, other, number, score, passed) => {
    const before = judgeFirst({ score: one, topics: [] }, first({ number, flags: [flag] }), NOW)
    expect(judgeBoth(before, { score: other, topics: [] }, number)).toMatchObject({
      score,
      passed,
      sets: [one, other],
      second: null,
    })
  })

  test('sum their topics', () => {
    const topic = (points: number, of: number) => ({ topic: 'safety', title: 'Safety', points, of })
    const before = judgeFirst({ score: 80, topics: [topic(1, 2)] }, first(), NOW)
    expect(judgeBoth(before, { score: 80, topics: [topic(2, 3)] }, 1).topics).toEqual([topic(3, 5)])
  })
})

describe('evidence', () => {
  const asked = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, text: 'x'.repeat(160), options: [] }))
  const answeredIn = (seconds: number, count: number) => ({
    timings: Object.fromEntries(
      asked.map(({ id }) => [id, { shown: 0, answered: id <= count ? seconds * 1_000 : 60_000 }]),
    ),
  })

  test('is speed below reading time, in more than three of ten', () => {
    // 160 characters take two seconds.
    expect(isTooFast(answeredIn(1.9, 4), asked, 1)).toBe(true)
    expect(isTooFast(answeredIn(1.9, 3), asked, 1)).toBe(false)
    expect(isTooFast(answeredIn(2, 10), asked, 1)).toBe(false)
    expect(isTooFast({ timings: {} }, asked, 1)).toBe(false)
  })

  test('is the same wrong answers as in another attempt', () => {
    const set = (answers: string) => ({
      questions: asked.map(({ id }) => ({ questionId: `q${id}`, optionOrder: [] })),
      answers: Object.fromEntries(Array.from(answers, (answer, index) => [index + 1, answer])),
    })
    const shares = (one: string, other: string) =>
      sharesWrongAnswers(set(one), set(other), (_, answer) => answer === 'r')
    expect(shares('abcrrrrrrr', 'abcrrrrrrr')).toBe(true)
    expect(shares('abcrrrrrrr', 'abcddrrrrr')).toBe(true)
    expect(shares('abcrrrrrrr', 'abdrrrrrrr')).toBe(false)
    expect(shares('abrrrrrrrr', 'abrrrrrrrr')).toBe(false)
    expect(shares('rrrrrrrrrr', 'rrrrrrrrrr')).toBe(false)
  })

  test('ten answers in less than ten seconds are void, in a counted set', () => {
    expect(isVoid({ counts: true, sittingAt: 0 }, 9_999, 1)).toBe(true)
    expect(isVoid({ counts: true, sittingAt: 0 }, 10_000, 1)).toBe(false)
    expect(isVoid({ counts: false, sittingAt: 0 }, 0, 1)).toBe(false)
  })
})
