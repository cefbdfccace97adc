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
  /** Keys of the log of that name, retired ones too; none for a log that is not watched. */
  logKeys(origin: string): readonly VerifierKey[]
  memory: WitnessMemory
  clock: Clock
}

export interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422
  /** Media type. */
  type: string
  body: string
}

const TEXT = 'text/plain; charset=utf-8'
/** A body that says nothing but how large the tree is. */
export const SIZE_TYPE = 'text/x.tlog.size'

const refuse = (status: WitnessAnswer['status'], sentence: string): WitnessAnswer => ({
  status,
  type: TEXT,
  body: `${sentence}\n`,
})

/**
 * Signs a checkpoint if its log has only grown since the last one, and remembers it (c2sp.org/tlog-witness).
 * @param body of the request
 * @throws whatever the memory does when it cannot keep what was decided: then nothing is signed for anybody to see
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
    // A clock that was set back must not make the witness say that it saw the greater tree first.
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

/** Null: the log has only grown. */
function judge({ oldSize, proof, size, root }: Growth, seen: SeenCheckpoint | null): WitnessAnswer | null {
  const seenSize = seen?.size ?? 0
  if (oldSize !== seenSize) return { status: 409, type: SIZE_TYPE, body: `${seenSize}\n` }
  if (size === 0 && !equalBytes(root, EMPTY_ROOT)) return refuse(422, 'An empty tree has another root.')
  if (oldSize === 0) return proof.length === 0 ? null : refuse(422, 'From an empty tree there is nothing to prove.')
  const oldRoot = seen?.root ?? EMPTY_ROOT
  if (verifyConsistency({ oldSize, oldRoot, size, root, path: proof })) return null
  return refuse(422, 'This tree does not begin with the one that was signed before.')
}

/** Also of an empty tree with a wrong root, which is well formed and refused for what it says. */
function readHead(text: string): TreeHead | null {
  const [origin = '', size, rootText = ''] = text.split('\n')
  const root = fromBase64(rootText)
  if (size !== '0' || origin === '' || root?.length !== HASH_BYTES) return parseTreeHead(text)
  return { origin, size: 0, root }
}

/** The lines of the log's signatures; null when there is none, or when one of a known key is wrong. */
async function checkSignatures(note: SignedNote, keys: readonly VerifierKey[]): Promise<string | null> {
  const lines: string[] = []
  for (const key of keys)
    for (const signature of signaturesOf(note, key)) {
      if (!(await verifyEd25519(key.publicKey, toUtf8(note.text), signature))) return null
      lines.push(formatSignature(key, signature))
    }
  return lines.length > 0 ? lines.join('') : null
}

/** What a witness is asked with (c2sp.org/tlog-witness, add-checkpoint). */
export interface WitnessRequest {
  /** Leaves of the tree that the witness last signed, as whoever asks believes. */
  oldSize: number
  /** That the new tree begins with the old one. */
  proof: readonly Uint8Array[]
  /** With its signatures. */
  checkpoint: string
}

const PROOF_MAX = 63

export const formatWitnessRequest = ({ oldSize, proof, checkpoint }: WitnessRequest): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/** Null for what is none. Whether the checkpoint is one is not looked at. */
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

/** The newest checkpoint of a log that a witness has signed. */
export interface SeenCheckpoint {
  /** With the log's signatures that were right, and the witness's own. */
  checkpoint: string
  /** Leaves. */
  size: number
  root: Uint8Array
  /** Of the witness's signature: seconds since 1970. */
  time: number
}

/** What a witness must never forget. */
export interface WitnessMemory {
  /** @param origin name of the log. @returns null before its first checkpoint */
  read(origin: string): Promise<SeenCheckpoint | null>
  /**
   * Looks, decides and remembers as one step, whoever else does so at the same time. What is decided is remembered for good
   * before this resolves.
   * @param decide is asked again when somebody else was faster; `seen` null leaves everything as it is
   */
  update<T>(
    origin: string,
    decide: (seen: SeenCheckpoint | null) => Promise<{ seen: SeenCheckpoint | null; result: T }>,
  ): Promise<T>
}
