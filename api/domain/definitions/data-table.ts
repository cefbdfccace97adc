import * as v from 'valibot'
import { relationFieldTypes, scalarFieldTypes, tableRules } from '../../../contract/data-tables'
import type { RelationFieldType, ScalarFieldType } from '../../../contract/data-tables'
import { TABLE_FIELDS_MAX } from '../../../contract/limits'

const key = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]{0,99}$/u, 'must be letters, digits, - or _'))
const rule = v.picklist(tableRules)

const isScalar = (type: string): type is ScalarFieldType => Object.hasOwn(scalarFieldTypes, type)
const isRelation = (type: string): type is RelationFieldType => Object.hasOwn(relationFieldTypes, type)

const common = { key, name: v.string() }

const scalarField = v.object({
  ...common,
  type: v.pipe(v.string(), v.guard(isScalar, 'is no type of a field')),
  required: v.optional(v.boolean(), false),
  /** False: queries may neither compare nor sort by it. */
  filterable: v.optional(v.boolean()),
  /** What a record has that is made without it. */
  defaultValue: v.optional(v.union([v.string(), v.number(), v.boolean(), v.null()]), null),
})

const relationField = v.object({
  ...common,
  type: v.pipe(v.string(), v.guard(isRelation, 'is no type of a field')),
  /** Key of the table it leads to; for members none. */
  references: v.optional(v.string(), ''),
  /** Of VIRTUAL_REFERENCE_LIST: the key of the REFERENCE in the other table. */
  through: v.optional(v.string(), ''),
})

/** A table of records, as an owner defines it. */
export const dataTable = v.object({
  key,
  name: v.string(),
  createRule: rule,
  readRule: rule,
  updateRule: rule,
  deleteRule: rule,
  fields: v.pipe(v.array(v.union([scalarField, relationField])), v.maxLength(TABLE_FIELDS_MAX)),
})

export type ScalarFieldDefinition = v.InferOutput<typeof scalarField>
export type RelationFieldDefinition = v.InferOutput<typeof relationField>
