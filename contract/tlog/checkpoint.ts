/**
 * Checkpoints (c2sp.org/tlog-checkpoint): a log's statement of its tree, signed by the log and cosigned by witnesses.
 */
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

/** The signed text. */
export const formatTreeHead = ({ origin, size, root }: TreeHead): string => `${origin}\n${size}\n${toBase64(root)}\n`

/** Null if it is invalid. Lines after the third are extensions, which are ignored. */
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

/** Signs with a key that only it knows; returns 64 bytes. */
export type Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** A checkpoint signed by the log itself. */
export async function signCheckpoint(head: TreeHead, key: VerifierKey, sign: Sign): Promise<string> {
  const text = formatTreeHead(head)
  return `${text}\n${formatSignature(key, await sign(toUtf8(text)))}`
}

export interface Cosignature {
  /** Name of the witness. */
  name: string
  /** When it last saw a consistent log: seconds since 1970. */
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

/** A checkpoint whose signatures were checked with trusted keys. */
export interface VerifiedCheckpoint extends TreeHead {
  /** Cosignatures of witnesses, in the order of the keys; the first valid one of each. */
  cosignatures: Cosignature[]
}

/**
 * Checks a checkpoint.
 * @param logKeys of its log: one valid signature is needed. An invalid one in the name of a known key, of the log or a
 * witness, invalidates everything (c2sp.org/signed-note)
 * @returns null if it is not from this log or malformed
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

/** Whether a checkpoint has a line of one of these keys, right or wrong; also for one that is cut off. */
export function isSignedInNameOf(checkpoint: string, keys: readonly VerifierKey[]): boolean {
  const note = parseNote(checkpoint)
  if (note) return keys.some((key) => signaturesOf(note, key).length > 0)
  return keys.some(({ name }) => checkpoint.startsWith(`${name}\n`))
}

/** Null if one is invalid. */
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

/**
 * When a witness signed, in seconds since 1970; null if its signature is invalid. @param text of the checkpoint,
 * without signatures
 */
export async function cosignatureTime(text: string, key: VerifierKey, signature: Uint8Array): Promise<number | null> {
  if (signature.length !== TIME_BYTES + 64) return null
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  const isRight = await verifyEd25519(key.publicKey, cosignedMessage(text, time), signature.slice(TIME_BYTES))
  return isRight && time > 0n && time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : null
}
