/** The result of checking a credential: the same in a browser, in a terminal and on the server. */
import type { ProofMode } from '../proof-paths'
import type { Cosignature } from '../tlog/checkpoint'
import type { VerifierKey } from '../tlog/signed-note'

/** In the order in which they run and are shown. */
export const checkNames = ['signature', 'issuer', 'log', 'witnesses', 'dates', 'status'] as const
export type CheckName = (typeof checkNames)[number]

/**
 * - `passed`
 * - `failed`: it is not as the credential claims
 * - `open`: unknown, because something is missing or unreachable
 */
export type CheckOutcome = 'passed' | 'failed' | 'open'

/** The reasons for each check's outcome. Pages and commands have a text for each. */
export const checkReasons = {
  signature: [
    'signed',
    'malformed',
    'no-proof',
    'altered',
    'second-altered',
    'proof-removed',
    'duplicate-key',
    'two-credentials',
    'text-differs',
  ],
  issuer: ['ours', 'ours-test', 'unknown-issuer', 'unknown-key'],
  log: ['included', 'no-log-proof', 'malformed-log-proof', 'foreign-log', 'not-included'],
  witnesses: ['cosigned', 'self-cosigned', 'not-yet-cosigned', 'no-witness'],
  dates: ['in-time', 'expired', 'not-yet-valid', 'malformed-dates'],
  status: [
    'not-revoked',
    'revoked',
    'unreachable',
    'bad-status-list',
    'stale-status-list',
    'unlogged-status-list',
    'no-status',
  ],
} as const satisfies Record<CheckName, readonly string[]>
export type CheckReason = (typeof checkReasons)[CheckName][number]

export interface Check {
  name: CheckName
  outcome: CheckOutcome
  reason: CheckReason
}

/**
 * The overall result, most serious first:
 * - `not-a-tag`: not in the format of a TrustTag
 * - `altered`: a signature is missing or wrong
 * - `wrong-issuer`: validly signed by someone else
 * - `revoked`, `expired`, `not-yet-valid`
 * - `not-logged`: shown not to be in the log
 * - `damaged-proof`: the proof of its log entry is damaged
 * - `unproven`: the proof of its log entry is missing
 * - `status-unknown`: everything is right, but it is unknown whether it was revoked
 * - `valid`
 */
export const verdicts = [
  'not-a-tag',
  'altered',
  'wrong-issuer',
  'revoked',
  'expired',
  'not-yet-valid',
  'not-logged',
  'damaged-proof',
  'unproven',
  'status-unknown',
  'valid',
] as const
export type Verdict = (typeof verdicts)[number]

/** The content of a credential, only from signed data. */
export interface CredentialFacts {
  /** `TT-…` */
  trustTagId: string
  /** URL of the credential. */
  id: string
  issuer: string
  issuerName: string
  skill: string
  holderName: string
  /** Percent. */
  score: number
  /** Percent, by topic. */
  topics: { title: string; percent: number }[]
  /** Behind the score. */
  questions: number
  sets: number
  /** `73–97`; null: not signed. */
  band: string | null
  /** Counted attempts until the score, this one included; null: not signed. */
  attempt: number | null
  /** What was checked of the holder's name: `not checked`. */
  nameState: string
  /** An expert had reviewed the questions. */
  isReviewed: boolean
  /** ISO 8601. */
  validFrom: string
  validUntil: string | null
  criteria: string
  /** Hashes of the evidence. */
  evidence: { name: string; hash: string }[]
  /** Whether the questions were the general ones on workplace safety and quality. */
  isGeneral: boolean
  /** URL of the status list, and the index of the credential's bit. */
  status: { list: string; index: number } | null
}

export interface LogFacts {
  /** Name of the log. */
  origin: string
  index: number
  /** Size of the checkpoint's tree. */
  size: number
  /** Hexadecimal. */
  root: string
  /** Hexadecimal; shown as the log hash. */
  leafHash: string
  /** Cosignatures of trusted witnesses. */
  cosignatures: (Cosignature & { isSelfRun: boolean })[]
}

export interface ProofReport {
  verdict: Verdict
  /** `test` and `sample` prove nothing about anyone. Null if the issuer is unknown. */
  mode: 'live' | 'test' | 'sample' | null
  checks: Check[]
  /** Null unless the signature is right: unsigned content is not shown. */
  facts: CredentialFacts | null
  log: LogFacts | null
  /** The ID in a refused file. Unsigned: what TrustTag signed under it may differ. */
  claimedId: string | null
  /** Until when it is known not to be revoked: the time of the revocation list, ISO 8601. */
  asOf: string | null
}

/** An issuer that a check trusts. */
export interface TrustedIssuer {
  did: string
  mode: ProofMode
  /** `z6Mk…`, including retired keys. */
  keys: readonly string[]
  logKeys: readonly VerifierKey[]
  witnesses: readonly { key: VerifierKey; isSelfRun: boolean }[]
}

export type Trust = readonly TrustedIssuer[]

/** The same as JSON, as in `/trusttag/trust.json`. */
export interface TrustDocument {
  issuers: {
    did: string
    mode: ProofMode
    keys: string[]
    /** Verifier keys in the format of c2sp.org/signed-note. */
    log: string[]
    witnesses: { key: string; isSelfRun: boolean }[]
  }[]
}
