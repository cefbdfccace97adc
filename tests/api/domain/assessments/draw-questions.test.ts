import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBanks } from '../../../../api/features/assessments/question-bank'
import { drawQuestions } from '../../../../api/features/assessments/questions'
import { seededRandom } from '../../../support/seeded-random'

const banks = await readBanks(new URL('../../../../api/banks/', import.meta.url))
const below = (bound: number) => randomInt(bound)
const idsOf = (drawn: { questionId: string }[]) => drawn.map(({ questionId }) => questionId)

test.each(banks.list().map((bank) => [bank.id, bank] as const))(
  '%s: ten different questions come from every topic, as evenly as ten allows',
  (_id, bank) => {
    for (let round = 0; round < 20; round += 1) {
      const ids = idsOf(drawQuestions(bank, [], below))
      expect(new Set(ids).size).toBe(10)
      const topicOf = (id: string) => bank.questions.find((question) => question.id === id)?.topic
      const counts = Object.keys(bank.topics).map((topic) => ids.filter((id) => topicOf(id) === topic).length)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    }
  },
)

test.each(banks.list().map((bank) => [bank.id, bank] as const))(
  '%s: nothing that the last two attempts asked comes again',
  (_id, bank) => {
    for (let round = 0; round < 20; round += 1) {
      const first = idsOf(drawQuestions(bank, [], below))
      const second = idsOf(drawQuestions(bank, first, below))
      const third = idsOf(drawQuestions(bank, [...second, ...first], below))
      expect(new Set([...first, ...second, ...third]).size).toBe(30)
    }
  },
)

test('when everything was seen, what was seen longest ago comes back first', () => {
  const cook = banks.byId('cook')!
  const all = cook.questions.map(({ id }) => id)
  const ids = idsOf(drawQuestions(cook, all, below))
  expect(new Set(ids)).toEqual(new Set(all.slice(-10)))
})

test('options are shown in every order, so that a place says nothing', () => {
  const cook = banks.byId('cook')!
  const places = Array.from({ length: 400 }, () => drawQuestions(cook, [], below)).flatMap((drawn) =>
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
    return drawQuestions(banks.general(), [], (bound) => Math.floor(random.next() * bound))
  }
  expect(draw()).toEqual(draw())
})
