import { CLOCK_SKEW_SECONDS } from '../limits'
import { checkLog } from './check-log'
import type { LogFound } from './check-log'
import { isMoment } from './check-proof'
import { checkSignature } from './check-signature'
import { checkStatus } from './check-status'
import type { StatusFound } from './check-status'
import { parseJson } from './parse-json'
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
  /** Text of the file, or what `parseJson` made of it; anything. Give the text: only there a key that stands twice is seen. */
  credential: unknown
  /** Text of the `.tlog-proof`; null where there is none. */
  proof: string | null
  /** The status list that the credential names, with its proof (`LoggedList`), text or parsed; null where it could not be fetched. */
  statusList: unknown
  /** The caller found the `revoke` entry of the credential in the log itself. */
  isRevoked?: boolean
  trust: Trust
  /** Epoch milliseconds. */
  now: number
}

/**
 * Checks a credential with everything that belongs to it, and asks nobody: the same in a browser, a terminal and on the
 * server. It never throws, whatever it is given.
 */
export async function verifyCredential(options: CredentialToVerify): Promise<ProofReport> {
  const { proof, trust, now } = options
  const credential = parsedOf(options.credential)
  const signed = await checkSignature(credential, trust)
  if (signed.reason !== 'signed') return report(refused(signed.reason), null)
  const { issuer, place, facts } = signed
  const log = await checkLog(credential, proof, issuer, place)
  const logFacts = log.reason === 'included' ? log.facts : null
  const checks = [
    check('signature', 'passed', 'signed'),
    check('issuer', 'passed', issuer.mode === 'live' ? 'ours' : 'ours-test'),
    check('log', logOutcome(log.reason), log.reason),
    checkWitnesses(logFacts, issuer.witnesses),
    checkDates(facts, now),
    statusCheck(
      options.isRevoked ? 'revoked' : await checkStatus(facts, parsedOf(options.statusList), issuer, place, now),
    ),
  ]
  return { ...report(checks, modeOf(issuer, facts.issuerName)), facts, log: logFacts }
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

/** A clock that is a little late is forgiven at the beginning, and nothing at the end. */
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

/** The gravest reason decides. */
const verdictsByReason: readonly (readonly [Verdict, readonly CheckReason[]])[] = [
  ['not-a-tag', ['malformed']],
  ['altered', ['no-proof', 'altered']],
  ['wrong-issuer', ['unknown-issuer', 'unknown-key']],
  ['revoked', ['revoked']],
  ['expired', ['expired']],
  ['not-yet-valid', ['not-yet-valid', 'malformed-dates']],
  ['not-logged', ['no-log-proof', 'malformed-log-proof', 'foreign-log', 'not-included']],
  ['status-unknown', ['unreachable', 'bad-status-list', 'stale-status-list', 'unlogged-status-list', 'no-status']],
]

/** What the checks come to. */
function report(checks: Check[], mode: ProofReport['mode']): ProofReport {
  const reasons = new Set(checks.map(({ reason }) => reason))
  const grave = verdictsByReason.find(([, all]) => all.some((reason) => reasons.has(reason)))
  return { verdict: grave?.[0] ?? 'valid', mode, checks, facts: null, log: null }
}
