/**
 * A puzzle in the format of Altcha 2: find the counter whose derived key starts with `keyPrefix`. The key is PBKDF2
 * with SHA-256 over nonce and counter (32 bits, big-endian) with `cost` iterations. Bytes are hexadecimal.
 */
export interface CaptchaChallenge {
  parameters: {
    algorithm: 'PBKDF2/SHA-256'
    nonce: string
    salt: string
    /** Iterations of one derivation. */
    cost: number
    /** Bytes. */
    keyLength: number
    keyPrefix: string
    keySignature: string
    /** Signed with the rest: the allowed use of the puzzle, and its expiry (epoch milliseconds). */
    data: { app: string; mode: 'test' | 'live'; expires: number }
  }
  signature: string
}
