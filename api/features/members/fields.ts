import * as v from 'valibot'
import type { CustomFieldValue } from '../../../contract/entities'
import { parseUrl } from '../../../contract/parse-url'
import { customFieldInput } from '../../../contract/schemas/fields'
import { ApiError, isErrorCode } from '../../lib/errors'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import type { MemberRow } from './repository'

/**
 * Fields that a member may write. Unknown keys and admin fields are ignored; null clears a field.
 * @throws ApiError `invalid-field-type`, `field-limit-exceeded`, `invalid-field-value`
 */
export function readCustomFields(
  app: AppDefinition,
  input: Readonly<Record<string, unknown>>,
): Record<string, CustomFieldValue> {
  return readFields(
    app.customFields.filter(({ restrictToAdmin }) => !restrictToAdmin),
    input,
  )
}

/**
 * For the admin API, which may write all fields. Unknown keys are errors, so that a server notices lost values.
 * @throws ApiError as `readCustomFields`, and `invalid-field-value` with the unknown key
 */
export function readAdminCustomFields(
  { customFields }: Pick<AppDefinition, 'customFields'>,
  input: Readonly<Record<string, unknown>>,
): Record<string, CustomFieldValue> {
  const unknown = Object.keys(input).find((key) => !customFields.some((field) => field.key === key))
  if (unknown !== undefined) throw unknownField(unknown)
  return readFields(customFields, input)
}

export interface ShownMember {
  id: string
  /** Public fields; a logged-in viewer also gets the members' fields. */
  customFields: Record<string, CustomFieldValue>
  profileImage: string | null
}

/** @param viewer null: a visitor */
export function toShownMember(
  { customFields }: Pick<AppDefinition, 'customFields'>,
  member: Pick<MemberRow, 'id' | 'customFields' | 'profileImage'>,
  viewer: Pick<MemberRow, 'id'> | null,
): ShownMember {
  const shown = customFields.filter(
    ({ visibility, restrictToAdmin }) =>
      !restrictToAdmin && (visibility === 'PUBLIC' || (visibility === 'MEMBERS' && viewer !== null)),
  )
  return {
    id: member.id,
    customFields: Object.fromEntries(shown.map(({ key }) => [key, member.customFields[key] ?? null])),
    profileImage: member.profileImage,
  }
}

export function withoutAdminFields<T>(app: AppDefinition, values: Record<string, T>): Record<string, T> {
  // Most apps have none, and this is most of the cost of reading a session.
  const restricted = app.customFields.filter((field) => field.restrictToAdmin)
  if (restricted.length === 0) return values
  const keys = new Set(restricted.map(({ key }) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)))
}

function readFields(
  fields: readonly CustomFieldDefinition[],
  input: Readonly<Record<string, unknown>>,
): Record<string, CustomFieldValue> {
  const sent = fields.filter(({ key }) => Object.hasOwn(input, key))
  return Object.fromEntries(sent.map((field) => [field.key, readValue(field, checkValue(input[field.key]))]))
}

/** Repeats only what could be a key. */
const unknownField = (key: string): ApiError =>
  new ApiError('invalid-field-value', {
    message: `This app has no custom field ${/^[\w-]{1,100}$/u.test(key) ? `"${key}"` : 'with this key'}.`,
  })

function checkValue(sent: unknown): CustomFieldValue {
  const result = v.safeParse(customFieldInput, sent, { abortEarly: true })
  if (result.success) return result.output
  const { message } = result.issues[0]
  throw new ApiError(isErrorCode(message) ? message : 'invalid-field-type')
}

function readValue(field: CustomFieldDefinition, value: CustomFieldValue): CustomFieldValue {
  if (value === null) return null
  if (value === '') return emptyValue(field)
  const read = readers[field.type](value, field)
  if (read === undefined) throw new ApiError('invalid-field-value')
  return read
}

type Reader = (value: CustomFieldValue, field: CustomFieldDefinition) => CustomFieldValue | undefined

/** Undefined for a value that does not fit. Empty texts fit every field and never get here. */
const readers: Record<CustomFieldDefinition['type'], Reader> = {
  text: readText,
  textarea: readText,
  phone: readText,
  select: (value, { options }) => options.find((one) => typeof value === 'string' && isSameText(one, value)),
  checkbox: (value) => checkboxValues.get(value),
  number: readNumber,
  date: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
  url: (value) => (typeof value === 'string' && isWebUrl(value) ? value : undefined),
}

/** Sent by forms and scripts for a checkbox. */
const checkboxValues = new Map<CustomFieldValue, boolean>([
  [true, true],
  ['true', true],
  ['on', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['off', false],
  ['0', false],
  [0, false],
])

function emptyValue({ type }: CustomFieldDefinition): CustomFieldValue {
  if (type === 'checkbox') return false
  return type === 'number' ? null : ''
}

function readText(value: CustomFieldValue): string | undefined {
  return typeof value === 'string' ? value.normalize('NFC') : undefined
}

const isSameText = (one: string, other: string): boolean => one.normalize('NFC') === other.normalize('NFC')

function readNumber(value: CustomFieldValue): number | undefined {
  if (typeof value === 'boolean' || value === null) return undefined
  if (typeof value === 'string' && !DECIMAL.test(value.trim())) return undefined
  const number = Number(value)
  if (typeof value === 'string' && changesDigits(value.trim(), number)) return undefined
  return Number.isFinite(number) ? number : undefined
}

/** A long whole number would be stored with other digits. */
const changesDigits = (text: string, number: number): boolean =>
  !Number.isSafeInteger(number) && /^[+-]?\d+$/u.test(text) && text.replace(/^\+/u, '') !== String(number)

/** As `<input type="number">` sends it. `Number` also reads 0x10 and 0b1. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

/** As sent by `<input type="date">`; 2026-02-30 is invalid. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

function isWebUrl(value: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')
}

/** Owners name moderators by email, so only a verified email counts. */
export const isModerator = (
  { comments }: Pick<AppDefinition, 'comments'>,
  { email, verified }: Pick<MemberRow, 'email' | 'verified'>,
): boolean => verified && comments?.moderators.includes(email) === true
