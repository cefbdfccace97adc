import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { SystemField } from '../../../../contract/data-tables'
import type { Condition, ConditionField, StoredValue } from '../../../ports/data-store'

export type Comparison = Extract<Condition, { operator: unknown }>

/** A condition on rows of `data_records`, for both engines: no function of JSON, and capitals tell apart unless asked. */
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

/** A record has one value in a field at most, so what is asked of that value needs one look. */
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

/** What a condition costs for each record that is looked at, in units of `QUERY_READS_MAX`. */
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

export const isNothing = ({ operator, values }: Comparison): boolean => operator === 'equals' && values.length === 0

const onValue = (comparison: ValueComparison): Expression<SqlBool> =>
  holds(sql.ref(`kept.${columnOf(comparison.field.type)}`), comparison)

const systemColumns = {
  id: 'data_records.id',
  createdAt: 'data_records.created_at',
  updatedAt: 'data_records.updated_at',
  internalOrder: 'data_records.internal_order',
} as const satisfies Record<SystemField, string>

export const systemColumn = (name: SystemField): Expression<unknown> => sql.ref(systemColumns[name])

export const columnOf = (type: 'text' | 'number'): 'text_value' | 'number_value' => `${type}_value`

/** Text in the order of its bytes, which no language changes. SQLite has this collation, in PostgreSQL `openPostgres` makes it. */
export const bytewise = (text: Expression<unknown>): Expression<unknown> => sql`(${text} collate "binary")`

const targetOf = ({ to }: { to: 'record' | 'member' }) => sql.ref(`kept.target_${to}_id`)

/** Whether a record has the field at all, and what is asked of it besides. */
function exists(field: Exclude<ConditionField, { kind: 'system' }>, besides: Expression<unknown> = sql``) {
  const table = sql.table(field.kind === 'link' ? 'data_record_links' : 'data_record_values')
  return sql<SqlBool>`exists (select 1 from ${table} as kept where kept.record_id = data_records.id and kept.field_key = ${field.key} ${besides})`
}

const signs = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` } as const

export const isSign = (operator: Comparison['operator']): operator is keyof typeof signs => operator in signs

export const signOf = (operator: keyof typeof signs): ReturnType<typeof sql> => signs[operator]

/** What is asked of a column. */
export function holds(
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

/** As the databases do: the letters of ASCII alone. */
export const foldCase = <T extends StoredValue>(value: T): T | string =>
  typeof value === 'string' ? value.replace(/[A-Z]/gu, (letter) => letter.toLowerCase()) : value
