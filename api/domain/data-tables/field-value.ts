import * as v from 'valibot'
import { scalarFieldTypes } from '../../../contract/data-tables'
import { RECORD_TEXT_MAX_CHARS, RECORD_UNIQUE_TEXT_MAX_CHARS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import type { StoredValue } from '../../ports/data-store'
import { ApiError } from '../../lib/errors'
import type { ScalarFieldDefinition } from '../definitions/data-table'

type FieldType = ScalarFieldDefinition['type']

const email = v.pipe(v.string(), v.email())

/** What a text of a type must be besides. */
const texts: Partial<Record<FieldType, (text: string) => boolean>> = {
  EMAIL: (text) => v.is(email, text),
  URL: (text) => /^https?:\/\//iu.test(text) && parseUrl(text) !== null,
}

const words = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date (ISO 8601)',
} as const

/**
 * A value as it is stored.
 * @returns null for nothing: null, or an empty text in a field that is not a text
 * @throws ApiError `invalid-field-type`, `invalid-field-value`, `field-limit-exceeded`, naming the field
 */
export function toStored(field: Pick<ScalarFieldDefinition, 'key' | 'type'>, value: unknown): StoredValue | null {
  if (value === null || value === undefined) return null
  switch (scalarFieldTypes[field.type]) {
    case 'text':
      return toText(field, value)
    case 'number':
      return toNumber(field, value)
    case 'boolean':
      if (typeof value !== 'boolean') throw wrongType(field)
      return value ? 1 : 0
    default:
      return toDate(field, value)
  }
}

function toText(field: Pick<ScalarFieldDefinition, 'key' | 'type'>, value: unknown): string {
  if (typeof value !== 'string') throw wrongType(field)
  const max = field.type === 'TEXT_UNIQUE' ? RECORD_UNIQUE_TEXT_MAX_CHARS : RECORD_TEXT_MAX_CHARS
  if (value.length > max)
    throw new ApiError('field-limit-exceeded', { message: `The field "${field.key}" takes at most ${max} characters.` })
  // No database keeps it.
  if (value.includes('\u0000') || texts[field.type]?.(value) === false) throw wrongValue(field)
  return value
}

function toNumber(field: Pick<ScalarFieldDefinition, 'key' | 'type'>, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType(field)
  if (field.type === 'NUMBER' && !Number.isSafeInteger(value)) throw wrongValue(field)
  return value
}

function toDate(field: Pick<ScalarFieldDefinition, 'key' | 'type'>, value: unknown): number {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrongType(field)
  const time = new Date(value).getTime()
  if (Number.isNaN(time)) throw wrongValue(field)
  return time
}

const wrongType = ({ key, type }: Pick<ScalarFieldDefinition, 'key' | 'type'>): ApiError =>
  new ApiError('invalid-field-type', { message: `The field "${key}" takes ${words[scalarFieldTypes[type]]}.` })

const wrongValue = ({ key, type }: Pick<ScalarFieldDefinition, 'key' | 'type'>): ApiError =>
  new ApiError('invalid-field-value', { message: `The field "${key}" of the type ${type} does not take this value.` })

/** A stored value as callers see it. */
export function fromStored({ type }: Pick<ScalarFieldDefinition, 'type'>, value: StoredValue): unknown {
  switch (scalarFieldTypes[type]) {
    case 'boolean':
      return value === 1
    case 'date':
      return new Date(value).toISOString()
    default:
      return value
  }
}
