import { scrypt, timingSafeEqual } from 'node:crypto'
import type { ScryptHash } from './read-hash'

/** Whether the password is the one of the hash. Its memory is bounded by what `readHash` lets through. */
export function verifyScrypt({ N, r, p, salt, key }: ScryptHash, password: string): Promise<boolean> {
  // Just what these costs need.
  const maxmem = 128 * r * (N + p + 2)
  return new Promise((resolve, reject) => {
    scrypt(password, salt, key.length, { N, r, p, maxmem }, (error, derived) => {
      if (error) reject(error)
      else resolve(timingSafeEqual(derived, key))
    })
  })
}
