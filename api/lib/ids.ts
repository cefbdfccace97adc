import { hash, randomBytes, randomInt } from 'node:crypto'
import { CODE_LENGTH_DIGITS } from '../../contract/limits'

/** The two halves of an app: their members and data never mix. */
export type Mode = 'test' | 'live'

/** Names an account to a rate limit, whether or not it exists: a limit must not tell the two apart. */
export function accountKey(appId: string, mode: Mode, email: string): string {
  return `${appId} ${mode} ${email}`
}

/** Everything random: IDs, tokens and codes. */
export interface Secrets {
  /** `mem_…`, `mem_sb_…` in Test Mode; sortable by creation time within a prefix. */
  memberId(mode: Mode): string
  /** An ID with the given prefix (`con_`, `mail_` …). */
  id(prefix: string): string
  /** `cmt_…`, `cmt_sb_…` in Test Mode. */
  commentId(mode: Mode): string
  /** Of a record, without a prefix; sortable by creation time. */
  recordId(): string
  /** 26 characters, for a visit. */
  visitId(): string
  /** 32 random bytes, base64url: a session token, or a ticket that is exchanged for one. */
  sessionToken(): string
  /** `whsec_` and 24 random bytes, base64: what signs webhooks. */
  webhookSecret(): string
  /** 16 random bytes, base64url: the token of a mailed link. */
  linkToken(): string
  /** 16 random bytes, hexadecimal: the name of a stored file that whoever is not told cannot guess. */
  fileId(): string
  /** A whole number from 0 to below the bound, each as likely. */
  below(bound: number): number
  /** Six random digits. */
  code(): string
  /** SHA-256, hexadecimal: what the database keeps of a token. */
  digest(secret: string): string
}

/** Everything random comes from the operating system's generator. */
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

/** Crockford's base 32: no I, L, O or U, and in the order of its values. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const PLACE_CHARS = 3
const RANDOM_CHARS = 13

/** IDs of one millisecond have ascending places, with gaps between them. */
const PLACES = 32 ** PLACE_CHARS
const FIRST_PLACE_MAX = PLACES / 4
const STEP_MAX = 16

/**
 * 26 characters in the manner of a ULID: 48 bits of time, then 80 of chance; of those made within one millisecond the first
 * 15 bits ascend. So the later ID of one maker sorts after the earlier one: what a request makes at once keeps its order.
 */
export function createSortableIds(): (now?: number) => string {
  let [time, place] = [0, 0]
  return (now = Date.now()) => {
    place = now === time ? place + randomInt(1, STEP_MAX) : randomInt(FIRST_PLACE_MAX)
    time = now
    // Thousands in one millisecond: they may lose their order and stay different.
    return inBase32(time, TIME_CHARS) + inBase32(place % PLACES, PLACE_CHARS) + random()
  }
}

function inBase32(value: number, chars: number): string {
  let text = ''
  for (let rest = value; text.length < chars; rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text
  return text
}

const random = (): string => Array.from(randomBytes(RANDOM_CHARS), (byte) => ALPHABET.charAt(byte % 32)).join('')
