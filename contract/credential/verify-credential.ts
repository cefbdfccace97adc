import { toHex } from '../bytes'
import { verifyCheckpoint } from '../tlog/checkpoint'
import { verifyInclusion } from '../tlog/merkle'
import { parseTlogProof } from '../tlog/tlog-proof'
import { checkJcsProof, jcsProofOf } from './check-proof'
import { checkStatus } from './check-status'
import { isRecord, textOf } from './json-reading'
import { credentialDigest, leafHashOf, logEntry } from './log-entry'
import { readFacts } from './read-facts'
import type {
  Check,
  CheckName,
  CheckOutcome,
  CheckReason,
  LogFacts,
  ProofReport,
  Trust,
  TrustedIssuer,
  Verdict,
} from './report'

export interface CredentialToVerify {
  /** As it was parsed; anything. */
  credential: unknown
  /** Text of the `.tlog-proof`; null where there is none. */
  proof: string | null
  /** The status list that the credential names, as it was fetched; null where it could not be asked. */
  statusList: unknown
  trust: Trust
  /** Epoch milliseconds. */
  now: number
}

/**
 * Checks a credential with everything that belongs to it, and asks nobody: the same in a browser, a terminal and on the
 * server. It never throws, whatever it is given.
 */
export async function verifyCredential(options: CredentialToVerify): Promise<ProofReport> {
  const { credential, trust, now } = options
  const signed = await checkSignature(credential, trust)
  const { issuer, facts } = signed
  if (!issuer || !facts) return report(signed.checks, null, null, null)
  const log = await checkLog(options, issuer)
  const dates = checkDates(facts, now)
  const status = await checkRevocation(options, facts, issuer)
  const checks = [...signed.checks, ...log.checks, dates, status]
  return report(checks, modeOf(issuer, facts.issuerName), facts, log.facts)
}

const check = (name: CheckName, outcome: CheckOutcome, reason: CheckReason): Check => ({ name, outcome, reason })

interface Signed {
  checks: Check[]
  issuer: TrustedIssuer | null
  facts: ProofReport['facts']
}

async function checkSignature(credential: unknown, trust: Trust): Promise<Signed> {
  const failed = (...checks: Check[]): Signed => ({ checks, issuer: null, facts: null })
  if (!isRecord(credential)) return failed(check('signature', 'failed', 'malformed'))
  const proof = jcsProofOf(credential)
  if (!proof) return failed(check('signature', 'failed', 'no-proof'))
  const [did = '', key = ''] = textOf(proof.verificationMethod).split('#')
  if (!(await checkJcsProof(credential, proof, key).catch(() => false)))
    return failed(check('signature', 'failed', 'altered'))
  const signature = check('signature', 'passed', 'signed')
  const facts = readFacts(credential)
  const issuer = trust.find((one) => one.did === did)
  if (!issuer || !facts || facts.issuer !== did) return failed(signature, check('issuer', 'failed', 'unknown-issuer'))
  if (!issuer.keys.includes(key)) return failed(signature, check('issuer', 'failed', 'unknown-key'))
  const named = check('issuer', 'passed', issuer.mode === 'live' ? 'ours' : 'ours-test')
  return { checks: [signature, named], issuer, facts }
}

async function checkLog(
  { credential, proof }: CredentialToVerify,
  { logKeys, witnesses }: TrustedIssuer,
): Promise<{ checks: Check[]; facts: LogFacts | null }> {
  const failed = (outcome: CheckOutcome, reason: CheckReason) => ({
    checks: [check('log', outcome, reason), check('witnesses', 'open', 'not-yet-cosigned')],
    facts: null,
  })
  if (proof === null) return failed('open', 'no-log-proof')
  const parsed = parseTlogProof(proof)
  if (!parsed) return failed('failed', 'malformed-log-proof')
  const witnessKeys = witnesses.map(({ key }) => key)
  const head = await verifyCheckpoint(parsed.checkpoint, { logKeys, witnessKeys })
  if (!head) return failed('failed', 'foreign-log')
  const leafHash = leafHashOf(logEntry('issue', credentialDigest(credential)))
  const { index, path } = parsed
  const { size, root, origin } = head
  if (!verifyInclusion({ index, size, leafHash, path }, root)) return failed('failed', 'not-included')
  const isSelfRun = (name: string) => witnesses.find(({ key }) => key.name === name)?.isSelfRun ?? true
  const cosignatures = head.cosignatures.map(({ name, time }) => ({ name, time, isSelfRun: isSelfRun(name) }))
  return {
    checks: [check('log', 'passed', 'included'), checkWitnesses(cosignatures, witnesses)],
    facts: { origin, index, size, root: toHex(root), leafHash: toHex(leafHash), cosignatures },
  }
}

function checkWitnesses(cosignatures: LogFacts['cosignatures'], witnesses: TrustedIssuer['witnesses']): Check {
  if (cosignatures.some((one) => !one.isSelfRun)) return check('witnesses', 'passed', 'cosigned')
  if (cosignatures.length > 0) return check('witnesses', 'passed', 'self-cosigned')
  return check('witnesses', 'open', witnesses.length > 0 ? 'not-yet-cosigned' : 'no-witness')
}

function checkDates({ validFrom, validUntil }: NonNullable<ProofReport['facts']>, now: number): Check {
  const [from, until] = [Date.parse(validFrom), validUntil === null ? Infinity : Date.parse(validUntil)]
  if (Number.isNaN(from) || Number.isNaN(until)) return check('dates', 'failed', 'malformed-dates')
  if (now < from) return check('dates', 'failed', 'not-yet-valid')
  return now < until ? check('dates', 'passed', 'in-time') : check('dates', 'failed', 'expired')
}

async function checkRevocation(
  { statusList }: CredentialToVerify,
  facts: NonNullable<ProofReport['facts']>,
  issuer: TrustedIssuer,
): Promise<Check> {
  if (statusList === null || statusList === undefined) return check('status', 'open', 'unreachable')
  const found = await checkStatus(facts, statusList, issuer)
  if (found === 'not-revoked') return check('status', 'passed', found)
  return check('status', found === 'bad-status-list' ? 'open' : 'failed', found)
}

function modeOf({ mode }: TrustedIssuer, issuerName: string): ProofReport['mode'] {
  if (mode === 'live') return 'live'
  return issuerName.includes('(sample') ? 'sample' : 'test'
}

/** The gravest reason decides. */
const verdictsByReason: readonly (readonly [Verdict, readonly CheckReason[]])[] = [
  ['altered', ['malformed', 'no-proof', 'altered']],
  ['wrong-issuer', ['unknown-issuer', 'unknown-key']],
  ['revoked', ['revoked']],
  ['expired', ['expired']],
  ['not-yet-valid', ['not-yet-valid', 'malformed-dates']],
  ['not-logged', ['no-log-proof', 'malformed-log-proof', 'foreign-log', 'not-included']],
  ['status-unknown', ['unreachable', 'bad-status-list', 'no-status']],
]

function report(
  checks: Check[],
  mode: ProofReport['mode'],
  facts: ProofReport['facts'],
  log: ProofReport['log'],
): ProofReport {
  const reasons = new Set(checks.map(({ reason }) => reason))
  const grave = verdictsByReason.find(([, all]) => all.some((reason) => reasons.has(reason)))
  return { verdict: grave?.[0] ?? 'valid', mode, checks, facts, log }
}
