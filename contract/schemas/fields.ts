/** Input fields that several endpoints share. Every message is an error code: the server answers it as it stands. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors'
import {
  CUSTOM_FIELDS_PER_WRITE_MAX,
  CUSTOM_FIELD_MAX_CHARS,
  EMAIL_MAX_CHARS,
  ID_MAX_CHARS,
  INVITE_TOKEN_MAX_CHARS,
  METADATA_KEY_MAX_CHARS,
  METADATA_MAX_CHARS,
  METADATA_MAX_KEYS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from '../limits'
import { isStorable } from './is-storable'

const code = (name: ErrorCode): ErrorCode => name

/** An address in lower case, without surrounding space. */
export const email = v.pipe(
  v.string(code('invalid-field-type')),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(EMAIL_MAX_CHARS, code('invalid-email')),
  v.email(code('invalid-email')),
)

/** Of a plan, a price, a team or a member. */
export const id = v.pipe(
  v.string(code('invalid-field-type')),
  v.trim(),
  v.nonEmpty(code('required-field-missing')),
  // No database looks for it.
  v.check((value) => !value.includes('\u0000'), code('invalid-field-value')),
  v.maxLength(ID_MAX_CHARS, code('invalid-field-value')),
)

/** What an invite link carries: it joins a team. */
export const inviteToken = v.pipe(
  v.string(code('invalid-field-type')),
  v.trim(),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(INVITE_TOKEN_MAX_CHARS, code('invalid-invite-token')),
)

/** A password that is being chosen. */
export const newPassword = v.pipe(
  v.string(code('invalid-field-type')),
  v.nonEmpty(code('required-field-missing')),
  v.minLength(PASSWORD_MIN_CHARS, code('invalid-password-too-short')),
  v.maxLength(PASSWORD_MAX_CHARS, code('invalid-password')),
)

/** A password that is being checked: rules may have been looser when it was chosen. */
export const password = v.pipe(
  v.string(code('invalid-field-type')),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(PASSWORD_MAX_CHARS, code('invalid-credentials')),
)

/** The password that a logged-in member has now. */
export const currentPassword = v.pipe(
  v.string(code('invalid-field-type')),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(PASSWORD_MAX_CHARS, code('invalid-password')),
)

/** `v.record` takes an array for a record with numbers as keys; a caller who sends one has made a mistake. */
export const notAList = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  code('invalid-field-type'),
)

/** What a custom field may hold when it is sent; the field's own type narrows it further. */
export const customFieldInput = v.union(
  [
    v.pipe(v.string(), v.maxLength(CUSTOM_FIELD_MAX_CHARS, code('field-limit-exceeded'))),
    v.number(),
    v.boolean(),
    v.null(),
  ],
  code('invalid-field-type'),
)

/** Values are checked where the app's fields are known: what belongs to no field is ignored, whatever it is. */
export const customFields = v.pipe(
  notAList,
  v.check((value) => Object.keys(value).length <= CUSTOM_FIELDS_PER_WRITE_MAX, code('field-limit-exceeded')),
  v.record(v.string(), v.unknown(), code('invalid-field-type')),
)

/** Any JSON under each key: short texts, and nothing that is longer than them when it is written down. */
export const metaData = v.pipe(
  notAList,
  v.check((value) => isStorable(value), code('invalid-field-value')),
  v.check((value) => Object.keys(value).length <= METADATA_MAX_KEYS, code('field-limit-exceeded')),
  v.check(
    (value) => Object.keys(value).every((key) => key.length <= METADATA_KEY_MAX_CHARS),
    code('field-limit-exceeded'),
  ),
  v.check(
    (value) => Object.values(value).every((entry) => lengthOf(entry) <= METADATA_MAX_CHARS),
    code('field-limit-exceeded'),
  ),
)

const lengthOf = (entry: unknown): number => (typeof entry === 'string' ? entry : JSON.stringify(entry)).length

/** The member's JSON store: any object; its size is bounded by `MEMBER_JSON_MAX_BYTES` where it is written. */
export const json = v.pipe(
  notAList,
  v.check((value) => isStorable(value), code('invalid-field-value')),
)

/** Of this browser: the token that an earlier login answered, null without one. Published clients leave it out. */
export const device = v.optional(v.nullable(v.string(code('invalid-field-type'))))

/** Of the request that a mailed code belongs to, as its answer named it. Published clients leave it out. */
export const requestToken = v.optional(v.nullable(v.string(code('invalid-field-type'))))

/** The solution of the `puzzle` that `proof-of-work-required` answered: base64 of `{ challenge, solution }` in JSON. */
export const proofOfWork = v.optional(v.nullable(v.string(code('invalid-field-type'))))

export const authOptions = v.object({
  includeContentGroups: v.optional(v.boolean(code('invalid-field-type'))),
})

/** An http(s) origin that the caller names; the server still compares it with the Origin header. */
export const originDomain = v.pipe(v.string(code('invalid-field-type')), v.url(code('invalid-field-value')))

/** What published clients tell of the visit that led here: taken from them, read by nobody. */
export const unkept = v.optional(v.unknown())
