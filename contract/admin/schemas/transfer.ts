import * as v from 'valibot'
import { IMPORT_MAX_ROWS } from '../../limits'
import { id } from '../../schemas/fields'
import type { adminTransferEndpoints } from '../endpoints/transfer'
import { wholeNumber } from './paging'
import type { SchemasFor } from '../../schemas/schema'

export const transferFormats = ['json', 'csv'] as const
export type TransferFormat = (typeof transferFormats)[number]

/** What becomes of a row whose address is a member's already. `fail`: nothing of the file is imported. */
export const conflictRules = ['skip', 'update', 'fail'] as const
export type ConflictRule = (typeof conflictRules)[number]

const format = v.optional(v.picklist(transferFormats, 'invalid-field-value'), 'json')
/** In a query everything is text. */
const flag = v.optional(v.picklist(['true', 'false'], 'invalid-field-value'), 'false')
const count = v.number()

/** A row that was not imported. Never what stands in it. */
export const importRowError = v.object({
  /** The first member of the file is 1. */
  row: v.number(),
  /** As the file names it in JSON: `email`, `plans`, `customFields.company`; `row` for the whole. */
  field: v.string(),
  /** Of the list of errors. */
  code: v.string(),
})

export const importReport = v.object({
  dryRun: v.boolean(),
  /** Rows of the file. The four below add up to it. */
  total: count,
  created: count,
  updated: count,
  skipped: count,
  failed: count,
  /** The first of them, by row. */
  errors: v.array(importRowError),
  /** Columns and keys that nothing here knows; they were passed over. Those of custom fields as `customFields.company`. */
  ignoredFields: v.array(v.string()),
})
export type ImportReport = v.InferOutput<typeof importReport>
export type ImportRowError = v.InferOutput<typeof importRowError>

export const adminTransferSchemas = {
  exportMembers: {
    input: v.object({
      format,
      passwordHashes: flag,
      /** The first so many, in the order in which they came; all when nothing is said. */
      limit: v.optional(
        v.pipe(wholeNumber, v.minValue(1, 'invalid-field-value'), v.maxValue(IMPORT_MAX_ROWS, 'field-limit-exceeded')),
      ),
      /** Id of the last member of the part before. */
      after: v.optional(id),
    }),
    /** The file, in parts. */
    output: v.array(v.string()),
  },
  importMembers: {
    input: v.object({
      format,
      dryRun: flag,
      onConflict: v.optional(v.picklist(conflictRules, 'invalid-field-value'), 'skip'),
      /** All or nothing. */
      atomic: flag,
      /** The file. */
      content: v.pipe(v.string('invalid-field-type'), v.nonEmpty('required-field-missing')),
    }),
    output: importReport,
  },
} satisfies SchemasFor<typeof adminTransferEndpoints>
