import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../../ports/password-hasher'
import { createBoundedQueue } from '../bounded-queue'

export interface Argon2Options {
  /** Kibibytes. */
  memoryCost?: number
  timeCost?: number
  parallelism?: number
  /** How many hashes run at a time, each with its own memory. */
  concurrency?: number
  /** How many may wait. */
  queueLength?: number
}

/** Argon2id is the library's default algorithm; the figures are OWASP's. */
const defaults = { memoryCost: 19_456, timeCost: 2, parallelism: 1, concurrency: 2, queueLength: 64 }

/** A queue this long is worked off in about this time. */
const RETRY_AFTER_SECONDS = 3

/** Password hashes with a bound on memory and processor time, whatever arrives. */
export function createPasswordHasher(options: Argon2Options = {}): PasswordHasher {
  const { concurrency, queueLength, ...parameters } = { ...defaults, ...options }
  const queue = createBoundedQueue({ concurrency, queueLength, retryAfterSeconds: RETRY_AFTER_SECONDS })
  // Made ahead, so that the first unknown account takes no longer than any other.
  const nobodysHash = hash(randomBytes(32), parameters)
  nobodysHash.catch(() => {}) // whoever awaits it below is told
  return {
    hash: (password) => queue.run(() => hash(password, parameters)),
    verify: (stored, password) =>
      queue.run(async () => {
        const matches = await verify(stored ?? (await nobodysHash), password)
        return matches && stored !== null
      }),
  }
}
