import type { ProofReport, Trust, Verdict } from '../../../contract/credential/report'
import { verdictWords } from '../../../contract/credential/report-words'
import type { Verification } from '../../lib/site-results'
import type { IconName } from '../../ui/icon'

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
const fileProblems = [
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

interface VerdictText {
  icon: IconName
  /** In one word or two, as the state of the TrustTag. */
  status: string
  title: string
  text: string
}

/** What is said about a TrustTag as a whole. */
export const verdicts = {
  valid: { icon: 'check', status: 'Valid', ...verdictWords.valid },
  revoked: { icon: 'cross', status: 'Revoked', ...verdictWords.revoked },
  expired: { icon: 'clock', status: 'Expired', ...verdictWords.expired },
  'not-yet-valid': { icon: 'clock', status: 'Not valid yet', ...verdictWords['not-yet-valid'] },
  'not-logged': { icon: 'ledger', status: 'Not shown to be issued', ...verdictWords['not-logged'] },
  'status-unknown': { icon: 'search', status: 'Genuine, revocation not checked', ...verdictWords['status-unknown'] },
  altered: { icon: 'cross', status: 'Altered', ...verdictWords.altered },
  'wrong-issuer': { icon: 'cross', status: 'Not ours', ...verdictWords['wrong-issuer'] },
  'not-a-tag': { icon: 'cross', status: 'None', ...verdictWords['not-a-tag'] },
  contradicted: {
    icon: 'cross',
    status: 'Not authentic',
    title: 'Not authentic',
    text: 'What was signed and what our server answers are not the same. Do not rely on this answer.',
  },
  unchecked: {
    icon: 'search',
    status: 'Not checked',
    title: 'Could not be checked',
    text: 'The files that prove this TrustTag could not be fetched, so this page checked nothing. Only the word of our server is left.',
  },
  unsigned: {
    icon: 'ledger',
    status: 'Not issued yet',
    title: 'Not in the public log yet',
    text: 'Our server knows this TrustTag, but hands out no signed file of it, so there is nothing to check. Try again in some minutes.',
  },
  invalid: {
    icon: 'cross',
    status: 'Invalid',
    title: 'Invalid TrustTag',
    text: 'This TrustTag ID was not found or is invalid',
  },
} as const satisfies Record<Verdict, VerdictText> & Record<string, VerdictText>

export type VerdictName = keyof typeof verdicts

/** The gravest of what was signed, what the server adds, and where both differ. */
export function verdictOf({ report, answer, contradictions }: Finding): VerdictName {
  if (contradictions.length > 0) return 'contradicted'
  // A server that says so is believed even where its signed list could not be read.
  const isSaidRevoked = answer?.status === 'revoked' && report.verdict === 'status-unknown'
  return isSaidRevoked ? 'revoked' : report.verdict
}

export const problemTexts: Readonly<Record<FileProblem, string>> = {
  unreadable: 'This is no TrustTag file. Choose the credential file (.json) or the badge picture (.png or .svg).',
  'too-large': 'This file is larger than any TrustTag file, so it was not read.',
  'no-credential-inside':
    'There is no TrustTag in this picture. Pictures lose it when they are copied from a page or saved anew: ask for the file itself.',
  'proof-alone':
    'This is only the proof of a place in the log. Choose it together with the TrustTag file that it belongs to.',
  several: 'These are several TrustTags. Check one at a time: its file, and the proof that belongs to it.',
  unprepared:
    'This page has not been able to load TrustTag’s public keys yet, without which it can check nothing. Connect to the internet once and try again.',
}
