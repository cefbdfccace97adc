import * as v from 'valibot'
import { relationFieldTypes, scalarFieldTypes } from '../../../contract/data-tables'
import { RECORD_TEXT_MAX_CHARS, RECORD_UNIQUE_TEXT_MAX_CHARS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../domain/api-error'
import type { DataFieldDefinition, DataTableDefinition, RelationFieldDefinition, ScalarFieldDefinition } from '../apps/definition'
import type { StoredValue } from './query-types'

type FieldType = ScalarFieldDefinition['type']
type Field = Pick<ScalarFieldDefinition, 'key' | 'type'>

export const isRelation = (field: DataFieldDefinition): field is RelationFieldDefinition =>
  Object.hasOwn(relationFieldTypes, field.type)

export const scalarFields = ({ fields }: DataTableDefinition): ScalarFieldDefinition[] =>
  fields.filter((field) => !isRelation(field))

export const relationFields = ({ fields }: DataTableDefinition): RelationFieldDefinition[] => fields.filter(isRelation)

/** The relations whose target is part of the record; those to many can be long and come only on demand. */
export const singleReferences = (table: DataTableDefinition): RelationFieldDefinition[] =>
  relationFields(table).filter(({ type }) => !relationFieldTypes[type].many)

const email = v.pipe(v.string(), v.email())

/** What a text of a type must match. */
const textFormats: Partial<Record<FieldType, (text: string) => boolean>> = {
  EMAIL: (text) => v.is(email, text),
  URL: (text) => /^https?:\/\//iu.test(text) && parseUrl(text) !== null,
}

const valueNames = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date (ISO 8601)',
} as const

/**
 * The stored form of a value that a caller sent.
 * @returns null for null and undefined
 * @throws ApiError `invalid-field-type`, `invalid-field-value`, `field-limit-exceeded`, naming the field
 */
export function toStored(field: Field, value: unknown): StoredValue | null {
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
      return toTime(field, value)
  }
}

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

function toText(field: Field, value: unknown): string {
  if (typeof value !== 'string') throw wrongType(field)
  const max = field.type === 'TEXT_UNIQUE' ? RECORD_UNIQUE_TEXT_MAX_CHARS : RECORD_TEXT_MAX_CHARS
  if (value.length > max)
    throw new ApiError('field-limit-exceeded', { message: `The field "${field.key}" takes at most ${max} characters.` })
  // PostgreSQL stores no NUL in a text.
  if (value.includes('\u0000') || textFormats[field.type]?.(value) === false) throw wrongValue(field)
  return value
}

function toNumber(field: Field, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType(field)
  if (field.type === 'NUMBER' && !Number.isSafeInteger(value)) throw wrongValue(field)
  return value
}

function toTime(field: Field, value: unknown): number {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrongType(field)
  const time = new Date(value).getTime()
  if (Number.isNaN(time)) throw wrongValue(field)
  return time
}

const wrongType = ({ key, type }: Field): ApiError =>
  new ApiError('invalid-field-type', { message: `The field "${key}" takes ${valueNames[scalarFieldTypes[type]]}.` })

const wrongValue = ({ key, type }: Field): ApiError =>
  new ApiError('invalid-field-value', { message: `The field "${key}" of the type ${type} does not take this value.` })
