import * as v from 'valibot'
import type { CustomFieldValue } from '../../../contract/entities'
import { parseUrl } from '../../../contract/parse-url'
import { customFieldInput } from '../../../contract/schemas/fields'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import { isErrorCode } from '../../domain/is-error-code'

type Reader = (value: CustomFieldValue, field: CustomFieldDefinition) => CustomFieldValue | undefined

/** Each returns undefined for a value that does not fit. Empty texts never get here: they fit every field. */
const readers: Record<CustomFieldDefinition['type'], Reader> = {
  text: readText,
  textarea: readText,
  phone: readText,
  select: (value, { options }) => (typeof value === 'string' && options.includes(value) ? value : undefined),
  checkbox: (value) => checkboxValues.get(value),
  number: readNumber,
  date: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
  url: (value) => (typeof value === 'string' && isWebAddress(value) ? value : undefined),
}

/** Values that forms and scripts send for a checkbox. */
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

/**
 * Parses the custom fields that a member may write. Unknown keys and admin fields are ignored; null clears a field.
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
 * Parses the custom fields of the admin API, which may write all of them. Unknown keys are errors here, so that a server
 * notices values that would get lost.
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

function readFields(
  fields: readonly CustomFieldDefinition[],
  input: Readonly<Record<string, unknown>>,
): Record<string, CustomFieldValue> {
  const sent = fields.filter(({ key }) => Object.hasOwn(input, key))
  return Object.fromEntries(sent.map((field) => [field.key, readValue(field, checkValue(input[field.key]))]))
}

/** The message repeats only what could be a key. */
const unknownField = (key: string): ApiError =>
  new ApiError('invalid-field-value', {
    message: `This app has no custom field ${/^[\w-]{1,100}$/u.test(key) ? `"${key}"` : 'of that key'}.`,
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

function emptyValue({ type }: CustomFieldDefinition): CustomFieldValue {
  if (type === 'checkbox') return false
  return type === 'number' ? null : ''
}

function readText(value: CustomFieldValue): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function readNumber(value: CustomFieldValue): number | undefined {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const number = isNumeric ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** A calendar day as `<input type="date">` sends it; 2026-02-30 is not one. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

function isWebAddress(value: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')
}
