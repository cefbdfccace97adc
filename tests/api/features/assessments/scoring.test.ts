import { describe, expect, test } from 'vitest'
import { drawQuestions, poolOf, scoreAttempt } from '../../../../api/features/assessments/questions'
import type { Usage } from '../../../../api/features/assessments/questions'
import type { AskedQuestion, AttemptResult } from '../../../../api/features/assessments/repository'
import { judgeBoth, judgeFirst } from '../../../../api/features/assessments/rules'
import { ASSESSMENT_QUESTIONS, ATTEMPTS_PER_YEAR_MAX } from '../../../../contract/limits'
import { generatedBank } from '../../../support/generated-bank'
import { passedAttempt } from '../../../support/passed-attempt'
import { seededRandom } from '../../../support/seeded-random'

/** With a fixed seed, so that chance fails no run. */
const TAKERS_PER_LEVEL = 1_000
const NOW = 1_700_000_000_000

const bank = generatedBank(60)
/** The right and a wrong option of each question. */
const options = new Map(
  bank.questions.map((question) =>
    question.type === 'select' ? [question.id, [question.right[0], question.wrong[0]]] : [question.id, []],
  ),
)
const pool = poolOf(bank, true)
const random = seededRandom(27)
const below = (bound: number) => Math.floor(random.next() * bound)

/** One taker who knows a share of the bank, lucky guesses included, within twelve months. */
function createTaker(knows: number) {
  const seen = new Set<string>()
  const unseen = () => pool.filter(({ id }) => !seen.has(id))

  function takeSet() {
    const questions = drawQuestions(unseen(), below)
    const answers = Object.fromEntries(questions.map((asked, index) => [index + 1, answerTo(asked)]))
    for (const { questionId } of questions) seen.add(questionId)
    return scoreAttempt(bank, {
      ...passedAttempt,
      id: 'att_1',
      appId: 'a',
      mode: 'test',
      memberId: 'm',
      startedAt: NOW,
      questions,
      answers,
    })
  }

  const answerTo = ({ questionId }: AskedQuestion): string => {
    const [right, wrong] = options.get(questionId) ?? []
    return (random.next() < knows ? right : wrong) ?? ''
  }

  /** Null: too few questions are unseen. */
  return function attempt(number: number): AttemptResult | null {
    if (unseen().length < 2 * ASSESSMENT_QUESTIONS) return null
    const first = judgeFirst(takeSet(), { number, flags: [], counts: true }, NOW)
    return first.second ? judgeBoth(first, takeSet(), number) : first
  }
}

/** Percent that pass at the first attempt, and within a year. */
function passRates(knows: number): { first: number; year: number } {
  let [first, year] = [0, 0]
  for (let taker = 0; taker < TAKERS_PER_LEVEL; taker += 1) {
    const attempt = createTaker(knows)
    if (attempt(1)?.passed) {
      first += 1
      year += 1
      continue
    }
    for (let number = 2; number <= ATTEMPTS_PER_YEAR_MAX; number += 1) {
      if (!attempt(number)?.passed) continue
      year += 1
      break
    }
  }
  return { first: (100 * first) / TAKERS_PER_LEVEL, year: (100 * year) / TAKERS_PER_LEVEL }
}

describe('4,000 simulated takers, drawn, scored and judged by the server’s code', () => {
  test('who know 50%: at most 10% pass, 15% within a year', () => {
    const { first, year } = passRates(0.5)
    expect(first).toBeLessThanOrEqual(10)
    expect(year).toBeLessThanOrEqual(15)
    expect(year).toBeGreaterThanOrEqual(first)
  })

  test('who know 60%: at most 25% pass', () => expect(passRates(0.6).first).toBeLessThanOrEqual(25))
  test('who know 80%: at least 80% pass', () => expect(passRates(0.8).first).toBeGreaterThanOrEqual(80))
  test('who know 90%: at least 97% pass', () => expect(passRates(0.9).first).toBeGreaterThanOrEqual(97))
})

const ROUNDS = 40

/** Accounts after which 90% of the counted questions were seen, on average. */
function accountsToSee(counted: number, sets: number): number {
  const questions = poolOf(generatedBank(counted), true)
  const seenAfter = new Map<number, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const exposures = new Map<string, number>()
    for (let account = 1; account <= 30; account += 1) {
      let own = questions
      for (let set = 0; set < sets; set += 1) {
        const usage: Usage = { exposures, answers: new Map(), counted }
        const drawn = new Set(drawQuestions(own, below, usage).map(({ questionId }) => questionId))
        for (const id of ['', ...drawn]) exposures.set(id, (exposures.get(id) ?? 0) + 1)
        own = own.filter(({ id }) => !drawn.has(id))
      }
      // Without the row for the number of sets.
      seenAfter.set(account, (seenAfter.get(account) ?? 0) + exposures.size - 1)
    }
  }
  return [...seenAfter].find(([, seen]) => seen / ROUNDS >= 0.9 * counted)?.[0] ?? Infinity
}

test.each([
  { counted: 60, sets: 1, accounts: 13 },
  { counted: 120, sets: 1, accounts: 27 },
  { counted: 60, sets: 2, accounts: 6 },
])('seeing 90% of $counted questions, $sets set(s) each, takes at least $accounts accounts', (one) => {
  expect(accountsToSee(one.counted, one.sets)).toBeGreaterThanOrEqual(one.accounts)
})
