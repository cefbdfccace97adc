/** Checkpoints (c2sp.org/tlog-checkpoint): what a log says its tree is, signed by it and cosigned by witnesses. */
import { concatBytes, fromBase64, toBase64, toUtf8 } from '../bytes'
import { verifyEd25519 } from '../ed25519'
import { EMPTY_ROOT, HASH_BYTES } from './merkle'
import { formatSignature, parseNote, signaturesOf } from './signed-note'
import type { SignedNote, VerifierKey } from './signed-note'

export interface TreeHead {
  /** Name of the log: a URL without its scheme. */
  origin: string
  /** Leaves. */
  size: number
  root: Uint8Array
}

/** The text that is signed. */
export const formatTreeHead = ({ origin, size, root }: TreeHead): string => `${origin}\n${size}\n${toBase64(root)}\n`

/** Null for what is none; lines after the third are extensions, which we neither write nor read. */
export function parseTreeHead(text: string): TreeHead | null {
  if (!text.endsWith('\n')) return null
  const [origin = '', sizeText = '', rootText = '', ...extensions] = text.slice(0, -1).split('\n')
  const root = fromBase64(rootText)
  if (origin === '' || !isDecimal(sizeText) || root?.length !== HASH_BYTES || extensions.includes('')) return null
  const size = Number(sizeText)
  const isTree = Number.isSafeInteger(size) && (size > 0 || toBase64(root) === toBase64(EMPTY_ROOT))
  return isTree ? { origin, size, root } : null
}

/** Without leading zeroes. */
export const isDecimal = (text: string): boolean => /^(0|[1-9]\d{0,15})$/u.test(text)

/** Signs 64 bytes with a key that it alone knows. */
export type Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** A checkpoint signed by the log itself. */
export async function signCheckpoint(head: TreeHead, key: VerifierKey, sign: Sign): Promise<string> {
  const text = formatTreeHead(head)
  return `${text}\n${formatSignature(key, await sign(toUtf8(text)))}`
}

export interface Cosignature {
  /** Of the witness. */
  name: string
  /** When it saw the checkpoint and all before it consistent: seconds since 1970. */
  time: number
}

const TIME_BYTES = 8

/** The message of a cosignature/v1. */
const cosignedMessage = (text: string, time: number | bigint): Uint8Array =>
  toUtf8(`cosignature/v1\ntime ${time}\n${text}`)

/**
 * A witness's line for a checkpoint.
 * @param text of the checkpoint, without signatures
 * @param time seconds since 1970
 */
export async function cosign(text: string, time: number, key: VerifierKey, sign: Sign): Promise<string> {
  const stamp = new Uint8Array(TIME_BYTES)
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time))
  return formatSignature(key, concatBytes(stamp, await sign(cosignedMessage(text, time))))
}

/** What is known of a checkpoint once its signatures were checked with keys that are trusted. */
export interface VerifiedCheckpoint extends TreeHead {
  /** Of the witnesses whose cosignature is right, in the order of the keys; of one that signed more than once the first time. */
  cosignatures: Cosignature[]
}

/**
 * Checks a checkpoint.
 * @param logKeys of the log that it must be from: one right signature is needed. A wrong one in the name of a known key, the
 *   log's or a witness's, spoils the whole (c2sp.org/signed-note)
 * @returns null when it is not the log's, or not well formed
 */
export async function verifyCheckpoint(
  checkpoint: string,
  { logKeys, witnessKeys }: { logKeys: readonly VerifierKey[]; witnessKeys: readonly VerifierKey[] },
): Promise<VerifiedCheckpoint | null> {
  const note = parseNote(checkpoint)
  const head = note && parseTreeHead(note.text)
  if (!note || !head) return null
  const signed: boolean[] = []
  for (const key of logKeys.filter(({ name, type }) => name === head.origin && type === 'ed25519'))
    for (const signature of signaturesOf(note, key))
      signed.push(await verifyEd25519(key.publicKey, toUtf8(note.text), signature))
  const cosignatures = await checkCosignatures(note, witnessKeys)
  return signed.length === 0 || signed.includes(false) || !cosignatures ? null : { ...head, cosignatures }
}

/** Null when one is wrong. */
async function checkCosignatures(note: SignedNote, keys: readonly VerifierKey[]): Promise<Cosignature[] | null> {
  const cosignatures: Cosignature[] = []
  for (const key of keys.filter(({ type }) => type === 'cosignature')) {
    const times: number[] = []
    for (const signature of signaturesOf(note, key)) {
      const time = await cosignatureTime(note.text, key, signature)
      if (time === null) return null
      times.push(time)
    }
    if (times.length > 0) cosignatures.push({ name: key.name, time: Math.min(...times) })
  }
  return cosignatures
}

/** When a witness signed, seconds since 1970; null when its signature is wrong. @param text of the checkpoint, without signatures */
export async function cosignatureTime(text: string, key: VerifierKey, signature: Uint8Array): Promise<number | null> {
  if (signature.length !== TIME_BYTES + 64) return null
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  const isRight = await verifyEd25519(key.publicKey, cosignedMessage(text, time), signature.slice(TIME_BYTES))
  return isRight && time > 0n && time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : null
}
