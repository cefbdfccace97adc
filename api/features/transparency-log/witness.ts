import { equalBytes, fromBase64, toBase64, toUtf8 } from '../../../contract/bytes'
import { verifyEd25519 } from '../../../contract/ed25519'
import { cosign, isDecimal, parseTreeHead } from '../../../contract/tlog/checkpoint'
import type { Sign, TreeHead } from '../../../contract/tlog/checkpoint'
import { EMPTY_ROOT, HASH_BYTES, verifyConsistency } from '../../../contract/tlog/merkle'
import { formatSignature, parseNote, signaturesOf } from '../../../contract/tlog/signed-note'
import type { SignedNote, VerifierKey } from '../../../contract/tlog/signed-note'
import type { Clock } from '../../lib/clock'

export interface WitnessParts {
  key: VerifierKey
  sign: Sign
  /** Current and former keys of the log; none for an unknown log. */
  logKeys(origin: string): readonly VerifierKey[]
  memory: WitnessMemory
  clock: Clock
}

interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422
  /** Media type. */
  type: string
  body: string
}

const TEXT = 'text/plain; charset=utf-8'
/** A body with the tree size only. */
const SIZE_TYPE = 'text/x.tlog.size'

const refuse = (status: WitnessAnswer['status'], sentence: string): WitnessAnswer => ({
  status,
  type: TEXT,
  body: `${sentence}\n`,
})

/**
 * Cosigns and stores a checkpoint if its log has only grown since the last one (c2sp.org/tlog-witness).
 * @param body of the request
 * @throws errors of the memory: without a stored decision no signature is returned
 */
export async function addCheckpoint(parts: WitnessParts, body: string): Promise<WitnessAnswer> {
  const request = parseWitnessRequest(body)
  const note = request && parseNote(request.checkpoint)
  const head = note && readHead(note.text)
  if (!request || !note || !head) return refuse(400, 'This is no checkpoint with a proof.')
  const keys = parts.logKeys(head.origin).filter(({ name, type }) => name === head.origin && type === 'ed25519')
  if (keys.length === 0) return refuse(404, 'This witness does not watch that log.')
  const signatures = await checkSignatures(note, keys)
  if (signatures === null) return refuse(403, 'The log has not signed this with a key that is known here.')
  const { oldSize, proof } = request
  if (oldSize > head.size) return refuse(400, 'The old tree is larger than the new one.')
  return parts.memory.update(head.origin, async (seen) => {
    const refusal = judge({ ...head, oldSize, proof }, seen)
    if (refusal) return { seen: null, result: refusal }
    // A clock that was set back must not give a larger tree an earlier time.
    const time = Math.max(Math.floor(parts.clock.now() / 1000), seen?.time ?? 0)
    const line = await cosign(note.text, time, parts.key, parts.sign)
    const checkpoint = `${note.text}\n${signatures}${line}`
    const { size, root } = head
    return { seen: { checkpoint, size, root, time }, result: { status: 200, type: TEXT, body: line } }
  })
}

interface Growth extends TreeHead {
  oldSize: number
  proof: readonly Uint8Array[]
}

/** Null if the log has only grown. */
function judge({ oldSize, proof, size, root }: Growth, seen: SeenCheckpoint | null): WitnessAnswer | null {
  const seenSize = seen?.size ?? 0
  if (oldSize !== seenSize) return { status: 409, type: SIZE_TYPE, body: `${seenSize}\n` }
  if (size === 0 && !equalBytes(root, EMPTY_ROOT)) return refuse(422, 'An empty tree has another root.')
  if (oldSize === 0) return proof.length === 0 ? null : refuse(422, 'From an empty tree there is nothing to prove.')
  const oldRoot = seen?.root ?? EMPTY_ROOT
  if (verifyConsistency({ oldSize, oldRoot, size, root, path: proof })) return null
  return refuse(422, 'This tree does not begin with the one that was signed before.')
}

/** Also accepts an empty tree with a wrong root: it is well formed, and refused later. */
function readHead(text: string): TreeHead | null {
  const [origin = '', size, rootText = ''] = text.split('\n')
  const root = fromBase64(rootText)
  if (size !== '0' || origin === '' || root?.length !== HASH_BYTES) return parseTreeHead(text)
  return { origin, size: 0, root }
}

/** The log's signature lines; null without one, or when a signature of a known key is wrong. */
async function checkSignatures(note: SignedNote, keys: readonly VerifierKey[]): Promise<string | null> {
  const lines: string[] = []
  for (const key of keys)
    for (const signature of signaturesOf(note, key)) {
      if (!(await verifyEd25519(key.publicKey, toUtf8(note.text), signature))) return null
      lines.push(formatSignature(key, signature))
    }
  return lines.length > 0 ? lines.join('') : null
}

/** add-checkpoint of c2sp.org/tlog-witness. */
interface WitnessRequest {
  /** Leaves of the tree that the witness last signed, as the client believes. */
  oldSize: number
  /** Consistency of both trees. */
  proof: readonly Uint8Array[]
  /** With its signatures. */
  checkpoint: string
}

const PROOF_MAX = 63

export const formatWitnessRequest = ({ oldSize, proof, checkpoint }: WitnessRequest): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/** Null for an invalid request. The checkpoint itself is not parsed. */
export function parseWitnessRequest(text: string): WitnessRequest | null {
  const split = text.indexOf('\n\n')
  const [head = '', ...lines] = text.slice(0, Math.max(0, split)).split('\n')
  const [, old = ''] = /^old (\d+)$/u.exec(head) ?? []
  const oldSize = Number(old)
  if (!isDecimal(old) || !Number.isSafeInteger(oldSize) || lines.length > PROOF_MAX) return null
  const proof = lines.map(fromBase64).filter((hash) => hash?.length === HASH_BYTES)
  const hashes = proof.filter((hash) => hash !== null)
  return hashes.length === lines.length ? { oldSize, proof: hashes, checkpoint: text.slice(split + 2) } : null
}

/** The newest checkpoint of a log that the witness signed. */
export interface SeenCheckpoint {
  /** With the log's valid signatures and the witness's own. */
  checkpoint: string
  /** Leaves. */
  size: number
  root: Uint8Array
  /** Of the witness's signature: seconds since 1970. */
  time: number
}

export interface WitnessMemory {
  /** @param origin name of the log. @returns null before its first checkpoint */
  read(origin: string): Promise<SeenCheckpoint | null>
  /**
   * Atomic read, decision and write, also across processes. The decision is durable before this resolves.
   * @param decide called again when another process was faster; `seen` null changes nothing
   */
  update<T>(
    origin: string,
    decide: (seen: SeenCheckpoint | null) => Promise<{ seen: SeenCheckpoint | null; result: T }>,
  ): Promise<T>
}
