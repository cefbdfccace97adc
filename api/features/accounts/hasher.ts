import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { normalizePassword } from '../../lib/text'

declare module '../../http/services' {
  interface Services {
    hasher: PasswordHasher
  }
}

/** Why another product's hash cannot be imported. */
type HashRefusal = 'unsupported-password-hash' | 'password-hash-too-costly'

export interface PasswordHasher {
  /** Of the normalized password. @throws ApiError `too-many-requests` when the queue is full */
  hash(password: string): Promise<string>
  /**
   * `null` (no such account) takes the same time and returns false. Tries the normalized password, then the one as typed if it differs: older
   * and imported hashes may be of either.
   */
  verify(hash: string | null, password: string): Promise<boolean>
  /** Null for a hash that `verify` supports. */
  refusalOf(hash: string): HashRefusal | null
  /** Whether `renew` may return a hash. @param password verified with this hash */
  isReplaceable(hash: string, password: string): boolean
  /**
   * A hash to store instead: of an imported one, or of one of a password that was not normalized. Null if none is needed.
   * @param password verified with this hash
   * @throws ApiError `too-many-requests` when the queue is full
   */
  renew(hash: string, password: string): Promise<string | null>
}

/** Both forms of a password, the normalized one first. */
function formsOf(password: string): [string, ...string[]] {
  const normalized = normalizePassword(password)
  return normalized === password ? [normalized] : [normalized, password]
}

interface Argon2Options {
  /** Kibibytes. */
  memoryCost?: number
  timeCost?: number
  parallelism?: number
  /** Parallel hashes, each with its own memory. */
  concurrency?: number
  queueLength?: number
}

type Argon2Cost = Required<Pick<Argon2Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

/** Computes hashes, without a queue. Rejects an invalid hash. */
interface HashFunctions {
  /** @returns argon2id with a random salt, in PHC format */
  hash: (password: string | Uint8Array, cost: Argon2Cost) => Promise<string>
  /** @param hash of any supported format */
  verify: (hash: string, password: string) => Promise<boolean>
}

/** What the hasher computes and measures with. */
interface HasherParts {
  functions: HashFunctions
  /** Milliseconds; monotonic. */
  now: () => number
  pause: (milliseconds: number) => Promise<unknown>
}

const realParts: HasherParts = { functions: createHashThreads(), now: () => performance.now(), pause }

/** OWASP's figures for argon2id, the library's default algorithm. */
const defaults = { memoryCost: 19_456, timeCost: 2, parallelism: 1, concurrency: 2, queueLength: 64 }

const RETRY_AFTER_SECONDS = 3

/** bcrypt ignores the rest of a password. */
const BCRYPT_MAX_BYTES = 72

/** Limits memory and CPU. New hashes are argon2id; imported ones are verified in the same queue. */
export function createPasswordHasher(options: Argon2Options = {}, parts: HasherParts = realParts): PasswordHasher {
  const { hash, verify } = parts.functions
  const { concurrency, queueLength, ...parameters } = { ...defaults, ...options }
  const { memoryCost, timeCost, parallelism } = parameters
  const ownStart = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
  const queue = createConcurrencyLimiter({ concurrency, queueLength, retryAfterSeconds: RETRY_AFTER_SECONDS })
  const padding = createLoginPadding(parts.pause)
  // Made in advance, so that the first unknown account is not slower.
  const nobodysHash = hash(randomBytes(32), parameters)
  nobodysHash.catch(() => {}) // the caller that awaits it gets the error
  const hashNormalized = (password: string) => queue.run(() => hash(normalizePassword(password), parameters))
  const isOwn = (stored: string): boolean => stored.startsWith(ownStart)

  async function verifyForm(stored: string | null, form: string): Promise<boolean> {
    const { matches, milliseconds } = await queue.run(async () => {
      const against = stored ?? (await nobodysHash)
      return timed(() => verify(against, form), parts.now)
    })
    if (stored !== null && !isOwn(stored)) padding.recordForeignHash(milliseconds)
    if (matches && stored !== null) return true
    await padding.wait(milliseconds)
    return false
  }

  const isReplaceable = (stored: string, password: string): boolean =>
    isOwn(stored) ? formsOf(password).length > 1 : !formsOf(password).some((form) => isCutOff(stored, form))

  return {
    hash: hashNormalized,

    // The number of hashes depends on the password alone, so that a refusal's time reveals no account.
    async verify(stored, password) {
      for (const form of formsOf(password)) if (await verifyForm(stored, form)) return true
      return false
    },

    refusalOf(stored) {
      const read = readHash(stored)
      return typeof read === 'string' ? read : null
    },

    isReplaceable,

    async renew(stored, password) {
      if (!isReplaceable(stored, password)) return null
      if (isOwn(stored) && (await verifyForm(stored, normalizePassword(password)))) return null
      return hashNormalized(password)
    },
  }
}

/** bcrypt ignores the end of a long password; argon2id would not. */
const isCutOff = (stored: string, form: string): boolean =>
  stored.startsWith('$2') && Buffer.byteLength(form) > BCRYPT_MAX_BYTES

async function timed(
  judge: () => Promise<boolean>,
  now: () => number,
): Promise<{ matches: boolean; milliseconds: number }> {
  const start = now()
  return { matches: await judge(), milliseconds: now() - start }
}

/** Maximum padding, even after a slow check on a busy machine. */
const HELD_BACK_MAX_MS = 2_000

/** How much a faster check lowers the padding. */
const EASING = 0.2

interface LoginPadding {
  recordForeignHash(milliseconds: number): void
  /** Waits until a refusal has taken as long as the others. */
  wait(milliseconds: number): Promise<void>
}

/** Pads failed logins so that timing hides imported accounts, whose hashes cost more or less. No padding without imported hashes. */
function createLoginPadding(pauseFor: HasherParts['pause']): LoginPadding {
  let slowest = 0
  return {
    recordForeignHash(milliseconds) {
      slowest = Math.min(HELD_BACK_MAX_MS, Math.max(milliseconds, slowest + EASING * (milliseconds - slowest)))
    },
    async wait(milliseconds) {
      if (milliseconds < slowest) await pauseFor(slowest - milliseconds)
    },
  }
}

interface ScryptHash {
  kind: 'scrypt'
  /** Named as in RFC 7914. */
  N: number
  r: number
  p: number
  salt: Buffer
  key: Buffer
}

/** Node needs the parts of scrypt hashes. */
type KnownHash = { kind: 'bcrypt' } | { kind: 'argon2' } | ScryptHash

/** Per check; two run at a time. */
const bounds = {
  bcryptCost: { min: 4, max: 15 },
  /** Bytes of memory, and memory times passes. */
  scrypt: { memory: 2 ** 27, work: 2 ** 29, blockSize: 64, parallelism: 64 },
  /** Kibibytes of memory, and memory times passes. */
  argon2: { memory: 2 ** 18, work: 2 ** 20, parallelism: 64 },
} as const

/** Formats: `docs/import-export.md`. @returns a refusal for an unsupported or too costly hash */
export function readHash(stored: string): KnownHash | HashRefusal {
  for (const read of [readBcrypt, readArgon2, readScryptPhc, readScryptOfWerkzeug]) {
    const found = read(stored)
    if (found !== null) return found
  }
  return 'unsupported-password-hash'
}

type Reading = KnownHash | HashRefusal | null

function readBcrypt(stored: string): Reading {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/u.exec(stored)?.[1]
  if (cost === undefined || Number(cost) < bounds.bcryptCost.min) return null
  return Number(cost) > bounds.bcryptCost.max ? 'password-hash-too-costly' : { kind: 'bcrypt' }
}

/** The library accepts 8 to 48 bytes of salt and 12 to 64 bytes of key. */
const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{16,86}$/u

function readArgon2(stored: string): Reading {
  const costs = ARGON2.exec(stored)?.slice(1).map(Number)
  if (!costs) return null
  const [memory = 0, passes = 0, lanes = 0] = costs
  if (passes < 1 || lanes < 1 || memory < 8 * lanes) return null
  const most = bounds.argon2
  const isCostly = memory > most.memory || memory * passes > most.work || lanes > most.parallelism
  return isCostly ? 'password-hash-too-costly' : { kind: 'argon2' }
}

/** passlib: `$scrypt$ln=14,r=8,p=1$<salt>$<key>`, base64. */
function readScryptPhc(stored: string): Reading {
  const [, ln, r, p, salt, key] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,8}),p=(\d{1,8})\$([A-Za-z0-9+/]{1,172})\$([A-Za-z0-9+/]{22,171})$/u.exec(stored) ??
    []
  if (salt === undefined || key === undefined) return null
  return scryptHash([2 ** Number(ln), Number(r), Number(p)], Buffer.from(salt, 'base64'), Buffer.from(key, 'base64'))
}

/** Werkzeug: `scrypt:32768:8:1$<salt>$<key>`, salt as text, key hexadecimal. */
function readScryptOfWerkzeug(stored: string): Reading {
  const [, N, r, p, salt, key] =
    /^scrypt:(\d{1,10}):(\d{1,8}):(\d{1,8})\$([^$]{1,128})\$((?:[0-9a-f]{2}){16,128})$/u.exec(stored) ?? []
  if (salt === undefined || key === undefined) return null
  return scryptHash([Number(N), Number(r), Number(p)], Buffer.from(salt), Buffer.from(key, 'hex'))
}

function scryptHash([N, r, p]: [number, number, number], salt: Buffer, key: Buffer): Reading {
  if (N < 2 || !Number.isInteger(Math.log2(N)) || r < 1 || p < 1) return null
  const most = bounds.scrypt
  const memory = 128 * N * r
  const isCostly = memory > most.memory || memory * p > most.work || r > most.blockSize || p > most.parallelism
  return isCostly ? 'password-hash-too-costly' : { kind: 'scrypt', N, r, p, salt, key }
}

/**
 * Answers each job with its output or error. Only on Linux does a thread have its own priority: elsewhere the call would slow down the process.
 * Without permission, hashes compete with requests.
 */
const PROGRAM = `
const { scryptSync, timingSafeEqual } = require('node:crypto')
const { setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')
const { hashSync, verifySync } = require(workerData.argon2)
try {
  if (process.platform === 'linux') setPriority(workerData.priority)
} catch {}
const jobs = {
  hash: hashSync,
  argon2: verifySync,
  bcrypt: (hash, password) => require(workerData.bcrypt).compareSync(password, hash),
  scrypt: ({ salt, key, ...cost }, password) => timingSafeEqual(scryptSync(password, salt, key.length, cost), key),
}
parentPort.on('message', ([name, ...input]) => {
  try {
    parentPort.postMessage({ output: jobs[name](...input) })
  } catch (error) {
    parentPort.postMessage({ error })
  }
})
`

type HashJob =
  | ['hash', string | Uint8Array, Argon2Cost]
  | ['argon2' | 'bcrypt', string, string]
  | ['scrypt', Omit<ScryptHash, 'kind'> & { maxmem: number }, string]

/** As for `nice`. Two hashes keep two processors busy; requests, and a database on the same machine, need them for moments only and go first. */
const THREAD_PRIORITY = 10

const jobResult = v.union([v.object({ output: v.union([v.string(), v.boolean()]) }), v.object({ error: v.unknown() })])

/** As many threads as hashes are computed at the same time; each is kept for the next one. */
function createHashThreads(): HashFunctions {
  const idle: Worker[] = []
  async function run(job: HashJob): Promise<string | boolean> {
    const thread = idle.pop() ?? openThread()
    thread.ref()
    thread.postMessage(job, [])
    const [message]: unknown[] = await once(thread, 'message')
    thread.unref()
    idle.push(thread)
    const result = v.parse(jobResult, message)
    if ('error' in result) throw result.error
    return result.output
  }
  return {
    hash: async (password, cost) => String(await run(['hash', password, cost])),
    verify: async (hash, password) => (await run(toJob(hash, password))) === true,
  }
}

function openThread(): Worker {
  const { resolve } = createRequire(import.meta.url)
  const workerData = { argon2: resolve('@node-rs/argon2'), bcrypt: resolve('bcryptjs'), priority: THREAD_PRIORITY }
  return new Worker(PROGRAM, { eval: true, execArgv: [], env: {}, workerData })
}

function toJob(hash: string, password: string): HashJob {
  const read = readHash(hash)
  if (typeof read === 'string' || read.kind === 'argon2') return ['argon2', hash, password]
  if (read.kind === 'bcrypt') return ['bcrypt', hash, password]
  const { N, r, p, salt, key } = read
  // `readHash` limits the memory.
  return ['scrypt', { N, r, p, salt, key, maxmem: 128 * r * (N + p + 2) }, password]
}
