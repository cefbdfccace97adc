import { randomBytes, randomInt } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, and in the order of its values. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const PLACE_CHARS = 3
const RANDOM_CHARS = 13

/** Ids of one millisecond have ascending places, with gaps between them. */
const PLACES = 32 ** PLACE_CHARS
const FIRST_PLACE_MAX = PLACES / 4
const STEP_MAX = 16

/**
 * 26 characters in the manner of a ULID: 48 bits of time, then 80 of chance; of those made within one millisecond the first
 * 15 bits ascend. So later ids of one maker sort after earlier ones: what a request makes at once keeps its order.
 */
export function createSortableIds(): (now?: number) => string {
  let [time, place] = [0, 0]
  return (now = Date.now()) => {
    place = now === time ? place + randomInt(1, STEP_MAX) : randomInt(FIRST_PLACE_MAX)
    time = now
    // Thousands in one millisecond: their order is given up, not their being different.
    return inBase32(time, TIME_CHARS) + inBase32(place % PLACES, PLACE_CHARS) + random()
  }
}

function inBase32(value: number, chars: number): string {
  let text = ''
  for (let rest = value; text.length < chars; rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text
  return text
}

const random = (): string => Array.from(randomBytes(RANDOM_CHARS), (byte) => ALPHABET.charAt(byte % 32)).join('')
