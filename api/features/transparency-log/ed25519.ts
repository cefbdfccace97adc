import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'

export interface Ed25519Key {
  /** 32 bytes. */
  publicKey: Uint8Array
  /** 32 bytes, secret. */
  seed: Uint8Array
  sign: (message: Uint8Array) => Uint8Array
}

/**
 * Not by `generateKeyPairSync`: Node.js 20 can deadlock when such a key is exported as JWK while the garbage collector frees the job
 * that made it.
 */
export const newEd25519Key = (): Ed25519Key => ed25519KeyOf(randomBytes(32))

/** PKCS #8 header of a seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @throws RangeError unless the seed has 32 bytes */
export function ed25519KeyOf(seed: Uint8Array): Ed25519Key {
  if (seed.length !== 32) throw new RangeError('An Ed25519 seed must have 32 bytes.')
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    publicKey: new Uint8Array(Buffer.from(x, 'base64url')),
    seed: new Uint8Array(seed),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  }
}
