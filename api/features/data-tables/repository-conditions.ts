import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { SystemField } from '../../../contract/data-tables'
import type { Condition, ConditionField, RecordCount, StoredValue, TableScope } from './query-types'

type Comparison = Extract<Condition, { operator: unknown }>

/** On `data_records`, equal in both engines. Case-sensitive unless the condition says otherwise. */
export function toSql(condition: Condition): Expression<SqlBool> {
  if ('all' in condition) return joined(condition.all, sql` and `, sql<SqlBool>`1 = 1`)
  if ('any' in condition) return joined(condition.any, sql` or `, sql<SqlBool>`1 = 0`)
  if ('not' in condition) return sql<SqlBool>`not (${toSql(condition.not)})`
  if (condition.field.kind === 'system') return holds(systemColumn(condition.field.name), condition)
  if (isNothing(condition)) return sql<SqlBool>`not ${exists(condition.field)}`
  if (condition.field.kind === 'link')
    return exists(condition.field, sql`and ${targetOf(condition.field)} in (${sql.join(condition.values)})`)
  return exists(condition.field, sql`and ${holds(sql.ref(`kept.${columnOf(condition.field.type)}`), condition)}`)
}

/** A record has at most one value per field, so one subquery tests all its conditions. */
function joined(conditions: readonly Condition[], by: ReturnType<typeof sql>, none: Expression<SqlBool>) {
  if (conditions.length === 0) return none
  const { values, others } = byField(conditions)
  const looks = values.map(([first, ...more]) =>
    exists(first.field, sql`and (${sql.join([first, ...more].map(onValue), by)})`),
  )
  return sql<SqlBool>`(${sql.join([...looks, ...others.map(toSql)], by)})`
}

type ValueComparison = Comparison & { field: Extract<ConditionField, { kind: 'value' }> }

const isOnValue = (condition: Condition): condition is ValueComparison =>
  'field' in condition && condition.field.kind === 'value' && !isNothing(condition)

function byField(conditions: readonly Condition[]): {
  values: [ValueComparison, ...ValueComparison[]][]
  others: Condition[]
} {
  const values = new Map<string, [ValueComparison, ...ValueComparison[]]>()
  const others: Condition[] = []
  for (const condition of conditions) {
    if (!isOnValue(condition)) others.push(condition)
    else {
      const same = values.get(condition.field.key)
      if (same) same.push(condition)
      else values.set(condition.field.key, [condition])
    }
  }
  return { values: [...values.values()], others }
}

/** Per record, in units of `QUERY_READS_MAX`. */
export function costOf(condition: Condition): number {
  const { looks, comparisons } = countOf(condition)
  return looks + Math.floor(comparisons / 10)
}

function countOf(condition: Condition): { looks: number; comparisons: number } {
  if ('not' in condition) return countOf(condition.not)
  if ('field' in condition) return { looks: condition.field.kind === 'system' ? 0 : 1, comparisons: 1 }
  const { values, others } = byField('all' in condition ? condition.all : condition.any)
  const counted = others.map(countOf)
  const merged = values.reduce((total, same) => total + same.length, 0)
  return {
    looks: counted.reduce((total, { looks }) => total + looks, values.length),
    comparisons: counted.reduce((total, { comparisons }) => total + comparisons, merged),
  }
}

const isNothing = ({ operator, values }: Comparison): boolean => operator === 'equals' && values.length === 0

const onValue = (comparison: ValueComparison): Expression<SqlBool> =>
  holds(sql.ref(`kept.${columnOf(comparison.field.type)}`), comparison)

const systemColumns = {
  id: 'data_records.id',
  createdAt: 'data_records.created_at',
  updatedAt: 'data_records.updated_at',
  internalOrder: 'data_records.internal_order',
} as const satisfies Record<SystemField, string>

export const systemColumn = (name: SystemField): Expression<unknown> => sql.ref(systemColumns[name])

const columnOf = (type: 'text' | 'number'): 'text_value' | 'number_value' => `${type}_value`

/** Byte order in any language. SQLite has this collation; `openPostgres` creates it in PostgreSQL. */
export const bytewise = (text: Expression<unknown>): Expression<unknown> => sql`(${text} collate "binary")`

const targetOf = ({ to }: { to: 'record' | 'member' }) => sql.ref(`kept.target_${to}_id`)

/** Whether the field has a row that also meets `besides`. */
function exists(field: Exclude<ConditionField, { kind: 'system' }>, besides: Expression<unknown> = sql``) {
  const table = sql.table(field.kind === 'link' ? 'data_record_links' : 'data_record_values')
  return sql<SqlBool>`exists (select 1 from ${table} as kept where kept.record_id = data_records.id and kept.field_key = ${field.key} ${besides})`
}

const signs = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` } as const

const isSign = (operator: Comparison['operator']): operator is keyof typeof signs => operator in signs

const signOf = (operator: keyof typeof signs): ReturnType<typeof sql> => signs[operator]

function holds(
  column: Expression<unknown>,
  { operator, values, insensitive }: Pick<Comparison, 'operator' | 'values' | 'insensitive'>,
): Expression<SqlBool> {
  const [value = ''] = values
  if (isSign(operator)) {
    const compared = typeof value === 'string' ? bytewise(column) : column
    return sql<SqlBool>`${compared} ${signs[operator]} ${value}`
  }
  const folds = insensitive && values.every((one) => typeof one === 'string')
  const kept = folds ? sql`lower(${bytewise(column)})` : column
  const asked = values.map((one) => (folds ? foldCase(one) : one))
  const [text = ''] = asked
  switch (operator) {
    case 'contains':
    case 'search':
      return sql<SqlBool>`replace(${kept}, ${text}, '') <> ${kept}`
    case 'startsWith':
      return sql<SqlBool>`substr(${kept}, 1, length(${text})) = ${text}`
    case 'endsWith':
      return sql<SqlBool>`length(${kept}) >= length(${text}) and substr(${kept}, length(${kept}) - length(${text}) + 1) = ${text}`
    default:
      return asked.length === 0 ? sql<SqlBool>`${kept} is null` : sql<SqlBool>`${kept} in (${sql.join(asked)})`
  }
}

/** ASCII letters only, as both databases do. */
const foldCase = <T extends StoredValue>(value: T): T | string =>
  typeof value === 'string' ? value.replace(/[A-Z]/gu, (letter) => letter.toLowerCase()) : value

/** Indexed characters; migration 0019 has the same number. */
const INDEXED_CHARS = 200

/** Selects each matching `record_id` once by an index; may also select others. */
export type Source = RawBuilder<unknown>

type ScalarField = Exclude<ConditionField, { kind: 'link' }>

/** The indexed part of a text. */
const indexedText = (column: Expression<unknown>): RawBuilder<unknown> =>
  sql`(substr(${column}, 1, ${sql.lit(INDEXED_CHARS)}) collate "binary")`

const foldedText = (column: Expression<unknown>): RawBuilder<unknown> =>
  sql`lower(substr(${column}, 1, ${sql.lit(INDEXED_CHARS)}) collate "binary")`

/** The same part of a value. */
export const indexedStart = (text: string): string => Array.from(text).slice(0, INDEXED_CHARS).join('')

export const sortColumn = (field: ScalarField, table: string): Expression<unknown> => {
  if (field.kind === 'system') return systemColumn(field.name)
  const column = sql.ref(`${table}.${columnOf(field.type)}`)
  return field.type === 'text' ? indexedText(column) : column
}

/** One field's rows of `data_record_values`, in the form of its type's index. */
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

/** One per indexed condition that all records of the query meet. */
export function sourcesOf(count: RecordCount): Source[] {
  const conditions = 'all' in count.where ? count.where.all : [count.where]
  const sources = conditions.map((condition) => sourceOf(count, condition)).filter((source) => source !== null)
  if (count.ownerId !== null)
    sources.push(sql`select data_records.id as record_id from data_records where ${recordsOf(count, count.ownerId)}`)
  return sources
}

/** Null without a useful index. */
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

/** The index has only the start of a text, so a range includes its bound's start. Ranges are case-sensitive. */
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

/** The smallest text, by bytes, after all with this prefix; null without one. */
function afterAllThatStartWith(start: string): string | null {
  const points = Array.from(start, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === LAST_CODE_POINT) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  return String.fromCodePoint(...points, last === LAST_BEFORE_SURROGATES ? FIRST_AFTER_SURROGATES : last + 1)
}
