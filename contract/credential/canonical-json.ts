import { sha256 } from '@noble/hashes/sha2.js'
import canonicalize from 'canonicalize'
import { toUtf8 } from '../bytes'

/** JSON as RFC 8785 writes it: the same bytes for the same data. @throws Error for what is no JSON */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('This is no JSON.')
  return text
}

/** SHA-256 of that, over its UTF-8. */
export const hashJson = (value: unknown): Uint8Array => sha256(toUtf8(canonicalJson(value)))
