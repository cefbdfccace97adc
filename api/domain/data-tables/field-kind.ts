import { relationFieldTypes } from '../../../contract/data-tables'
import type { DataFieldDefinition, DataTableDefinition } from '../app-definition'
import type { RelationFieldDefinition, ScalarFieldDefinition } from '../definitions/data-table'

export const isRelation = (field: DataFieldDefinition): field is RelationFieldDefinition =>
  Object.hasOwn(relationFieldTypes, field.type)

export const isScalar = (field: DataFieldDefinition): field is ScalarFieldDefinition => !isRelation(field)

export const scalarFields = ({ fields }: DataTableDefinition): ScalarFieldDefinition[] => fields.filter(isScalar)

export const relationFields = ({ fields }: DataTableDefinition): RelationFieldDefinition[] => fields.filter(isRelation)
