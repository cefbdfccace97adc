/** Signed notes and verifier keys (c2sp.org/signed-note). */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, equalBytes, fromBase64, toBase64, toHex, toUtf8 } from '../bytes'

/** First byte of a key: the type of its signatures. */
export const signatureTypes = {
  /** Over the text: a log's own signature. */
  ed25519: 0x01,
  /** A witness's signature, with a time (c2sp.org/tlog-cosignature). */
  cosignature: 0x04,
} as const
export type SignatureType = keyof typeof signatureTypes

export interface VerifierKey {
  name: string
  type: SignatureType
  /** 32 bytes. */
  publicKey: Uint8Array
}

export interface NoteSignature {
  /** The claimed signer, from the line. */
  name: string
  keyId: Uint8Array
  signature: Uint8Array
}

export interface SignedNote {
  /** With its last newline. */
  text: string
  signatures: NoteSignature[]
}

const KEY_ID_BYTES = 4
const DASH = '— '
/** Longer notes are rejected unread. 16 signatures must fit, and other types have up to 5,000 bytes. */
const NOTE_MAX_CHARS = 200_000
const SIGNATURES_MAX = 100
/** Newline is the only control character in a note. Lone surrogates have no UTF-8. */
const NOT_IN_NOTES = /[^\P{Cc}\n\u007f-\u009f]|\p{Cs}/u

/** No spaces or plus signs: they separate the fields of a key. */
const isKeyName = (name: string): boolean => name !== '' && !/[\s+\p{Cc}\p{Cs}]/u.test(name)

export function keyId({ name, type, publicKey }: VerifierKey): Uint8Array {
  const hash = sha256(concatBytes(toUtf8(`${name}\n`), Uint8Array.of(signatureTypes[type]), publicKey))
  return hash.slice(0, KEY_ID_BYTES)
}

/** `example.com/log+0a1b2c3d+AQ…` */
export const formatVerifierKey = (key: VerifierKey): string =>
  [key.name, toHex(keyId(key)), toBase64(concatBytes(Uint8Array.of(signatureTypes[key.type]), key.publicKey))].join('+')

/** Null unless it is a key of a known type whose ID matches its name and key. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [name = '', id = '', ...rest] = text.split('+')
  const bytes = fromBase64(rest.join('+'))
  const type = typeOf(bytes?.[0])
  if (!isKeyName(name) || type === null || bytes?.length !== 33) return null
  const key = { name, type, publicKey: bytes.slice(1) }
  return toHex(keyId(key)) === id ? key : null
}

const isType = (name: string): name is SignatureType => Object.hasOwn(signatureTypes, name)

const typeOf = (byte: number | undefined): SignatureType | null =>
  Object.keys(signatureTypes).find((name): name is SignatureType => isType(name) && signatureTypes[name] === byte) ??
  null

/** One line of a signature, with its newline. */
export const formatSignature = (key: VerifierKey, signature: Uint8Array): string =>
  `${DASH}${key.name} ${toBase64(concatBytes(keyId(key), signature))}\n`

/** Null if it is invalid: no empty line before the signatures, none or too many signatures, or an invalid line. */
export function parseNote(note: string): SignedNote | null {
  if (note.length > NOTE_MAX_CHARS || NOT_IN_NOTES.test(note)) return null
  const split = note.lastIndexOf('\n\n')
  if (split < 0) return null
  const signatures = parseSignatures(note.slice(split + 2))
  return signatures && signatures.length > 0 ? { text: note.slice(0, split + 1), signatures } : null
}

/** Signature lines, each with its newline; null if one is invalid or there are too many. */
export function parseSignatures(lines: string): NoteSignature[] | null {
  if (!lines.endsWith('\n')) return null
  const each = lines.slice(0, -1).split('\n')
  if (each.length > SIGNATURES_MAX) return null
  const parsed = each.map(parseSignature)
  return parsed.every((one) => one !== null) ? parsed : null
}

function parseSignature(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(encoded)
  if (!isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES) return null
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) }
}

/** A note's signatures in the name of a key: by name and ID. */
export function signaturesOf({ signatures }: Pick<SignedNote, 'signatures'>, key: VerifierKey): Uint8Array[] {
  const id = keyId(key)
  return signatures.filter((one) => one.name === key.name && equalBytes(one.keyId, id)).map((one) => one.signature)
}
