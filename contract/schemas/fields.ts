/** Input fields shared by several endpoints. Every message is an error code, which the server returns unchanged. */
import * as v from 'valibot'
import { readEmailAddress } from '../email-address'
import type { ErrorCode } from '../errors'
import {
  CAMPAIGN_MAX_CHARS,
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

/** With the domain in ASCII. @param message of an invalid address */
export const emailAddress = (message: string) =>
  v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
    const address = readEmailAddress(value)
    if (address !== null) return address
    addIssue({ message })
    return NEVER
  })

/** An email address in lower case, with its domain in ASCII, without surrounding spaces. */
export const email = v.pipe(
  v.string(code('invalid-field-type')),
  v.trim(),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(EMAIL_MAX_CHARS, code('invalid-email')),
  emailAddress(code('invalid-email')),
  v.toLowerCase(),
  v.maxLength(EMAIL_MAX_CHARS, code('invalid-email')),
)

/** ID of a plan, a price, a team or a member. */
export const id = v.pipe(
  v.string(code('invalid-field-type')),
  v.trim(),
  v.nonEmpty(code('required-field-missing')),
  // No database can store it.
  v.check((value) => !value.includes('\u0000'), code('invalid-field-value')),
  v.maxLength(ID_MAX_CHARS, code('invalid-field-value')),
)

/** The token of an invite link. */
export const inviteToken = v.pipe(
  v.string(code('invalid-field-type')),
  v.trim(),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(INVITE_TOKEN_MAX_CHARS, code('invalid-invite-token')),
)

/** A new password. */
export const newPassword = v.pipe(
  v.string(code('invalid-field-type')),
  v.nonEmpty(code('required-field-missing')),
  v.minLength(PASSWORD_MIN_CHARS, code('invalid-password-too-short')),
  v.maxLength(PASSWORD_MAX_CHARS, code('invalid-password')),
)

/** A password to check: rules may have been looser when it was chosen. */
export const password = v.pipe(
  v.string(code('invalid-field-type')),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(PASSWORD_MAX_CHARS, code('invalid-credentials')),
)

/** The current password of a logged-in member. */
export const currentPassword = v.pipe(
  v.string(code('invalid-field-type')),
  v.nonEmpty(code('required-field-missing')),
  v.maxLength(PASSWORD_MAX_CHARS, code('invalid-password')),
)

/** `v.record` accepts an array as a record with numeric keys. A caller who sends one has made a mistake. */
export const notAList = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  code('invalid-field-type'),
)

/** Valid input of a custom field. The field's own type narrows it further. */
export const customFieldInput = v.union(
  [
    v.pipe(v.string(), v.maxLength(CUSTOM_FIELD_MAX_CHARS, code('field-limit-exceeded'))),
    v.number(),
    v.boolean(),
    v.null(),
  ],
  code('invalid-field-type'),
)

/** Values are validated where the app's fields are known. Unknown fields are ignored. */
export const customFields = v.pipe(
  notAList,
  v.check((value) => Object.keys(value).length <= CUSTOM_FIELDS_PER_WRITE_MAX, code('field-limit-exceeded')),
  v.record(v.string(), v.unknown(), code('invalid-field-type')),
)

/** Any JSON under each key: short texts, and nothing longer when serialized. */
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

/** The member's JSON: any object. Its size is limited by `MEMBER_JSON_MAX_BYTES` when it is written. */
export const json = v.pipe(
  notAList,
  v.check((value) => isStorable(value), code('invalid-field-value')),
)

/** This browser's token, returned by an earlier login; null without one. Published clients omit it. */
export const device = v.optional(v.nullable(v.string(code('invalid-field-type'))))

/** Token of the request that a mailed code belongs to, as its response returned it. Published clients omit it. */
export const requestToken = v.optional(v.nullable(v.string(code('invalid-field-type'))))

/** The solution of the `puzzle` of `proof-of-work-required`: base64 of `{ challenge, solution }` in JSON. */
export const proofOfWork = v.optional(v.nullable(v.string(code('invalid-field-type'))))

export const authOptions = v.object({
  includeContentGroups: v.optional(v.boolean(code('invalid-field-type'))),
})

/** An http(s) origin from the caller. The server also compares it with the Origin header. */
export const originDomain = v.pipe(v.string(code('invalid-field-type')), v.url(code('invalid-field-value')))

/** Data of clients about the visit of a sign-up. Only the campaign is read; anything unreadable is ignored. */
export const campaignOf = v.pipe(
  v.optional(v.unknown()),
  v.transform((sent) => {
    const read = v.safeParse(v.object({ utmParams: v.object({ campaign: v.pipe(v.string(), v.trim()) }) }), sent)
    const campaign = read.success ? read.output.utmParams.campaign.replaceAll('\u0000', '') : ''
    return { campaign: campaign === '' ? null : campaign.slice(0, CAMPAIGN_MAX_CHARS) }
  }),
)

/** Data of published clients about the visit: accepted and ignored. */
export const unkept = v.optional(v.unknown())
