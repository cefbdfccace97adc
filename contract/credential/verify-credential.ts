import { CLOCK_SKEW_SECONDS } from '../limits'
import { checkLog } from './check-log'
import type { LogFound } from './check-log'
import { isMoment } from './check-proof'
import { checkSignature, isBadge } from './check-signature'
import type { CheckStandard } from './check-signature'
import { checkStatus, timeOfList } from './check-status'
import type { StatusFound } from './check-status'
import { isRecord, recordOf, textOf } from './json-reading'
import { parseJson, readJson } from './parse-json'
import { isSample } from './read-facts'
import type {
  Check,
  CheckName,
  CheckOutcome,
  CheckReason,
  CredentialFacts,
  LogFacts,
  ProofReport,
  Trust,
  TrustedIssuer,
  Verdict,
} from './report'

export interface CredentialToVerify {
  /**
   * Text of the file, or the result of `parseJson`; may be anything. Pass the text: only there are duplicate keys
   * detected.
   */
  credential: unknown
  /** Text of the `.tlog-proof`; null without one. */
  proof: string | null
  /**
   * The status list named by the credential, with its proof (`LoggedList`), as text or parsed; null if it could not be
   * fetched.
   */
  statusList: unknown
  /** Tells a changed second signature from a wrong log entry, and a removed one from none. Absent: it is not checked. */
  checkStandard?: CheckStandard
  /** The caller found the credential's `revoke` entry in the log. */
  isRevoked?: boolean
  trust: Trust
  /** Epoch milliseconds. */
  now: number
}

/**
 * Checks a credential with everything that belongs to it, offline: the same in a browser, a terminal and on the server.
 * Never throws, for any input.
 */
export async function verifyCredential(options: CredentialToVerify): Promise<ProofReport> {
  const { proof, trust, now, checkStandard } = options
  if (repeatsKey(options.credential)) return refusedReport('duplicate-key', options.credential)
  const credential = parsedOf(options.credential)
  const signed = await checkSignature(credential, trust, checkStandard)
  if (signed.reason !== 'signed') return refusedReport(signed.reason, credential)
  const { issuer, place, facts } = signed
  const log = await checkLog(credential, proof, issuer, place)
  if (log.reason === 'not-included' && (await checkStandard?.(credential, trust)) === false)
    return refusedReport('second-altered', credential)
  const logFacts = log.reason === 'included' ? log.facts : null
  const statusList = parsedOf(options.statusList)
  const checks = [
    check('signature', 'passed', 'signed'),
    check('issuer', 'passed', issuer.mode === 'live' ? 'ours' : 'ours-test'),
    check('log', logOutcome(log.reason), log.reason),
    checkWitnesses(logFacts, issuer.witnesses),
    checkDates(facts, now),
    statusCheck(options.isRevoked ? 'revoked' : await checkStatus({ facts, list: statusList, issuer, place, now })),
  ]
  const isKept = checks.some(({ reason }) => reason === 'not-revoked')
  const asOf = isKept ? timeOfList(statusList) : null
  return { ...report(checks, modeOf(issuer, facts.issuerName)), facts, log: logFacts, asOf }
}

/** @param file refused for this reason: its text or content */
export function refusedReport(reason: CheckReason, file: unknown): ProofReport {
  const content = typeof file === 'string' ? readJson(file).value : file
  const [, claimedId = null] =
    /\/trusttag\/tags\/([\w-]{1,64})\/credential\.json$/u.exec(textOf(recordOf(content).id)) ?? []
  return { ...report(refused(reason), null), claimedId }
}

/** A text that readers understand in different ways. Only of a badge: other files are no TrustTag anyway. */
function repeatsKey(file: unknown): boolean {
  const { shape, value } = typeof file === 'string' ? readJson(file) : { shape: 'none', value: null }
  return shape === 'repeated' && isRecord(value) && isBadge(value)
}

const parsedOf = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : value)

const check = (name: CheckName, outcome: CheckOutcome, reason: CheckReason): Check => ({ name, outcome, reason })

const refused = (reason: CheckReason): Check[] =>
  reason === 'unknown-issuer' || reason === 'unknown-key'
    ? [check('signature', 'passed', 'signed'), check('issuer', 'failed', reason)]
    : [check('signature', 'failed', reason)]

function logOutcome(reason: LogFound['reason']): CheckOutcome {
  if (reason === 'included') return 'passed'
  return reason === 'no-log-proof' ? 'open' : 'failed'
}

function checkWitnesses(log: LogFacts | null, witnesses: TrustedIssuer['witnesses']): Check {
  const cosignatures = log?.cosignatures ?? []
  if (cosignatures.some((one) => !one.isSelfRun)) return check('witnesses', 'passed', 'cosigned')
  if (cosignatures.length > 0) return check('witnesses', 'passed', 'self-cosigned')
  return check('witnesses', 'open', witnesses.length > 0 ? 'not-yet-cosigned' : 'no-witness')
}

/** A clock that is slightly slow is tolerated at the start, but not at the end. */
function checkDates({ validFrom, validUntil }: CredentialFacts, now: number): Check {
  if (!isMoment(validFrom) || (validUntil !== null && !isMoment(validUntil)))
    return check('dates', 'failed', 'malformed-dates')
  if (now < Date.parse(validFrom) - CLOCK_SKEW_SECONDS * 1000) return check('dates', 'failed', 'not-yet-valid')
  const isInTime = validUntil === null || now < Date.parse(validUntil)
  return check('dates', isInTime ? 'passed' : 'failed', isInTime ? 'in-time' : 'expired')
}

function statusCheck(found: StatusFound): Check {
  if (found === 'not-revoked') return check('status', 'passed', found)
  return check('status', found === 'revoked' ? 'failed' : 'open', found)
}

function modeOf({ mode }: TrustedIssuer, issuerName: string): ProofReport['mode'] {
  if (mode === 'live') return 'live'
  return isSample(issuerName) ? 'sample' : 'test'
}

/** The most serious reason decides. */
const verdictsByReason: readonly (readonly [Verdict, readonly CheckReason[]])[] = [
  ['not-a-tag', ['malformed']],
  [
    'altered',
    ['no-proof', 'altered', 'second-altered', 'proof-removed', 'duplicate-key', 'two-credentials', 'text-differs'],
  ],
  ['wrong-issuer', ['unknown-issuer', 'unknown-key']],
  ['revoked', ['revoked']],
  ['expired', ['expired']],
  ['not-yet-valid', ['not-yet-valid', 'malformed-dates']],
  ['not-logged', ['foreign-log', 'not-included']],
  ['damaged-proof', ['malformed-log-proof']],
  ['unproven', ['no-log-proof']],
  ['status-unknown', ['unreachable', 'bad-status-list', 'stale-status-list', 'unlogged-status-list', 'no-status']],
]

function report(checks: Check[], mode: ProofReport['mode']): ProofReport {
  const reasons = new Set(checks.map(({ reason }) => reason))
  const grave = verdictsByReason.find(([, all]) => all.some((reason) => reasons.has(reason)))
  return { verdict: grave?.[0] ?? 'valid', mode, checks, facts: null, log: null, claimedId: null, asOf: null }
}
