/** The claim of every skill without questions of its own. */
export const WORKPLACE_BASICS = 'Workplace basics'

/** Signed in every TrustTag, and shown beside the holder: no one checked the name yet. */
export const NAME_NOT_CHECKED = 'not checked'

/** Beside the holder on every surface. @param state as signed */
export const nameText = (state: string): string => `Name ${state}`

/** Signed, and shown wherever a TrustTag is. */
export const reviewTexts = {
  draft: 'not yet reviewed by an expert',
  reviewed: 'reviewed by an expert',
} as const

export const reviewText = (isReviewed: boolean): string => `Questions ${reviewTexts[isReviewed ? 'reviewed' : 'draft']}`

/** Percent. */
export interface ScoreBand {
  low: number
  high: number
}

/** A score with what must stand beside it everywhere. */
export interface ShownScore {
  /** Percent. */
  score: number
  band: ScoreBand
  questions: number
}

type Shown<K extends keyof ShownScore> = Pick<ShownScore, K>

/** `73–97`. */
export const bandText = ({ band: { low, high } }: Shown<'band'>): string => `${low}–${high}`

/** `likely 73–97 · 10 questions`, to stand behind or below the percent. */
export const bandNote = (shown: Shown<'band' | 'questions'>): string =>
  `likely ${bandText(shown)} · ${shown.questions} questions`

/** `90% · likely 73–97 · 10 questions`. */
export const scoreText = (shown: ShownScore): string => `${shown.score}% · ${bandNote(shown)}`
