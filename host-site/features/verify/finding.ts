import type { ProofReport, Trust, Verdict } from '../../../contract/credential/report'
import { problemTexts as readProblemTexts } from '../../../contract/tag-files/problem-texts'
import type { FileProblem as ReadProblem } from '../../../contract/tag-files/read'
import { SAMPLE_FIRST, verdictTexts } from '../../../contract/credential/report-texts'
import type { Verification } from '../../lib/site-results'
import type { IconName } from '../../ui/icon'

/** Input of a check. */
export interface Evidence {
  /** As received. */
  credentialText: string
  /** Parsed. */
  credential: unknown
  /** Text of the `.tlog-proof`, if any. */
  proof: string | null
  /** Null if not fetched. */
  statusList: unknown
}

export interface Finding {
  report: ProofReport
  evidence: Evidence
  /** The issuers that were trusted. */
  trust: Trust
  /** The server's response; null for a file that was checked offline. */
  answer: Verification | null
  /** Where the response differs from the signed facts. */
  contradictions: readonly string[]
  /** ISO 8601, by this device's clock. */
  checkedAt: string
  /** Null for an ID. */
  file: CheckedFile | null
  /** Below the skill; null: a trade without a license, or no facts. */
  licenseNote: string | null
  /** Topics with enough questions, as `Safety: strong`. */
  topics: readonly string[]
}

/** What is known of a finding's files. */
export interface CheckedFile {
  names: readonly string[]
  /** A picture, paper or text: what it shows around the credential is not signed. */
  isPaper: boolean
  /** What a text says otherwise than the signed facts, as phrases. */
  differences: readonly string[]
  /** No request was sent. */
  isOffline: boolean
}

export type CheckResult =
  | { outcome: 'checked'; finding: Finding }
  /** The proof files could not be fetched: only the server's response is known. */
  | { outcome: 'unchecked'; answer: Verification }
  /** The server has no signed file of it. */
  | { outcome: 'unsigned'; answer: Verification }
  | { outcome: 'unknown'; id: string }
  /** No result. The server's message, or empty. */
  | { outcome: 'failed'; error: string }

/** `unprepared`: the keys are not loaded. `needs-connection`: a text is compared with what is on the server. */
export type FileProblem = ReadProblem | 'unprepared' | 'needs-connection'

/** Of one TrustTag in the files. */
export type FileFinding = Extract<CheckResult, { outcome: 'checked' | 'unknown' }>

export type FileResult =
  /** The most serious first. */
  | { outcome: 'checked'; results: readonly FileFinding[] }
  | { outcome: 'refused'; problem: FileProblem; fileName: string }

/** No method rejects. */
export interface TagChecker {
  /** Loads what file checks need, so that they work offline later. @returns whether all of it loaded */
  prepare: () => Promise<boolean>
  /** @param askedId the ID that the user entered */
  checkTag: (askedId: string, answer: Verification) => Promise<CheckResult>
  /**
   * Checks files. Fetches the revocation list and missing proofs.
   * @param options `before`: the shown finding, to which a proof alone belongs; `isOffline`: no request is sent
   */
  checkFiles: (files: readonly File[], options: { before: Finding | null; isOffline: boolean }) => Promise<FileResult>
  /** Fetches what a file check was missing, and checks again. */
  complete: (finding: Finding) => Promise<Finding>
}

interface VerdictText {
  icon: IconName
  /** One or two words. */
  status: string
  title: string
  text: string
}

export const verdicts = {
  valid: { icon: 'check', status: 'Valid', ...verdictTexts.valid },
  revoked: { icon: 'cross', status: 'Revoked', ...verdictTexts.revoked },
  expired: { icon: 'clock', status: 'Expired', ...verdictTexts.expired },
  'not-yet-valid': { icon: 'clock', status: 'Not valid yet', ...verdictTexts['not-yet-valid'] },
  'not-logged': { icon: 'ledger', status: 'Not shown to be issued', ...verdictTexts['not-logged'] },
  'damaged-proof': { icon: 'cross', status: 'Not fully checked', ...verdictTexts['damaged-proof'] },
  unproven: { icon: 'search', status: 'Not fully checked', ...verdictTexts.unproven },
  'status-unknown': { icon: 'search', status: 'Genuine, revocation not checked', ...verdictTexts['status-unknown'] },
  altered: { icon: 'cross', status: 'Altered', ...verdictTexts.altered },
  'wrong-issuer': { icon: 'cross', status: 'Not ours', ...verdictTexts['wrong-issuer'] },
  'not-a-tag': { icon: 'cross', status: 'None', ...verdictTexts['not-a-tag'] },
  contradicted: {
    icon: 'cross',
    status: 'Not authentic',
    title: 'Not authentic',
    text: 'The signed facts differ from what our server says. Do not rely on it.',
  },
  unchecked: {
    icon: 'search',
    status: 'Not checked',
    title: 'Could not be checked',
    text: 'The proof could not be fetched, so nothing was checked. The details below come from our server only.',
  },
  unsigned: {
    icon: 'ledger',
    status: 'Not issued yet',
    title: 'Not in the public log yet',
    text: 'Our server knows this TrustTag but has no signed file of it yet. Try again in a few minutes.',
  },
  invalid: {
    icon: 'cross',
    status: 'Invalid',
    title: 'Invalid TrustTag',
    text: 'This TrustTag ID was not found or is invalid',
  },
} as const satisfies Record<Verdict, VerdictText> & Record<string, VerdictText>

export type VerdictName = keyof typeof verdicts

/** The headline. Tests and samples say so first. */
export const headOf = (name: VerdictName, mode: ProofReport['mode']): string =>
  `${mode === 'test' || mode === 'sample' ? SAMPLE_FIRST : ''}${verdicts[name].title}`

/** Contradictions come first, then the server's revocation, then the check's verdict. */
export function verdictOf({ report, answer, contradictions }: Finding): VerdictName {
  if (contradictions.length > 0) return 'contradicted'
  // A revocation counts even if the signed list could not be read.
  const isSaidRevoked = answer?.status === 'revoked' && report.verdict === 'status-unknown'
  return isSaidRevoked ? 'revoked' : report.verdict
}

export const problemTexts: Readonly<Record<FileProblem, string>> = {
  ...readProblemTexts,
  unprepared:
    'This page could not load TrustTag’s public keys yet, and can check nothing without them. Connect to the internet once and try again.',
  'needs-connection':
    'A text has no signature: it is compared with what TrustTag signed under its ID. Connect to the internet and try again without “Offline only”.',
}
