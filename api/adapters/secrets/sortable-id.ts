import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, and in the order of its values. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const RANDOM_CHARS = 16

/** 26 characters in the manner of a ULID: 48 bits of time, then 80 random bits. Later ids sort after earlier ones. */
export function createSortableId(now: number = Date.now()): string {
  let time = ''
  for (let rest = now, place = 0; place < TIME_CHARS; place += 1, rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time
  }
  const random = Array.from(randomBytes(RANDOM_CHARS), (byte) => ALPHABET.charAt(byte % 32)).join('')
  return time + random
}
