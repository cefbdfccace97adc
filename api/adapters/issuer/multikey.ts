import { base58 } from '@scure/base'
import { concatBytes } from '../../../contract/bytes'

/** What an Ed25519 key begins with, public and secret, and the sign of base58 before both (W3C Controlled Identifiers). */
const PUBLIC = Uint8Array.of(0xed, 0x01)
const SECRET = Uint8Array.of(0x80, 0x26)

/** `z6Mk…` @param key 32 bytes */
export const publicMultikey = (key: Uint8Array): string => `z${base58.encode(concatBytes(PUBLIC, key))}`

/** @param seed 32 bytes */
export const secretMultikey = (seed: Uint8Array): string => `z${base58.encode(concatBytes(SECRET, seed))}`
