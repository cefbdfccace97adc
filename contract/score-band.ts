import type { ScoreBand } from './tag-texts'

/** A score as signed: percent of the points of so many questions. */
export interface BandedScore {
  /** Percent. */
  score: number
  /** Questions behind it: ten, or twenty with a second set. */
  questions: number
}

/** In eight of ten cases the share of the bank that the person knows is in the band. */
const COVERAGE = 0.8

/** The Jeffreys interval of a share: the middle 80 % of Beta(right + ½, wrong + ½), in whole percent. */
export function scoreBand({ score, questions }: BandedScore): ScoreBand {
  const right = (questions * Math.min(100, Math.max(0, score))) / 100
  const tail = (1 - COVERAGE) / 2
  const at = quantiles(right, questions - right)
  return { low: at(tail), high: at(1 - tail) }
}

const STEPS = 500

/** With x = sin²θ the density is sin(θ)^2r · cos(θ)^2w, which is smooth, so that a plain sum is exact enough. */
function quantiles(right: number, wrong: number): (share: number) => number {
  const angle = (step: number) => ((step / STEPS) * Math.PI) / 2
  const weights = Array.from(
    { length: STEPS },
    (_, step) => Math.sin(angle(step + 0.5)) ** (2 * right) * Math.cos(angle(step + 0.5)) ** (2 * wrong),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return (share) => {
    let rest = share * total
    const step = weights.findIndex((weight) => (rest -= weight) <= 0)
    const within = 1 + rest / (weights[step] ?? 1)
    return Math.round(100 * Math.sin(angle(step + within)) ** 2)
  }
}

/** With its band, to be shown. */
export const withBand = <T extends BandedScore>(scored: T): T & { band: ScoreBand } => ({
  ...scored,
  band: scoreBand(scored),
})
