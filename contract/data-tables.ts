/** What data tables are made of, as callers and owners name it. */

/**
 * Who may do something with the records of a table:
 * - `PUBLIC`: everybody
 * - `AUTHENTICATED`: members
 * - `AUTHENTICATED_OWN`: members, with the records that they made
 * - `ADMIN_ONLY`: whoever holds a secret key
 */
export const tableRules = ['PUBLIC', 'AUTHENTICATED', 'AUTHENTICATED_OWN', 'ADMIN_ONLY'] as const
export type TableRule = (typeof tableRules)[number]

/** What a field of one value holds, by type. */
export const scalarFieldTypes = {
  TEXT: 'text',
  TEXT_FILTERABLE: 'text',
  /** No two records of a table have the same. */
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

/** Fields that lead to other records, or to members. */
export const relationFieldTypes = {
  REFERENCE: { to: 'record', many: false },
  REFERENCE_MANY: { to: 'record', many: true },
  MEMBER_REFERENCE: { to: 'member', many: false },
  MEMBER_REFERENCE_MANY: { to: 'member', many: true },
  /** The records of another table whose REFERENCE leads here; read only. */
  VIRTUAL_REFERENCE_LIST: { to: 'record', many: true },
} as const
export type RelationFieldType = keyof typeof relationFieldTypes

export type DataFieldType = ScalarFieldType | RelationFieldType

/** Of every record, whatever its table. */
export const systemFields = {
  id: 'text',
  createdAt: 'date',
  updatedAt: 'date',
  internalOrder: 'number',
} as const
export type SystemField = keyof typeof systemFields

/** What a condition may ask of a field. */
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
