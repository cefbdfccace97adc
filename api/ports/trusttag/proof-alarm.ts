import type { ProofMode } from '../../../contract/proof-paths'

/** What in the database contradicts what was signed. */
export type ProofAlarm =
  | {
      kind: 'tag-record-differs'
      tagId: string
      /** Which facts, each as it reads in a sentence: `the score`. */
      differing: readonly string[]
    }
  | { kind: 'status-list-damaged'; mode: ProofMode; list: number }

export interface ProofAlarmRepository {
  /** Atomic. @returns false when an alarm on this subject was recorded before */
  record(subject: string, at: number): Promise<boolean>
}
