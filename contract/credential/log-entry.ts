/**
 * The log entry of a TrustTag: only a digest. A credential contains 128 random bits, so that no one without it can find
 * out what an entry is about.
 */
import { toHex, toUtf8 } from '../bytes'
import { hashLeaf } from '../tlog/merkle'
import { canonicalJson, hashJson } from './canonical-json'

export type LogEntryType = 'issue' | 'revoke'

export type LogEntry =
  | {
      type: LogEntryType
      /** Hexadecimal. */
      digest: string
    }
  | ({ type: 'status' } & StatusVersion)

/** One state of the bits of a status list. Versions start at 1; each keeps all bits of the previous one. */
export interface StatusVersion {
  /** Number of the list, from 1. */
  list: number
  version: number
  /** SHA-256 of the uncompressed bits, hexadecimal. */
  digest: string
}

/** SHA-256 of the canonical JSON of the whole credential, including its proofs; hexadecimal. */
export const credentialDigest = (credential: unknown): string => toHex(hashJson(credential))

/** Digest of a `revoke` entry. Without the credential's salt, no one can tell which credential it revokes. */
export const revocationDigest = (digest: string, salt: string): string =>
  toHex(hashJson({ digest, salt, type: 'revoke' }))

/** The entry, whose UTF-8 is hashed. @param digest hexadecimal */
export const logEntry = (type: LogEntryType, digest: string): string => canonicalJson({ v: 1, type, digest })

/** The entry for a version of a status list. */
export const statusEntry = ({ list, version, digest }: StatusVersion): string =>
  canonicalJson({ v: 1, type: 'status', list, version, digest })

const ENTRY =
  /^\{"digest":"([0-9a-f]{64})",(?:"list":([1-9]\d{0,6}),"type":"status","v":1,"version":([1-9]\d{0,8})|"type":"(issue|revoke)","v":1)\}$/u

/** Null unless the text is exactly an entry of this log. */
export function parseLogEntry(text: string): LogEntry | null {
  const [match, digest = '', list, version, type] = ENTRY.exec(text) ?? []
  if (match === undefined) return null
  if (type === 'issue' || type === 'revoke') return { type, digest }
  return { type: 'status', digest, list: Number(list), version: Number(version) }
}

export const leafHashOf = (entry: string): Uint8Array => hashLeaf(toUtf8(entry))
