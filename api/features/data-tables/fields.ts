import { relationFieldTypes, scalarFieldTypes, type TableRule } from '../../../contract/data-tables'
import {
  RECORD_LINKS_PER_WRITE_MAX,
  RECORD_MAX_BYTES,
  RECORD_TEXT_MAX_CHARS,
  RECORD_UNIQUE_TEXT_MAX_CHARS,
} from '../../../contract/limits'
import { readEmailAddress } from '../../../contract/email-address'
import { readIsoMoment } from '../../../contract/iso-moment'
import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type {
  AppDefinition,
  DataFieldDefinition,
  DataTableDefinition,
  RelationFieldDefinition,
  ScalarFieldDefinition,
} from '../apps/definition'
import type { MemberRow } from '../members/repository'
import type { LinkTarget, StoredValue, VisibleRecords } from './query-types'

/** A member or visitor of a page, or a server with a secret key. */
export type RecordCaller = { kind: 'page'; member: MemberRow | null } | { kind: 'admin' }

export interface RecordRequest {
  app: AppDefinition
  mode: Mode
  caller: RecordCaller
}

/** Records that a rule opens to a caller. */
type RecordScope = 'all' | 'own' | 'none'

const ID_PREFIX = 'tbl_'

const scopes = {
  PUBLIC: () => 'all',
  AUTHENTICATED: (member) => (member ? 'all' : 'none'),
  AUTHENTICATED_OWN: (member) => (member ? 'own' : 'none'),
  ADMIN_ONLY: () => 'none',
} as const satisfies Record<TableRule, (member: MemberRow | null) => RecordScope>

export const tableId = (key: string): string => ID_PREFIX + key

/** @param keyOrId either finds the table @throws ApiError `data-table-not-found` */
export function findTable({ dataTables }: Pick<AppDefinition, 'dataTables'>, keyOrId: string): DataTableDefinition {
  const table = dataTables.find(({ key }) => key === keyOrId || tableId(key) === keyOrId)
  if (!table) throw new ApiError('data-table-not-found')
  return table
}

/** Rules do not apply to secret keys. */
export const scopeOf = (rule: TableRule, caller: RecordCaller): RecordScope =>
  caller.kind === 'admin' ? 'all' : scopes[rule](caller.member)

/** @throws ApiError `access-denied` when the rule opens no records */
export function requireScope(rule: TableRule, caller: RecordCaller): void {
  if (scopeOf(rule, caller) === 'none') throw new ApiError('access-denied')
}

/** Null for visitors and secret keys. */
export const memberIdOf = (caller: RecordCaller): string | null =>
  caller.kind === 'page' ? (caller.member?.id ?? null) : null

/** Whether any rule of the table allows the caller something. */
export const isForCaller = ({ caller }: RecordRequest, table: DataTableDefinition): boolean =>
  [table.readRule, table.createRule, table.updateRule, table.deleteRule].some(
    (rule) => scopeOf(rule, caller) !== 'none',
  )

/** Null when the caller may read no record. */
export function visibleRecords(
  { app, mode, caller }: RecordRequest,
  { key, readRule }: DataTableDefinition,
): VisibleRecords | null {
  const scope = scopeOf(readRule, caller)
  if (scope === 'none') return null
  return { appId: app.id, mode, tableKey: key, ownerId: scope === 'own' ? memberIdOf(caller) : null }
}

type FieldType = ScalarFieldDefinition['type']
type Field = Pick<ScalarFieldDefinition, 'key' | 'type'>

export const isRelation = (field: DataFieldDefinition): field is RelationFieldDefinition =>
  Object.hasOwn(relationFieldTypes, field.type)

export const scalarFields = ({ fields }: DataTableDefinition): ScalarFieldDefinition[] =>
  fields.filter((field) => !isRelation(field))

export const relationFields = ({ fields }: DataTableDefinition): RelationFieldDefinition[] => fields.filter(isRelation)

/** Their target is part of the record; to-many relations can be long and are included on request only. */
export const singleReferences = (table: DataTableDefinition): RelationFieldDefinition[] =>
  relationFields(table).filter(({ type }) => !relationFieldTypes[type].many)

/** The stored form of a text; null for one that does not fit the type. */
const textFormats: Partial<Record<FieldType, (text: string) => string | null>> = {
  EMAIL: readEmailAddress,
  URL: (text) => (/^https?:\/\//iu.test(text) && parseUrl(text) !== null ? text : null),
}

const valueNames = {
  text: 'a string',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date (ISO 8601)',
} as const

/**
 * @returns the stored form; null for null and undefined
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

/** Texts are written as NFC, so that an accent typed in two characters is found by one of one character. */
const toWritten = (field: Field, value: unknown): StoredValue | null => {
  const stored = toStored(field, value)
  return typeof stored === 'string' ? stored.normalize('NFC') : stored
}

/** What a query's value is compared with: also as typed, for records of before texts were normalized. */
export function comparedForms(value: StoredValue): [StoredValue, ...StoredValue[]] {
  if (typeof value !== 'string') return [value]
  const written = value.normalize('NFC')
  return written === value ? [written] : [written, value]
}

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
    throw new ApiError('field-limit-exceeded', {
      message: `The field "${field.key}" can have at most ${max} characters.`,
    })
  // PostgreSQL stores no NUL in a text.
  if (value.includes('\u0000')) throw wrongValue(field)
  const formatOf = textFormats[field.type]
  const stored = formatOf ? formatOf(value) : value
  if (stored === null) throw wrongValue(field)
  return stored
}

function toNumber(field: Field, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType(field)
  if (field.type === 'NUMBER' && !Number.isSafeInteger(value)) throw wrongValue(field)
  return value
}

function toTime(field: Field, value: unknown): number {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrongType(field)
  // `Date` would read 04.03.2023 as 3 April.
  const time = typeof value === 'string' ? readIsoMoment(value) : new Date(value).getTime()
  if (time === null || Number.isNaN(time)) throw wrongValue(field)
  return time
}

const wrongType = ({ key, type }: Field): ApiError =>
  new ApiError('invalid-field-type', { message: `The field "${key}" must be ${valueNames[scalarFieldTypes[type]]}.` })

const wrongValue = ({ key, type }: Field): ApiError =>
  new ApiError('invalid-field-value', { message: `This value is invalid for the field "${key}" of type ${type}.` })

/** Validated against the table. */
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

/** @throws ApiError `invalid-field-value` for an unknown field, `field-limit-exceeded`, `login-required`; those of `toStored` */
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
    else changes.values[key] = toWritten(field, value)
  }
  const linked = changes.links.reduce((total, { connect, disconnect }) => total + connect.length + disconnect.length, 0)
  if (linked > RECORD_LINKS_PER_WRITE_MAX)
    throw new ApiError('field-limit-exceeded', {
      message: `One write can connect and disconnect at most ${RECORD_LINKS_PER_WRITE_MAX} records and members.`,
    })
  return changes
}

/** For fields that are not given. */
export const defaultsOf = (table: DataTableDefinition): RecordChanges['values'] =>
  Object.fromEntries(scalarFields(table).map((field) => [field.key, toWritten(field, field.defaultValue)]))

/** Without empty fields. @throws ApiError `required-field-missing` */
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

/** Values that must be unique in the table. */
export const uniquesOf = (
  table: DataTableDefinition,
  values: Readonly<Record<string, StoredValue>>,
): Record<string, string> =>
  Object.fromEntries(
    scalarFields(table)
      .filter(({ type }) => type === 'TEXT_UNIQUE')
      .flatMap(({ key }) => (typeof values[key] === 'string' ? [[key, values[key]]] : [])),
  )

/** `{connect, disconnect}` of `{id}` or `{self: true}`, one or a list; a single reference also accepts an id or null. */
function readLinks(field: RelationFieldDefinition, value: unknown, caller: RecordCaller): LinkChange {
  if (field.type === 'VIRTUAL_REFERENCE_LIST')
    throw new ApiError('invalid-field-value', { message: `The field "${field.key}" is read-only.` })
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

/** Callers of a page can connect only themselves as a member. */
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
    message: `The field "${key}" must be an object with connect or disconnect, each with ${type.startsWith('MEMBER_') ? '{ self: true }' : '{ id }'}.`,
  })
