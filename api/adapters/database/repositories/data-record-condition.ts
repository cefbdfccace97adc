import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { SystemField } from '../../../../contract/data-tables'
import type { Condition, ConditionField, StoredValue } from '../../../ports/data-store'

type Comparison = Extract<Condition, { operator: unknown }>

/** A condition on rows of `data_records`, for both engines: no function of JSON, and capitals tell apart unless asked. */
export function toSql(condition: Condition): Expression<SqlBool> {
  if ('all' in condition) return joined(condition.all, sql` and `, sql<SqlBool>`1 = 1`)
  if ('any' in condition) return joined(condition.any, sql` or `, sql<SqlBool>`1 = 0`)
  if ('not' in condition) return sql<SqlBool>`not (${toSql(condition.not)})`
  return compare(condition)
}

function joined(
  conditions: readonly Condition[],
  by: ReturnType<typeof sql>,
  none: Expression<SqlBool>,
): Expression<SqlBool> {
  return conditions.length === 0 ? none : sql<SqlBool>`(${sql.join(conditions.map(toSql), by)})`
}

function compare(comparison: Comparison): Expression<SqlBool> {
  const { field, operator, values } = comparison
  if (field.kind === 'system') return holds(systemColumn(field.name), comparison)
  if (operator === 'equals' && values.length === 0) return sql<SqlBool>`not ${exists(field)}`
  if (field.kind === 'link') return exists(field, sql`and ${targetOf(field)} in (${sql.join(values)})`)
  return exists(field, sql`and ${holds(sql.ref(`kept.${columnOf(field.type)}`), comparison)}`)
}

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

function holds(column: Expression<unknown>, { operator, values, insensitive }: Comparison): Expression<SqlBool> {
  const [value = ''] = values
  if (operator in signs) {
    const compared = typeof value === 'string' ? bytewise(column) : column
    return sql<SqlBool>`${compared} ${signs[toSign(operator)]} ${value}`
  }
  const folds = insensitive && values.every((one) => typeof one === 'string')
  const kept = folds ? sql`lower(${bytewise(column)})` : column
  const asked = values.map((one) => (folds ? lower(one) : one))
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
const lower = (value: StoredValue): StoredValue =>
  typeof value === 'string' ? value.replace(/[A-Z]/gu, (letter) => letter.toLowerCase()) : value

const toSign = (operator: Comparison['operator']): keyof typeof signs =>
  operator === 'lt' || operator === 'lte' || operator === 'gt' ? operator : 'gte'
