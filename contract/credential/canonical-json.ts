import { sha256 } from '@noble/hashes/sha2.js'
import canonicalize from 'canonicalize'
import { toUtf8 } from '../bytes'

/** Half of a character outside the first 65,536, which canonical JSON writes as an escape where the other half is missing. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/u

/**
 * JSON as RFC 8785 writes it: the same bytes for the same data.
 * @throws Error for what is no JSON, among it half characters, which have no UTF-8, and numbers that have no value
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined || LONE_SURROGATE.test(text)) throw new Error('This is no JSON.')
  return text
}

/** SHA-256 of that, over its UTF-8. */
export const hashJson = (value: unknown): Uint8Array => sha256(toUtf8(canonicalJson(value)))
