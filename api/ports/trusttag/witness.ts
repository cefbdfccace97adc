import type { VerifierKey } from '../../../contract/tlog/signed-note'

/** Somebody who watches that the log only grows, and says with a time what they saw (c2sp.org/tlog-witness). */
export interface Witness {
  key: VerifierKey
  /** Run by whoever runs the log: it shows mistakes, not intent. */
  isSelfRun: boolean
  /** What it has signed still counts; it is asked for nothing more. */
  isRetired?: boolean
  /**
   * Hands a checkpoint over.
   * @param request the body of `add-checkpoint`
   * @returns HTTP status and body, whatever the status; rejects when there is no answer
   */
  addCheckpoint(request: string): Promise<{ status: number; body: string }>
}
