import { describe, expect, test } from 'vitest'
import { scoreText } from '../../contract/tag-texts'
import { scoreBand, withBand } from '../../contract/score-band'

describe('the band of a score', () => {
  // By an independent implementation: scipy.stats.beta.ppf([.1, .9], x + .5, n - x + .5).
  test.each([
    [90, 10, 73, 97],
    [90, 20, 79, 96],
    [70, 10, 50, 85],
    [50, 10, 31, 69],
    [100, 10, 88, 100],
    [80, 10, 61, 92],
    [0, 20, 0, 6],
    [75, 20, 61, 85],
    [65, 20, 51, 77],
    [87, 10, 69, 96],
  ])('%d%% of %d questions is likely %d to %d', (score, questions, low, high) =>
    expect(scoreBand({ score, questions })).toEqual({ low, high }),
  )

  test('is not wider than possible, and narrower with more questions', () => {
    for (let score = 0; score <= 100; score += 5) {
      const [ten, twenty] = [10, 20].map((questions) => scoreBand({ score, questions }))
      expect(ten!.low).toBeGreaterThanOrEqual(0)
      expect(ten!.high).toBeLessThanOrEqual(100)
      expect(ten!.high - ten!.low).toBeGreaterThan(twenty!.high - twenty!.low)
    }
  })

  test('mirrors for the wrong answers', () => {
    for (const score of [0, 10, 30, 60]) {
      const [one, other] = [score, 100 - score].map((percent) => scoreBand({ score: percent, questions: 10 }))
      expect([other!.low, other!.high]).toEqual([100 - one!.high, 100 - one!.low])
    }
  })

  test('stands behind the percent', () =>
    expect(scoreText(withBand({ score: 90, questions: 10 }))).toBe('90% · likely 73–97 · 10 questions'))
})
