import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

hashes.sha512 = sha512

/** Strict (RFC 8032) verification; false for an invalid key or signature. */
export function verifyByLibrary(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
