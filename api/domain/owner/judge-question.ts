import type { QuestionStatistics } from '../../ports/trusttag/attempt-store'

/** Percent of points that were got: above and below these a question tells little. */
const TOO_EASY_ABOVE_PERCENT = 95
const TOO_HARD_BELOW_PERCENT = 20
/** Fewer answers than this say nothing of a question yet. */
const JUDGED_FROM_ANSWERS = 20

export interface QuestionJudgement {
  /** Percent of the points that were got. */
  rightPercent: number
  /**
   * How well it tells good from bad, from −1 to 1: the point-biserial correlation of being right with the score of the
   * attempt. Null while nothing differs.
   */
  discrimination: number | null
  flags: ('too easy' | 'too hard' | 'negative')[]
}

/** What the answers so far say of a question; null when nobody was asked. */
export function judgeQuestion(statistics: QuestionStatistics): QuestionJudgement | null {
  const { asked, points } = statistics
  if (asked === 0) return null
  const rightPercent = (100 * points) / asked
  const discrimination = pointBiserial(statistics)
  const flags: QuestionJudgement['flags'] = []
  if (asked < JUDGED_FROM_ANSWERS) return { rightPercent, discrimination, flags }
  if (rightPercent > TOO_EASY_ABOVE_PERCENT) flags.push('too easy')
  if (rightPercent < TOO_HARD_BELOW_PERCENT) flags.push('too hard')
  if (discrimination !== null && discrimination < 0) flags.push('negative')
  return { rightPercent, discrimination, flags }
}

/** With a part of a point counted as so much of a right answer. */
function pointBiserial({ asked, points, scores, squaredScores, pointsTimesScores }: QuestionStatistics): number | null {
  const right = points / asked
  const mean = scores / asked
  const spread = (squaredScores / asked - mean ** 2) * right * (1 - right)
  // Sums of decimals are not exact: what is as good as nothing is nothing.
  if (spread < 1e-6) return null
  const correlation = (pointsTimesScores / asked - right * mean) / Math.sqrt(spread)
  return Math.max(-1, Math.min(1, correlation))
}
