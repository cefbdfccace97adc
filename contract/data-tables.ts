/** The vocabulary of data tables, for callers and owners. */

/**
 * People who can use the records of a table:
 * - `PUBLIC`: everyone
 * - `AUTHENTICATED`: members
 * - `AUTHENTICATED_OWN`: members, with their own records
 * - `ADMIN_ONLY`: callers with a secret key
 */
export const tableRules = ['PUBLIC', 'AUTHENTICATED', 'AUTHENTICATED_OWN', 'ADMIN_ONLY'] as const
export type TableRule = (typeof tableRules)[number]

/** Value type of each single-value field type. */
export const scalarFieldTypes = {
  TEXT: 'text',
  TEXT_FILTERABLE: 'text',
  /** Unique in its table. */
  TEXT_UNIQUE: 'text',
  EMAIL: 'text',
  URL: 'text',
  /** Whole. */
  NUMBER: 'number',
  DECIMAL: 'number',
  BOOLEAN: 'boolean',
  /** ISO 8601. */
  DATE: 'date',
} as const
export type ScalarFieldType = keyof typeof scalarFieldTypes

/** Fields that reference other records or members. */
export const relationFieldTypes = {
  REFERENCE: { to: 'record', many: false },
  REFERENCE_MANY: { to: 'record', many: true },
  MEMBER_REFERENCE: { to: 'member', many: false },
  MEMBER_REFERENCE_MANY: { to: 'member', many: true },
  /** The records of another table whose REFERENCE points here; read only. */
  VIRTUAL_REFERENCE_LIST: { to: 'record', many: true },
} as const
export type RelationFieldType = keyof typeof relationFieldTypes

export type DataFieldType = ScalarFieldType | RelationFieldType

/** Fields of every record. */
export const systemFields = {
  id: 'text',
  createdAt: 'date',
  updatedAt: 'date',
  internalOrder: 'number',
} as const
export type SystemField = keyof typeof systemFields

/** Operators of a condition. */
export const queryOperators = [
  'equals',
  'not',
  'in',
  'notIn',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'startsWith',
  'endsWith',
  'search',
] as const
export type QueryOperator = (typeof queryOperators)[number]
