/** What a verb answers. */
export interface Outcome {
  lines: readonly string[]
  /** Why what was done is not enough, which ends the command with 1; null when all is well. */
  warning: string | null
}
