import { expect, test } from 'vitest'
import { judgeQuestion } from '../../../../api/features/owner/lists'

/** Sums of answers, each with its points and the score of its attempt. */
function sums(answers: readonly (readonly [points: number, score: number])[]) {
  const total = (of: (points: number, score: number) => number) =>
    answers.reduce((sum, [points, score]) => sum + of(points, score), 0)
  return {
    bankId: 'cook',
    questionId: 'cook-01',
    asked: answers.length,
    points: total((points) => points),
    scores: total((_, score) => score),
    squaredScores: total((_, score) => score ** 2),
    pointsTimesScores: total((points, score) => points * score),
  }
}

const repeat = (count: number, ...answer: [number, number]) => Array<[number, number]>(count).fill(answer)

test('computes the point-biserial correlation of a right answer with the score', () => {
  // By hand: means 80 and 50, standard deviation 16.996, half right: (80 − 50) / 16.996 × 0.5.
  const judged = judgeQuestion(
    sums([
      [1, 70],
      [1, 80],
      [1, 90],
      [0, 40],
      [0, 50],
      [0, 60],
    ]),
  )
  expect(judged?.discrimination).toBeCloseTo(0.8783, 4)
  expect(judged).toMatchObject({ rightPercent: 50, flags: [] })
})

test('flags a question that strong candidates get wrong', () => {
  expect(judgeQuestion(sums([...repeat(10, 0, 90), ...repeat(10, 1, 40)]))?.flags).toEqual(['negative'])
})

test('flags more than 95 percent as too easy, less than 20 as too hard, and neither limit itself', () => {
  const flags = (right: number, wrong: number) =>
    judgeQuestion(sums([...repeat(right, 1, 80), ...repeat(wrong, 0, 40)]))?.flags
  expect(flags(96, 4)).toEqual(['too easy'])
  expect(flags(95, 5)).toEqual([])
  expect(flags(20, 80)).toEqual([])
  expect(flags(19, 81)).toEqual(['too hard'])
})

test('flags nothing before twenty answers', () => {
  expect(judgeQuestion(sums(repeat(19, 1, 80)))).toMatchObject({ rightPercent: 100, flags: [] })
  expect(judgeQuestion(sums(repeat(20, 1, 80)))?.flags).toEqual(['too easy'])
  expect(judgeQuestion(sums(repeat(19, 0, 80)))?.flags).toEqual([])
})

test('uses shares of points', () => {
  expect(
    judgeQuestion(
      sums([
        [0.5, 60],
        [1, 80],
      ]),
    ),
  ).toMatchObject({ rightPercent: 75, flags: [] })
})

test('has no correlation without variance', () => {
  expect(judgeQuestion(sums([[1, 80]]))?.discrimination).toBeNull()
  expect(
    judgeQuestion(
      sums([
        [1, 80],
        [0, 80],
      ]),
    )?.discrimination,
  ).toBeNull()
  expect(judgeQuestion(sums([]))).toBeNull()
})
