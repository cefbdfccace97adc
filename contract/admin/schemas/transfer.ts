import * as v from 'valibot'
import { IMPORT_MAX_ROWS } from '../../limits'
import { id } from '../../schemas/fields'
import type { adminTransferEndpoints } from '../endpoints/transfer'
import { fileParts } from './file-parts'
import { wholeNumber } from './paging'
import type { SchemasFor } from '../../schemas/schema'

export const transferFormats = ['json', 'csv'] as const
export type TransferFormat = (typeof transferFormats)[number]

/** The treatment of a row whose email address already belongs to a member. `fail`: nothing is imported. */
export const conflictRules = ['skip', 'update', 'fail'] as const
export type ConflictRule = (typeof conflictRules)[number]

const format = v.optional(v.picklist(transferFormats, 'invalid-field-value'), 'json')
/** Query values are text. */
const flag = v.optional(v.picklist(['true', 'false'], 'invalid-field-value'), 'false')
const count = v.number()

/** A field that was refused, without its content. */
export const importRowError = v.object({
  /** The first member of the file is 1. */
  row: v.number(),
  /** Field name as in the JSON file: `email`, `plans`, `customFields.company`; `row` for the whole row. */
  field: v.string(),
  /** A code of `errors`. */
  code: v.string(),
  /** The accepted form. Absent if the code says it all. */
  message: v.optional(v.string()),
})

export const importReport = v.object({
  dryRun: v.boolean(),
  /** Rows of the file: the sum of the four below. */
  total: count,
  created: count,
  updated: count,
  skipped: count,
  failed: count,
  /** The first errors, by row. */
  errors: v.array(importRowError),
  /** Unknown columns and keys, which were ignored. Custom fields as `customFields.company`. */
  ignoredFields: v.array(v.string()),
})
export type ImportReport = v.InferOutput<typeof importReport>
export type ImportRowError = v.InferOutput<typeof importRowError>

export const adminTransferSchemas = {
  exportMembers: {
    input: v.object({
      format,
      passwordHashes: flag,
      /** Maximum number of members, oldest first. Default: all. */
      limit: v.optional(
        v.pipe(wholeNumber, v.minValue(1, 'invalid-field-value'), v.maxValue(IMPORT_MAX_ROWS, 'field-limit-exceeded')),
      ),
      /** ID of the last member of the previous part. */
      after: v.optional(id),
    }),
    output: fileParts,
  },
  importMembers: {
    input: v.object({
      format,
      dryRun: flag,
      onConflict: v.optional(v.picklist(conflictRules, 'invalid-field-value'), 'skip'),
      /** All or nothing. */
      atomic: flag,
      /** The file's content. */
      content: v.pipe(v.string('invalid-field-type'), v.nonEmpty('required-field-missing')),
    }),
    output: importReport,
  },
} satisfies SchemasFor<typeof adminTransferEndpoints>
