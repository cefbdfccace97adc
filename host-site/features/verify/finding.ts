import type { ProofReport, Trust } from '../../../contract/credential/report'
import type { Verification } from '../../lib/verification'

/** What a check was made with. */
export interface Evidence {
  /** As it came. */
  credentialText: string
  /** Parsed. */
  credential: unknown
  /** Text of the `.tlog-proof`; null where there is none. */
  proof: string | null
  /** Null where it was not asked, or could not be. */
  statusList: unknown
}

/** What this browser found out about a TrustTag by itself. */
export interface Finding {
  report: ProofReport
  evidence: Evidence
  /** Whom it believed. */
  trust: Trust
  /** What the server says of the TrustTag; null for a file, about which nobody was asked. */
  answer: Verification | null
  /** Where that differs from what was signed, each in a few words. */
  contradictions: readonly string[]
  /** ISO 8601, by this device's clock. */
  checkedAt: string
}

/** What came of a check. */
export type CheckResult =
  | { outcome: 'checked'; finding: Finding }
  /** What proves it could not be fetched: only the server's word is left. */
  | { outcome: 'unchecked'; answer: Verification }
  /** The server knows it, but has nothing signed of it. */
  | { outcome: 'unsigned'; answer: Verification }
  | { outcome: 'unknown'; id: string }
  /** Nobody can say. The server's words, empty if it gave none. */
  | { outcome: 'failed'; error: string }

/** Why files cannot be checked. */
export const fileProblems = [
  'unreadable',
  'too-large',
  'no-credential-inside',
  'proof-alone',
  'several',
  'unprepared',
] as const
export type FileProblem = (typeof fileProblems)[number]

export type FileResult =
  { outcome: 'checked'; finding: Finding } | { outcome: 'refused'; problem: FileProblem; fileName: string }

/** Checks TrustTags in the browser. Nothing here rejects. */
export interface TagChecker {
  /** Loads what a check of files needs, so that it needs no network later. @returns whether all of it is there */
  prepare: () => Promise<boolean>
  /** Checks what the server says of a TrustTag. @param askedId as it was asked for */
  checkTag: (askedId: string, answer: Verification) => Promise<CheckResult>
  /**
   * Checks files that somebody has, without asking anybody.
   * @param before the finding that is shown: a proof alone belongs to its credential
   */
  checkFiles: (files: readonly File[], before: Finding | null) => Promise<FileResult>
  /** Asks the server for what a check of files lacked, and checks again. */
  complete: (finding: Finding) => Promise<Finding>
}
