/** What a check of a credential finds: the same in a browser, in a terminal and on the server. */
import type { ProofMode } from '../proof-paths'
import type { Cosignature } from '../tlog/checkpoint'
import type { VerifierKey } from '../tlog/signed-note'

/** In the order in which they are made and shown. */
export const checkNames = ['signature', 'issuer', 'log', 'witnesses', 'dates', 'status'] as const
export type CheckName = (typeof checkNames)[number]

/**
 * - `passed`
 * - `failed`: it is not as the credential says
 * - `open`: it could not be found out: something is missing, or does not answer
 */
export type CheckOutcome = 'passed' | 'failed' | 'open'

/** Why a check came out as it did, by check: a literal for each that pages and commands put into words. */
export const checkReasons = {
  signature: ['signed', 'malformed', 'no-proof', 'altered'],
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
 * The whole in one word, the gravest first:
 * - `not-a-tag`: not shaped as a TrustTag at all
 * - `altered`: a signature is missing or wrong
 * - `wrong-issuer`: rightly signed, by somebody else
 * - `revoked`, `expired`, `not-yet-valid`
 * - `not-logged`: nothing shows that it stands in the log
 * - `status-unknown`: everything is right, but whether it was revoked could not be found out
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
  'status-unknown',
  'valid',
] as const
export type Verdict = (typeof verdicts)[number]

/** What a credential says, read from what was signed and from nowhere else. */
export interface CredentialFacts {
  /** `TT-…` */
  trustTagId: string
  /** Address of the credential. */
  id: string
  issuer: string
  issuerName: string
  skill: string
  holderName: string
  /** Percent. */
  score: number
  /** Percent, by topic. */
  topics: { title: string; percent: number }[]
  /** ISO 8601. */
  validFrom: string
  validUntil: string | null
  criteria: string
  /** Hashes of what it rests on. */
  evidence: { name: string; hash: string }[]
  /** Questions on safety and quality at work in general. */
  isGeneral: boolean
  /** URL of the status list, and which bit of it is set once the credential is revoked. */
  status: { list: string; index: number } | null
}

export interface LogFacts {
  /** Name of the log. */
  origin: string
  index: number
  /** Of the tree of the checkpoint. */
  size: number
  /** Hexadecimal. */
  root: string
  /** Hexadecimal: what is shown as the log hash. */
  leafHash: string
  /** Of witnesses that are trusted. */
  cosignatures: (Cosignature & { isSelfRun: boolean })[]
}

export interface ProofReport {
  verdict: Verdict
  /** Whose it is: `test` and `sample` prove nothing about anybody. Null where the issuer is unknown. */
  mode: 'live' | 'test' | 'sample' | null
  checks: Check[]
  /** Null while the signature is not right: what anybody could have written is not shown. */
  facts: CredentialFacts | null
  log: LogFacts | null
}

/** Whom a check believes. */
export interface TrustedIssuer {
  did: string
  mode: ProofMode
  /** `z6Mk…`, retired ones too. */
  keys: readonly string[]
  logKeys: readonly VerifierKey[]
  witnesses: readonly { key: VerifierKey; isSelfRun: boolean }[]
}

export type Trust = readonly TrustedIssuer[]

/** The same as JSON: what `/trusttag/trust.json` holds. */
export interface TrustDocument {
  issuers: {
    did: string
    mode: ProofMode
    keys: string[]
    /** Verifier keys, as c2sp.org/signed-note writes them. */
    log: string[]
    witnesses: { key: string; isSelfRun: boolean }[]
  }[]
}
