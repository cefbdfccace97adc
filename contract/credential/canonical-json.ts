import { sha256 } from '@noble/hashes/sha2.js'
import canonicalize from 'canonicalize'
import { toUtf8 } from '../bytes'

/** Half of a surrogate pair, which canonical JSON escapes if the other half is missing. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/u

/**
 * Canonical JSON (RFC 8785): the same bytes for the same data.
 * @throws Error for anything but JSON, including lone surrogates, which have no UTF-8, and NaN and Infinity
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined || LONE_SURROGATE.test(text)) throw new Error('The text is not JSON.')
  return text
}

/** SHA-256 of the canonical JSON in UTF-8. */
export const hashJson = (value: unknown): Uint8Array => sha256(toUtf8(canonicalJson(value)))
