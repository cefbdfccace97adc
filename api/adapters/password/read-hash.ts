import type { HashRefusal } from '../../ports/password-hasher'

export interface ScryptHash {
  kind: 'scrypt'
  /** Costs as RFC 7914 names them. */
  N: number
  r: number
  p: number
  salt: Buffer
  key: Buffer
}

/** A hash that can be checked. That of scrypt is taken apart, because Node wants its parts. */
export type KnownHash = { kind: 'bcrypt' } | { kind: 'argon2' } | ScryptHash

/** What one check may cost: two run at a time, and a login must not last. */
const bounds = {
  bcryptCost: { min: 4, max: 15 },
  /** Bytes of memory, and memory times passes. */
  scrypt: { memory: 2 ** 27, work: 2 ** 29, blockSize: 64, parallelism: 64 },
  /** Kibibytes of memory, and memory times passes. */
  argon2: { memory: 2 ** 18, work: 2 ** 20, parallelism: 64 },
} as const

/**
 * What kind of hash it is, from its text alone. See `docs/import-export.md` for the forms.
 * @returns a word where it cannot be checked, or only at a cost that no login may have
 */
export function readHash(hash: string): KnownHash | HashRefusal {
  for (const read of [readBcrypt, readArgon2, readScryptPhc, readScryptOfWerkzeug]) {
    const found = read(hash)
    if (found !== null) return found
  }
  return 'unsupported-password-hash'
}

type Reading = KnownHash | HashRefusal | null

function readBcrypt(hash: string): Reading {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/u.exec(hash)?.[1]
  if (cost === undefined || Number(cost) < bounds.bcryptCost.min) return null
  return Number(cost) > bounds.bcryptCost.max ? 'password-hash-too-costly' : { kind: 'bcrypt' }
}

/** 8 bytes of salt and 12 of the key are the least, 48 and 64 the most that the library reads. */
const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{16,86}$/u

function readArgon2(hash: string): Reading {
  const costs = ARGON2.exec(hash)?.slice(1).map(Number)
  if (!costs) return null
  const [memory = 0, passes = 0, lanes = 0] = costs
  if (passes < 1 || lanes < 1 || memory < 8 * lanes) return null
  const most = bounds.argon2
  const isCostly = memory > most.memory || memory * passes > most.work || lanes > most.parallelism
  return isCostly ? 'password-hash-too-costly' : { kind: 'argon2' }
}

/** As passlib writes it: `$scrypt$ln=14,r=8,p=1$<salt>$<key>`, base 64. */
function readScryptPhc(hash: string): Reading {
  const [, ln, r, p, salt, key] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,8}),p=(\d{1,8})\$([A-Za-z0-9+/]{1,172})\$([A-Za-z0-9+/]{22,171})$/u.exec(hash) ??
    []
  if (salt === undefined || key === undefined) return null
  return scryptHash([2 ** Number(ln), Number(r), Number(p)], Buffer.from(salt, 'base64'), Buffer.from(key, 'base64'))
}

/** As Werkzeug writes it: `scrypt:32768:8:1$<salt>$<key>`, the salt as it stands, the key hexadecimal. */
function readScryptOfWerkzeug(hash: string): Reading {
  const [, N, r, p, salt, key] =
    /^scrypt:(\d{1,10}):(\d{1,8}):(\d{1,8})\$([^$]{1,128})\$((?:[0-9a-f]{2}){16,128})$/u.exec(hash) ?? []
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
