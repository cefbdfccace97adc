import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../../ports/password-hasher'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { createEvenRefusals } from './even-refusals'
import { readHash } from './read-hash'
import { verifyBcrypt } from './verify-bcrypt'
import { verifyScrypt } from './verify-scrypt'

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

/** What bcrypt reads of a password. */
const BCRYPT_MAX_BYTES = 72

/**
 * Password hashes with a bound on memory and processor time, whatever arrives. Those that are made are argon2id; those of
 * other software are checked too, in the same queue.
 */
export function createPasswordHasher(options: Argon2Options = {}): PasswordHasher {
  const { concurrency, queueLength, ...parameters } = { ...defaults, ...options }
  const { memoryCost, timeCost, parallelism } = parameters
  const ownStart = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
  const queue = createConcurrencyLimiter({ concurrency, queueLength, retryAfterSeconds: RETRY_AFTER_SECONDS })
  const refusals = createEvenRefusals()
  // Made ahead, so that the first unknown account takes no longer than any other.
  const nobodysHash = hash(randomBytes(32), parameters)
  nobodysHash.catch(() => {}) // whoever awaits it below is told
  return {
    hash: (password) => queue.run(() => hash(password, parameters)),

    async verify(stored, password) {
      const { matches, milliseconds } = await queue.run(async () => {
        const against = stored ?? (await nobodysHash)
        return timed(() => check(against, password))
      })
      if (stored !== null && !stored.startsWith(ownStart)) refusals.sawForeign(milliseconds)
      if (matches && stored !== null) return true
      await refusals.wait(milliseconds)
      return false
    },

    refusalOf(stored) {
      const read = readHash(stored)
      return typeof read === 'string' ? read : null
    },

    // A hash of ours would count the bytes that bcrypt does not.
    isReplaceable(stored, password) {
      const isCutOff = stored.startsWith('$2') && Buffer.byteLength(password) > BCRYPT_MAX_BYTES
      return !stored.startsWith(ownStart) && !isCutOff
    },
  }
}

function check(stored: string, password: string): Promise<boolean> {
  const read = readHash(stored)
  if (typeof read === 'string') return verify(stored, password)
  if (read.kind === 'scrypt') return verifyScrypt(read, password)
  return read.kind === 'bcrypt' ? verifyBcrypt(stored, password) : verify(stored, password)
}

async function timed(judge: () => Promise<boolean>): Promise<{ matches: boolean; milliseconds: number }> {
  const start = performance.now()
  return { matches: await judge(), milliseconds: performance.now() - start }
}
