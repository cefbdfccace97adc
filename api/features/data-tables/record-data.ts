import { relationFieldTypes } from '../../../contract/data-tables'
import { RECORD_LINKS_PER_WRITE_MAX, RECORD_MAX_BYTES } from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { DataTableDefinition, RelationFieldDefinition } from '../apps/definition'
import { memberIdOf } from './access'
import type { RecordCaller } from './access'
import { isRelation, scalarFields, toStored } from './fields'
import type { LinkTarget, StoredValue } from './query-types'

/** The changes of a write, checked against the table. */
export interface RecordChanges {
  /** By field key; null removes the value. */
  values: Record<string, StoredValue | null>
  links: LinkChange[]
}

export interface LinkChange {
  field: RelationFieldDefinition
  connect: LinkTarget[]
  disconnect: LinkTarget[]
  /** Whether all other links of the field are removed. */
  replaces: boolean
}

/**
 * Parses the data of a write.
 * @throws ApiError `invalid-field-value` for an unknown field, `field-limit-exceeded`, `login-required`, and as `toStored`
 */
export function readRecordData(
  table: DataTableDefinition,
  data: Readonly<Record<string, unknown>>,
  caller: RecordCaller,
): RecordChanges {
  if (JSON.stringify(data).length > RECORD_MAX_BYTES) throw new ApiError('field-limit-exceeded')
  const changes: RecordChanges = { values: {}, links: [] }
  for (const [key, value] of Object.entries(data)) {
    const field = table.fields.find((one) => one.key === key)
    if (!field) throw new ApiError('invalid-field-value', { message: `This data table has no field "${key}".` })
    if (isRelation(field)) changes.links.push(readLinks(field, value, caller))
    else changes.values[key] = toStored(field, value)
  }
  const linked = changes.links.reduce((total, { connect, disconnect }) => total + connect.length + disconnect.length, 0)
  if (linked > RECORD_LINKS_PER_WRITE_MAX)
    throw new ApiError('field-limit-exceeded', {
      message: `A write connects and disconnects at most ${RECORD_LINKS_PER_WRITE_MAX} records and members.`,
    })
  return changes
}

/** Values of a new record for the fields that are not given. */
export const defaultsOf = (table: DataTableDefinition): RecordChanges['values'] =>
  Object.fromEntries(scalarFields(table).map((field) => [field.key, toStored(field, field.defaultValue)]))

/** The values to store, without empty fields. @throws ApiError `required-field-missing` */
export function completeValues(
  table: DataTableDefinition,
  given: RecordChanges['values'],
): Record<string, StoredValue> {
  const values: Record<string, StoredValue> = {}
  for (const { key, required } of scalarFields(table)) {
    const value = given[key] ?? null
    if (required && (value === null || value === ''))
      throw new ApiError('required-field-missing', { message: `The field "${key}" is required.` })
    if (value !== null) values[key] = value
  }
  return values
}

/** The values that no other record of the table may have. */
export const uniquesOf = (
  table: DataTableDefinition,
  values: Readonly<Record<string, StoredValue>>,
): Record<string, string> =>
  Object.fromEntries(
    scalarFields(table)
      .filter(({ type }) => type === 'TEXT_UNIQUE')
      .flatMap(({ key }) => (typeof values[key] === 'string' ? [[key, values[key]]] : [])),
  )

/** Takes `{connect, disconnect}` of `{id}` or `{self: true}`, one or a list; a single reference also an id or null. */
function readLinks(field: RelationFieldDefinition, value: unknown, caller: RecordCaller): LinkChange {
  if (field.type === 'VIRTUAL_REFERENCE_LIST')
    throw new ApiError('invalid-field-value', { message: `The field "${field.key}" is read only.` })
  const isSingle = !relationFieldTypes[field.type].many
  if (value === null) return { field, connect: [], disconnect: [], replaces: true }
  if (typeof value === 'string' && isSingle)
    return { field, connect: [toTarget(field, { id: value }, caller)], disconnect: [], replaces: true }
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongLink(field)
  const { connect, disconnect, ...others } = Object.fromEntries<unknown>(Object.entries(value))
  if (Object.keys(others).length > 0) throw wrongLink(field)
  const change = {
    field,
    connect: toTargets(field, connect, caller),
    disconnect: toTargets(field, disconnect, caller),
    replaces: isSingle,
  }
  if (isSingle && change.connect.length > 1) throw wrongLink(field)
  return { ...change, replaces: isSingle && change.connect.length === 1 }
}

function toTargets(field: RelationFieldDefinition, given: unknown, caller: RecordCaller): LinkTarget[] {
  if (given === undefined) return []
  const all: unknown[] = Array.isArray(given) ? given : [given]
  if (all.length > RECORD_LINKS_PER_WRITE_MAX) throw new ApiError('field-limit-exceeded')
  return all.map((one) => toTarget(field, one, caller))
}

/** The caller of a page can connect no member but themselves. */
function toTarget(field: RelationFieldDefinition, given: unknown, caller: RecordCaller): LinkTarget {
  const { id, self } = Object.fromEntries<unknown>(
    typeof given === 'object' && given !== null ? Object.entries(given) : [],
  )
  if (!field.type.startsWith('MEMBER_')) {
    if (typeof id === 'string') return { kind: 'record', id }
    throw wrongLink(field)
  }
  const own = memberIdOf(caller)
  if (self === true && own !== null) return { kind: 'member', id: own }
  if (typeof id === 'string' && (caller.kind === 'admin' || id === own)) return { kind: 'member', id }
  throw self === true ? new ApiError('login-required') : wrongLink(field)
}

const wrongLink = ({ key, type }: RelationFieldDefinition): ApiError =>
  new ApiError('invalid-field-value', {
    message: `The field "${key}" takes connect and disconnect, with ${type.startsWith('MEMBER_') ? '{ self: true }' : '{ id }'}.`,
  })
