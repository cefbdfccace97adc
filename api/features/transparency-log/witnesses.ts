import { toHex } from '../../../contract/bytes'
import type { WitnessState } from '../../../contract/log-status'
import type { ProofMode } from '../../../contract/proof-paths'
import { cosignatureTime, isDecimal } from '../../../contract/tlog/checkpoint'
import { proveConsistency } from '../../../contract/tlog/prove'
import type { Services } from '../../http/services'
import { reasonOf } from '../../lib/errors'
import { addCheckpoint, createFileMemory, formatWitnessRequest, memoryFolder, openWitnessKey } from './witness'
import { formatSignature, parseNote, parseSignatures, signaturesOf } from '../../../contract/tlog/signed-note'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import type { Clock } from '../../lib/clock'
import { hashReader } from './tree'
import { findCosignedSize, findLogHead, type LogHeadRow, saveCosignature } from './repository'

declare module '../../http/services' {
  interface Services {
    witnesses: readonly Witness[]
    witnessStates: WitnessStates
  }
}

/** Cosigns checkpoints of a log that only grows (c2sp.org/tlog-witness). */
export interface Witness {
  key: VerifierKey
  /** Run by the log's operator: it shows mistakes, not intent. */
  isSelfRun: boolean
  /** Its signatures still count, but it gets no requests. */
  isRetired?: boolean
  /**
   * @param request body of `add-checkpoint` @returns HTTP status and body, of any status; rejects without a response
   */
  addCheckpoint(request: string): Promise<{ status: number; body: string }>
}

interface OwnWitnessOptions {
  /** For its key and memory: never in the log's database. */
  folder: string
  /** Host of the log's URL: the witness's name begins with it. */
  host: string
  /** Keys of every watched log; called for each request. */
  logKeys: () => readonly VerifierKey[]
  clock: Clock
}

/** Part of the name, so that a new key never has a lost key's name. */
const NAME_KEY_BYTES = 4

/** In the log's own process: notices a rolled-back or rewritten database, but its operator could change both. */
export function openOwnWitness({ folder, host, logKeys, clock }: OwnWitnessOptions): Witness {
  const nameOf = (publicKey: Uint8Array) => `${host}/trusttag/witness/${toHex(publicKey.slice(0, NAME_KEY_BYTES))}`
  const { key, sign } = openWitnessKey(folder, nameOf)
  const memory = createFileMemory(memoryFolder(folder), key)
  const keysOf = (origin: string) => logKeys().filter(({ name }) => name === origin)
  return {
    key,
    isSelfRun: true,
    addCheckpoint: (request) => addCheckpoint({ key, sign, logKeys: keysOf, memory, clock }, request),
  }
}

const TIMEOUT_MS = 10_000
/** Far above a few signature lines. */
const ANSWER_MAX_BYTES = 20_000

/** @param url without a trailing slash. @param timeoutMs for the whole response */
export const createHttpWitness = (
  { key, url }: { key: VerifierKey; url: string },
  timeoutMs = TIMEOUT_MS,
): Witness => ({
  key,
  isSelfRun: false,
  async addCheckpoint(request) {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await post(`${url}/add-checkpoint`, request, signal)
    } catch (error) {
      if (error instanceof TooLongError) throw error
      throw new Error(signal.aborted ? 'it timed out' : 'it is unreachable', { cause: error })
    }
  },
})

class TooLongError extends Error {}

async function post(url: string, body: string, signal: AbortSignal): Promise<{ status: number; body: string }> {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  // A redirect would lead to a server that was not configured.
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return { status: response.status, body: await readText(response) }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new TooLongError('its response is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * - `signed`: the signature is stored
 * - `refused`: our log does not extend the one it has seen
 * - `failed`: it responded without a signature
 * - `unreachable`: no response
 */
export type Asked =
  | { outcome: 'signed'; size: number; time: number }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'unreachable'; reason: string }

/** Other processes, or the log itself, may be faster each time. */
const TRIES_MAX = 5

/** For the log's operator. */
const refusals = {
  403: 'it does not know the signing key of the log; its operator must add it',
  404: 'it does not watch this log; its operator must add the key of the log',
} as const

/**
 * Submits a log's newest checkpoint with its consistency proof to a witness, and stores the signature.
 * @returns null while the log is empty
 * @throws errors of the database
 */
export async function askWitness(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  witness: Witness,
  mode: ProofMode,
): Promise<Asked | null> {
  let oldSize = await findCosignedSize(store, mode, witness.key.name)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const head = await findLogHead(store, mode)
    if (!head) return null
    if (oldSize > head.size) return { outcome: 'refused', reason: behind(oldSize, head.size) }
    const proof = oldSize === 0 ? [] : await proveConsistency(oldSize, head.size, hashReader(store, mode))
    const request = formatWitnessRequest({ oldSize, proof, checkpoint: head.checkpoint })
    const answer = await witness.addCheckpoint(request).catch(reasonOf)
    if (typeof answer === 'string') return { outcome: 'unreachable', reason: answer }
    const { status, body } = answer
    if (status === 200) {
      const now = clock.now()
      const cosignature = await readCosignature(body, { checkpoint: head.checkpoint, key: witness.key, now })
      if (typeof cosignature === 'string') return { outcome: 'failed', reason: cosignature }
      await saveCosignature(store, head.checkpoint, {
        mode,
        size: head.size,
        witness: witness.key.name,
        ...cosignature,
      })
      return { outcome: 'signed', size: head.size, time: cosignature.time }
    }
    const size = status === 409 ? readSize(body) : null
    if (size === null) return notSigned(status, head)
    oldSize = size
  }
  return { outcome: 'failed', reason: 'another request was in progress' }
}

function notSigned(status: number, { size }: LogHeadRow): Asked {
  if (status === 422)
    return { outcome: 'refused', reason: `the log of ${size} entries does not extend the one it has seen` }
  const known = status === 403 || status === 404 ? refusals[status] : `it returned ${status}`
  return { outcome: 'failed', reason: known }
}

const behind = (seen: number, size: number): string => `it has seen ${seen} entries, and the log has ${size}`

/** Null for an invalid size. */
const readSize = (body: string): number | null =>
  body.endsWith('\n') && isDecimal(body.slice(0, -1)) ? Number(body.slice(0, -1)) : null

/** Signatures of a witness whose clock differs more are rejected. */
const CLOCK_DIFFERENCE_MAX_SECONDS = 600

interface NewCosignature {
  /** With its newline. */
  line: string
  /** Seconds since 1970. */
  time: number
}

/**
 * Checks that a response is the witness's signature of exactly this checkpoint, made now. Skips lines of others.
 * @param now epoch milliseconds
 * @returns the cosignature, or a sentence about the problem
 */
export async function readCosignature(
  answer: string,
  { checkpoint, key, now }: { checkpoint: string; key: VerifierKey; now: number },
): Promise<NewCosignature | string> {
  const note = parseNote(checkpoint)
  const signatures = parseSignatures(answer)
  if (!note || !signatures) return 'its response is not a signature'
  const [signature] = signaturesOf({ signatures }, key)
  if (!signature) return 'its response is not signed with its configured key'
  const time = await cosignatureTime(note.text, key, signature)
  if (time === null) return 'its signature is wrong'
  const difference = Math.round(time - now / 1000)
  if (Math.abs(difference) > CLOCK_DIFFERENCE_MAX_SECONDS)
    return `its clock differs from this server’s by ${Math.abs(difference)} seconds`
  return { line: formatSignature(key, signature), time }
}

interface WitnessReport {
  state: WitnessState
  /** Its last signature; null before the first one in this process. */
  last: { size: number; time: number } | null
}

/** In memory: every process asks the witnesses itself. */
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
