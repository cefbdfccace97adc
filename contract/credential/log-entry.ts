/**
 * What stands in the log of a TrustTag: a digest and nothing else. A credential holds 128 random bits, so that nobody who
 * lacks it can find out what an entry is about.
 */
import { toHex, toUtf8 } from '../bytes'
import { hashLeaf } from '../tlog/merkle'
import { canonicalJson, hashJson } from './canonical-json'

export type LogEntryType = 'issue' | 'revoke'

/** SHA-256 of the canonical JSON of the whole credential, its proofs too; hexadecimal. */
export const credentialDigest = (credential: unknown): string => toHex(hashJson(credential))

/** Of the entry that withdraws it: whoever has no credential cannot tell which one was withdrawn. */
export const revocationDigest = (digest: string, salt: string): string =>
  toHex(hashJson({ digest, salt, type: 'revoke' }))

/** The entry; its UTF-8 is hashed. @param digest hexadecimal */
export const logEntry = (type: LogEntryType, digest: string): string => canonicalJson({ v: 1, type, digest })

export const leafHashOf = (entry: string): Uint8Array => hashLeaf(toUtf8(entry))
