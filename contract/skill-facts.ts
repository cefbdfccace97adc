import { ASSESSMENT_QUESTIONS } from './limits'

/** What the page of a skill shows about its questions. Built from a question bank; never from questions that count. */
export interface SkillFacts {
  /** Of the page that aliases lead to. */
  slug: string
  name: string
  /** Title; null for a skill that is in no category. */
  category: string | null
  /** The questions are the general ones: a TrustTag says "Workplace basics". */
  isGeneral: boolean
  isReviewed: boolean
  topics: { title: string; percent: number }[]
  /** What a result shows, by score. */
  knows: SkillLevels
  /** An open question, which never counts. */
  sample: { text: string; options: string[]; right: string; why: string; source: string } | null
}

/** Completes "Knows how to …". Ten questions support two levels and no finer ones. */
export interface SkillLevels {
  /** From the pass mark on. */
  basic: string[]
  /** From 85 percent on. */
  strong: string[]
}

/** Percent from which a result shows the lines of the stronger level. */
export const STRONG_FROM_PERCENT = 85

/** @param score of a passed attempt, in percent */
export const levelLines = ({ basic, strong }: SkillLevels, score: number): string[] =>
  score < STRONG_FROM_PERCENT ? basic : [...basic, ...strong]

/** `truck-driver-cdl` for `Truck Driver (CDL)`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')

/** Counted attempts with a final result from which a pass rate is shown. */
export const PASS_RATE_FROM_ATTEMPTS = 30

/** How many of a set's questions each topic has: `1–2`. */
export function questionsOfTopic(topics: number): string {
  const [low, high] = [Math.floor(ASSESSMENT_QUESTIONS / topics), Math.ceil(ASSESSMENT_QUESTIONS / topics)]
  return low === high ? String(low) : `${low}–${high}`
}
