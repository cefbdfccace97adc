import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBanks } from '../../../../api/features/assessments/question-bank'
import { drawQuestions, poolOf } from '../../../../api/features/assessments/questions'
import type { Question } from '../../../../api/features/assessments/question-bank'
import { seededRandom } from '../../../support/seeded-random'

const banks = await readBanks(new URL('../../../../api/banks', import.meta.url))
const below = (bound: number) => randomInt(bound)
const idsOf = (drawn: { questionId: string }[]) => drawn.map(({ questionId }) => questionId)

test.each(banks.list().map((bank) => [bank.id, bank] as const))(
  '%s: ten different questions come from every topic, as evenly as ten allows',
  (_id, bank) => {
    for (let round = 0; round < 20; round += 1) {
      const ids = idsOf(drawQuestions(poolOf(bank, true), below))
      expect(new Set(ids).size).toBe(10)
      const topicOf = (id: string) => bank.questions.find((question) => question.id === id)?.topic
      const counts = Object.keys(bank.topics).map((topic) => ids.filter((id) => topicOf(id) === topic).length)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    }
  },
)

test.each(banks.list().map((bank) => [bank.id, bank] as const))(
  '%s: practice is the same ten open questions, which never count',
  (_id, bank) => {
    const open = idsOf(drawQuestions(poolOf(bank, false), below)).toSorted()
    expect(open).toHaveLength(10)
    for (let round = 0; round < 20; round += 1) {
      expect(idsOf(drawQuestions(poolOf(bank, false), below)).toSorted()).toEqual(open)
      expect(idsOf(drawQuestions(poolOf(bank, true), below)).filter((id) => open.includes(id))).toEqual([])
    }
  },
)

const many = Array.from({ length: 60 }, (_, index): Question => ({
  id: `q-${index}`,
  topic: `topic-${index % 6}`,
  type: 'select',
  text: `Question ${index}`,
  right: ['Yes'],
  wrong: ['No'],
  why: 'Because.',
  source: 'Reasoning',
}))
const counts = (sets: string[][]) => {
  const found = new Map<string, number>()
  for (const id of sets.flat()) found.set(id, (found.get(id) ?? 0) + 1)
  return found
}

test('no question of a bank of sixty is in more than a quarter of its sets, even if half of the bank was seen', () => {
  const half = many.slice(0, 30)
  const sets: string[][] = []
  for (let round = 0; round < 400; round += 1) {
    const exposures = new Map([...counts(sets), ['', sets.length]])
    // Half of the people may not meet the other half again.
    const pool = round % 2 === 0 ? half : many
    sets.push(idsOf(drawQuestions(pool, below, { exposures, answers: new Map(), counted: 60 })))
  }
  // One set more: the ceiling is checked before it is counted.
  expect(Math.max(...counts(sets).values())).toBeLessThanOrEqual(400 / 4 + 1)
})

test('a smaller bank has no ceiling, because it would not have ten questions left', () => {
  const exposures = new Map([...many.slice(0, 12).map(({ id }): [string, number] => [id, 100]), ['', 100]])
  const drawn = Array.from({ length: 50 }, () =>
    idsOf(drawQuestions(many.slice(0, 20), below, { exposures, answers: new Map(), counted: 20 })),
  )
  expect(counts(drawn).get('q-0')).toBeGreaterThan(10)
})

test('at most one of ten has fewer than thirty answers, once forty questions have them', () => {
  const draw = (known: number) => {
    const answers = new Map(many.slice(0, known).map(({ id }): [string, number] => [id, 30]))
    const sets = Array.from({ length: 200 }, () =>
      idsOf(drawQuestions(many, below, { exposures: new Map(), answers, counted: 60 })),
    )
    return Math.max(...sets.map((ids) => ids.filter((id) => !answers.has(id)).length))
  }
  expect(draw(40)).toBe(1)
  expect(draw(39)).toBeGreaterThan(1)
})

test('twelve accounts with ten questions each see less than nine tenths of sixty, on average', () => {
  let seen = 0
  for (let round = 0; round < 300; round += 1)
    seen += counts(Array.from({ length: 12 }, () => idsOf(drawQuestions(many, below)))).size
  expect(seen / 300 / 60).toBeLessThan(0.9)
})

test('options are shown in every order, so that a place says nothing', () => {
  const cook = banks.byId('cook')!
  const places = Array.from({ length: 400 }, () => drawQuestions(poolOf(cook, true), below)).flatMap((drawn) =>
    drawn.map(({ optionOrder }) => optionOrder.indexOf(0)),
  )
  for (const place of [0, 1, 2, 3]) {
    const share = places.filter((found) => found === place).length / places.length
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.3)
  }
})

test('the same chance draws the same questions', () => {
  const draw = () => {
    const random = seededRandom(7)
    return drawQuestions(poolOf(banks.general(), true), (bound) => Math.floor(random.next() * bound))
  }
  expect(draw()).toEqual(draw())
})
