import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export interface Ed25519Key {
  /** 32 bytes. */
  publicKey: Uint8Array
  /** 32 bytes: the secret. */
  seed: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

export const newEd25519Key = (): Ed25519Key => toKey(generateKeyPairSync('ed25519').privateKey)

/** PKCS #8 header of a seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @throws RangeError unless the seed has 32 bytes */
export function ed25519KeyOf(seed: Uint8Array): Ed25519Key {
  if (seed.length !== 32) throw new RangeError('An Ed25519 seed has 32 bytes.')
  return toKey(createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' }))
}

function toKey(privateKey: KeyObject): Ed25519Key {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const { d = '' } = privateKey.export({ format: 'jwk' })
  return {
    publicKey: new Uint8Array(Buffer.from(x, 'base64url')),
    seed: new Uint8Array(Buffer.from(d, 'base64url')),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  }
}
