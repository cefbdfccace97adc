import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { cosignatureTime, isDecimal } from '../../../contract/tlog/checkpoint'
import { proveConsistency } from '../../../contract/tlog/prove'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { LogHeadRow } from '../../ports/trusttag/log-store'
import { reasonOf } from '../../domain/payments/reason-of'
import { hashReader } from './append'
import { formatWitnessRequest } from './witness'
import { formatSignature, parseNote, parseSignatures, signaturesOf } from '../../../contract/tlog/signed-note'
import type { WitnessState } from '../../../contract/log-status'

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

/**
 * - `signed`: and the signature is kept
 * - `refused`: it has seen a log that ours is no continuation of
 * - `failed`: it answered, and did not sign
 * - `unreachable`: for this time
 */
export type Asked =
  | { outcome: 'signed'; size: number; time: number }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'unreachable'; reason: string }

/** Other processes, and the log itself, may be faster than we are so many times. */
const TRIES_MAX = 5

/** Why a witness did not sign, in words for whoever runs the log. */
const refusals = {
  403: 'it does not know the key that the log signs with; its operator must add it',
  404: 'it does not watch this log; its operator must add the key of the log',
} as const

/**
 * Hands the newest checkpoint of a log to a witness, with the proof that the log has only grown, and keeps what it signs.
 * @returns null while the log is empty
 * @throws what the database does
 */
export async function askWitness(
  { store: { log }, clock }: Pick<Services, 'store' | 'clock'>,
  witness: Witness,
  mode: ProofMode,
): Promise<Asked | null> {
  let oldSize = await log.newestSizeOf(mode, witness.key.name)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const head = await log.head(mode)
    if (!head) return null
    if (oldSize > head.size) return { outcome: 'refused', reason: behind(oldSize, head.size) }
    const proof = oldSize === 0 ? [] : await proveConsistency(oldSize, head.size, hashReader(log, mode))
    const request = formatWitnessRequest({ oldSize, proof, checkpoint: head.checkpoint })
    const answer = await witness.addCheckpoint(request).catch(reasonOf)
    if (typeof answer === 'string') return { outcome: 'unreachable', reason: answer }
    const { status, body } = answer
    if (status === 200) {
      const now = clock.now()
      const cosignature = await readCosignature(body, { checkpoint: head.checkpoint, key: witness.key, now })
      if (typeof cosignature === 'string') return { outcome: 'failed', reason: cosignature }
      await log.addCosignature(head.checkpoint, { mode, size: head.size, witness: witness.key.name, ...cosignature })
      return { outcome: 'signed', size: head.size, time: cosignature.time }
    }
    const size = status === 409 ? readSize(body) : null
    if (size === null) return notSigned(status, head)
    oldSize = size
  }
  return { outcome: 'failed', reason: 'others asked it at the same time' }
}

function notSigned(status: number, { size }: LogHeadRow): Asked {
  if (status === 422)
    return { outcome: 'refused', reason: `the log of ${size} entries is not the one it has seen, with more behind it` }
  const known = status === 403 || status === 404 ? refusals[status] : `it answered ${status}`
  return { outcome: 'failed', reason: known }
}

const behind = (seen: number, size: number): string => `it has seen ${seen} entries, and the log has ${size}`

/** Null for what is no size. */
const readSize = (body: string): number | null =>
  body.endsWith('\n') && isDecimal(body.slice(0, -1)) ? Number(body.slice(0, -1)) : null

/** A witness whose clock differs more from ours is not believed about the time. */
const CLOCK_DIFFERENCE_MAX_SECONDS = 600

export interface NewCosignature {
  /** With its newline. */
  line: string
  /** Seconds since 1970. */
  time: number
}

/**
 * What a witness answered, if it is its signature below exactly this checkpoint, made now. Lines of others are passed over.
 * @param now epoch milliseconds
 * @returns a sentence about what is wrong
 */
export async function readCosignature(
  answer: string,
  { checkpoint, key, now }: { checkpoint: string; key: VerifierKey; now: number },
): Promise<NewCosignature | string> {
  const note = parseNote(checkpoint)
  const signatures = parseSignatures(answer)
  if (!note || !signatures) return 'its answer is no signature'
  const [signature] = signaturesOf({ signatures }, key)
  if (!signature) return 'its answer is not signed with the key that is known of it'
  const time = await cosignatureTime(note.text, key, signature)
  if (time === null) return 'its signature is wrong'
  const difference = Math.round(time - now / 1000)
  if (Math.abs(difference) > CLOCK_DIFFERENCE_MAX_SECONDS)
    return `its clock and the one here differ by ${Math.abs(difference)} seconds`
  return { line: formatSignature(key, signature), time }
}

/** How a witness took one of the logs when it was last asked. */
export interface WitnessReport {
  state: WitnessState
  /** What it last signed; null where it has not since this process started. */
  last: { size: number; time: number } | null
}

/** What this process knows of its witnesses. Every process asks them itself, so nothing of it is stored. */
export interface WitnessStates {
  /** @param name of the witness */
  read(mode: ProofMode, name: string): WitnessReport
  write(mode: ProofMode, name: string, report: WitnessReport): void
}

export function createWitnessStates(): WitnessStates {
  const reports = new Map<string, WitnessReport>()
  const keyOf = (mode: ProofMode, name: string): string => `${mode} ${name}`
  return {
    read: (mode, name) => reports.get(keyOf(mode, name)) ?? { state: 'waiting', last: null },
    write: (mode, name, report) => void reports.set(keyOf(mode, name), report),
  }
}
