import { hash, randomBytes, randomInt } from 'node:crypto'
import { CODE_LENGTH_DIGITS } from '../../contract/limits'

/** Members and data of the two modes never mix. */
export type Mode = 'test' | 'live'

export interface Secrets {
  /** `mem_…`, `mem_sb_…` in Test Mode; sortable by creation time within a prefix. */
  memberId(mode: Mode): string
  id(prefix: string): string
  /** `cmt_…`, `cmt_sb_…` in Test Mode. */
  commentId(mode: Mode): string
  /** Without a prefix; sortable by creation time. */
  recordId(): string
  /** 26 characters. */
  visitId(): string
  /** 32 random bytes, base64url: a session token, or a ticket to exchange for one. */
  sessionToken(): string
  /** `whsec_` and 24 random bytes, base64: the signing key of webhooks. */
  webhookSecret(): string
  /** 16 random bytes, base64url: the token of a mailed link. */
  linkToken(): string
  /** 16 random bytes, hexadecimal: an unguessable file name. */
  fileId(): string
  /** A uniform integer from 0 to below the bound. */
  below(bound: number): number
  /** Six random digits. */
  code(): string
  /** SHA-256, hexadecimal: the database stores only this digest of a token. */
  digest(secret: string): string
}

/** All randomness comes from the operating system's generator. */
export function createSecrets(): Secrets {
  const sortableId = createSortableIds()
  return {
    memberId: (mode) => `${mode === 'test' ? 'mem_sb_' : 'mem_'}${sortableId()}`,
    id: (prefix) => `${prefix}_${sortableId()}`,
    commentId: (mode) => `${mode === 'test' ? 'cmt_sb_' : 'cmt_'}${sortableId()}`,
    recordId: () => sortableId(),
    visitId: () => sortableId(),
    sessionToken: () => randomBytes(32).toString('base64url'),
    webhookSecret: () => `whsec_${randomBytes(24).toString('base64')}`,
    linkToken: () => randomBytes(16).toString('base64url'),
    fileId: () => randomBytes(16).toString('hex'),
    below: (bound) => randomInt(bound),
    code: () =>
      randomInt(10 ** CODE_LENGTH_DIGITS)
        .toString()
        .padStart(CODE_LENGTH_DIGITS, '0'),
    digest: (secret) => hash('sha256', secret, 'hex'),
  }
}

/** Crockford base 32, in the order of its values: no I, L, O or U. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const PLACE_CHARS = 3
const RANDOM_CHARS = 13

/** IDs of one millisecond have ascending numbers, with gaps between them. */
const PLACES = 32 ** PLACE_CHARS
const FIRST_PLACE_MAX = PLACES / 4
const STEP_MAX = 16

/**
 * ULID-like, 26 characters: 48 bits of time, then 80 random bits, of which the first 15 ascend within a millisecond. IDs of one process
 * therefore sort in the order of creation.
 */
export function createSortableIds(): (now?: number) => string {
  let [time, place] = [0, 0]
  return (now = Date.now()) => {
    place = now === time ? place + randomInt(1, STEP_MAX) : randomInt(FIRST_PLACE_MAX)
    time = now
    // With thousands per millisecond, the order is lost but not the uniqueness.
    return inBase32(time, TIME_CHARS) + inBase32(place % PLACES, PLACE_CHARS) + random()
  }
}

function inBase32(value: number, chars: number): string {
  let text = ''
  for (let rest = value; text.length < chars; rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text
  return text
}

const random = (): string => Array.from(randomBytes(RANDOM_CHARS), (byte) => ALPHABET.charAt(byte % 32)).join('')
