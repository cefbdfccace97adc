import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'
import type { Condition, ConditionField, RecordCount, StoredValue, TableScope } from '../../../ports/data-store'
import { columnOf, foldCase, holds, isNothing, isSign, signOf, systemColumn } from './data-record-condition'
import type { Comparison } from './data-record-condition'

/** Characters of a text that the indexes hold; migration 0019 names the same number. */
const INDEXED_CHARS = 200

/** A statement that selects `record_id`, each once, by an index; more than match may come, never fewer. */
export type Source = RawBuilder<unknown>

type ScalarField = Exclude<ConditionField, { kind: 'link' }>

/** The first characters of a text, as the indexes hold them. */
export const indexedText = (column: Expression<unknown>): RawBuilder<unknown> =>
  sql`(substr(${column}, 1, ${sql.lit(INDEXED_CHARS)}) collate "binary")`

const foldedText = (column: Expression<unknown>): RawBuilder<unknown> =>
  sql`lower(substr(${column}, 1, ${sql.lit(INDEXED_CHARS)}) collate "binary")`

/** The same of a value that is asked for. */
export const indexedStart = (text: string): string => Array.from(text).slice(0, INDEXED_CHARS).join('')

/** What a field is sorted by. */
export const sortColumn = (field: ScalarField, table: string): Expression<unknown> => {
  if (field.kind === 'system') return systemColumn(field.name)
  const column = sql.ref(`${table}.${columnOf(field.type)}`)
  return field.type === 'text' ? indexedText(column) : column
}

/** The rows of `data_record_values` that hold a field of a table, and the index of its type. */
export const valuesOf = (
  { appId, mode, tableKey }: TableScope,
  { key, type }: Extract<ConditionField, { kind: 'value' }>,
): RawBuilder<unknown> =>
  sql`data_record_values.app_id = ${appId} and data_record_values.mode = ${mode}
    and data_record_values.table_key = ${tableKey} and data_record_values.field_key = ${key}
    and ${sql.ref(`data_record_values.${columnOf(type)}`)} is not null`

export const recordsOf = ({ appId, mode, tableKey }: TableScope, ownerId: string | null): RawBuilder<unknown> =>
  sql`data_records.app_id = ${appId} and data_records.mode = ${mode} and data_records.table_key = ${tableKey}${
    ownerId === null ? sql`` : sql` and data_records.member_id = ${ownerId}`
  }`

/** What can find the records of a query: each condition that all of them meet and that an index answers. */
export function sourcesOf(count: RecordCount): Source[] {
  const conditions = 'all' in count.where ? count.where.all : [count.where]
  const sources = conditions.map((condition) => sourceOf(count, condition)).filter((source) => source !== null)
  if (count.ownerId !== null)
    sources.push(sql`select data_records.id as record_id from data_records where ${recordsOf(count, count.ownerId)}`)
  return sources
}

/** Null: no index answers it. */
function sourceOf(scope: TableScope, condition: Condition): Source | null {
  if (!('field' in condition) || isNothing(condition)) return null
  const { field } = condition
  if (field.kind === 'link') return linkSource(scope, field, condition.values)
  if (field.kind === 'system') return systemSource(scope, condition)
  const asked = field.type === 'text' ? askedOfText(condition) : askedOfNumber(condition)
  return asked && sql`select record_id from data_record_values where ${valuesOf(scope, field)} and ${asked}`
}

const linkSource = (
  { tableKey }: TableScope,
  { key, to }: Extract<ConditionField, { kind: 'link' }>,
  values: readonly StoredValue[],
): Source => {
  const target = sql.ref(`target_${to}_id`)
  return sql`select distinct record_id from data_record_links
    where ${target} is not null and ${target} in (${sql.join(values)}) and field_key = ${key} and table_key = ${tableKey}`
}

function systemSource(scope: TableScope, comparison: Comparison): Source | null {
  if (comparison.field.kind !== 'system') return null
  const { operator } = comparison
  const isPoint = operator === 'equals' && !comparison.insensitive
  if (!isPoint && (!isSign(operator) || comparison.field.name === 'id')) return null
  return sql`select data_records.id as record_id from data_records
    where ${recordsOf(scope, null)} and ${holds(systemColumn(comparison.field.name), comparison)}`
}

function askedOfNumber({ operator, values }: Comparison): RawBuilder<unknown> | null {
  if (isSign(operator)) return sql`number_value ${signOf(operator)} ${values[0] ?? 0}`
  return operator === 'equals' ? sql`number_value in (${sql.join(values)})` : null
}

/** The index holds the start of a text alone: for a range, the start of the bound belongs to it. Ranges fold no capitals. */
function askedOfText({ operator, values, insensitive }: Comparison): RawBuilder<unknown> | null {
  const column = sql.ref('text_value')
  const folds = insensitive && !isSign(operator)
  const indexed = folds ? foldedText(column) : indexedText(column)
  const starts = values.map((value) => indexedStart(String(folds ? foldCase(value) : value)))
  const [start = ''] = starts
  if (operator === 'equals') return sql`${indexed} in (${sql.join(starts)})`
  if (operator === 'startsWith' && start !== '') {
    const end = afterAllThatStartWith(start)
    return end === null ? sql`${indexed} >= ${start}` : sql`${indexed} >= ${start} and ${indexed} < ${end}`
  }
  if (operator === 'lt' || operator === 'lte') return sql`${indexed} <= ${start}`
  return operator === 'gt' || operator === 'gte' ? sql`${indexed} >= ${start}` : null
}

const LAST_BEFORE_SURROGATES = 0xd7_ff
const FIRST_AFTER_SURROGATES = 0xe0_00
const LAST_CODE_POINT = 0x10_ff_ff

/** The least text, by bytes, that is greater than every text with this start; null where there is none. */
function afterAllThatStartWith(start: string): string | null {
  const points = Array.from(start, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === LAST_CODE_POINT) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  return String.fromCodePoint(...points, last === LAST_BEFORE_SURROGATES ? FIRST_AFTER_SURROGATES : last + 1)
}
