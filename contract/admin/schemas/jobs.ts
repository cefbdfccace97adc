import * as v from 'valibot'
import { ADMIN_PAGE_MAX, JOB_MEMBERS_MAX } from '../../limits'
import { customFieldInput, id } from '../../schemas/fields'
import type { SchemasFor } from '../../schemas/schema'
import type { adminJobEndpoints } from '../endpoints/jobs'
import { fileParts } from './file-parts'
import { memberBodyFilter } from './member-filter'
import { listQuery } from './paging'

const IDS_MAX = 10_000

const memberCount = v.pipe(
  v.number('invalid-field-type'),
  v.integer('invalid-field-type'),
  v.minValue(1, 'invalid-field-value'),
  v.maxValue(JOB_MEMBERS_MAX, 'field-limit-exceeded'),
)

/** Either `ids` or `filter`, with the number of members that the person has seen. */
const selection = v.strictObject(
  {
    ids: v.optional(v.pipe(v.array(id, 'invalid-field-type'), v.maxLength(IDS_MAX, 'field-limit-exceeded'))),
    filter: v.optional(memberBodyFilter),
    count: memberCount,
  },
  'unknown-parameter',
)
export type JobSelection = v.InferOutput<typeof selection>

export const jobKinds = [
  'add-plan',
  'remove-plan',
  'set-field',
  'verify',
  'end-sessions',
  'suspend',
  'unsuspend',
  'delete',
  'export',
] as const
export type JobKind = (typeof jobKinds)[number]

const action = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('add-plan'), planId: id }),
    v.object({ kind: v.literal('remove-plan'), planId: id }),
    v.object({ kind: v.literal('set-field'), key: id, value: customFieldInput }),
    v.object({ kind: v.literal('verify') }),
    v.object({ kind: v.literal('end-sessions') }),
    v.object({ kind: v.literal('suspend') }),
    v.object({ kind: v.literal('unsuspend') }),
  ],
  'invalid-field-value',
)
export type JobAction = v.InferOutput<typeof action>

/** Times are ISO 8601, UTC. */
const job = v.object({
  id: v.string(),
  kind: v.picklist(jobKinds),
  planId: v.nullable(v.string()),
  /** Key of the custom field. */
  field: v.nullable(v.string()),
  status: v.picklist(['WAITING', 'RUNNING', 'DONE', 'CANCELED']),
  /** Name of who started it. */
  actor: v.string(),
  /** The job that this one reverses. */
  undoes: v.nullable(v.string()),
  undoneBy: v.nullable(v.string()),
  total: v.number(),
  /** Processed, failed ones included. */
  done: v.number(),
  failed: v.number(),
  createdAt: v.string(),
  startsAt: v.string(),
  finishedAt: v.nullable(v.string()),
  /** Until when `undo` reverses it; null: it does not. */
  undoUntil: v.nullable(v.string()),
  /** Whether `file` has the export. */
  hasFile: v.boolean(),
})
export type Job = v.InferOutput<typeof job>

const nothing = v.object({})

export const adminJobSchemas = {
  listJobs: {
    input: listQuery({
      after: v.optional(
        v.pipe(v.string('invalid-field-type'), v.regex(/^\d{1,15}\.\w{1,64}$/u, 'invalid-field-value')),
      ),
    }),
    output: v.array(job),
  },
  addJob: { input: v.object({ action, selection }), output: job },
  addDeleteJob: {
    input: v.object({
      selection,
      /** Typed by the person; required above ten members. */
      typedCount: v.optional(v.pipe(v.string('invalid-field-type'), v.maxLength(20, 'field-limit-exceeded'))),
    }),
    output: job,
  },
  addExportJob: { input: v.object({ selection }), output: job },
  retrieveJob: { input: nothing, output: job },
  cancelJob: { input: nothing, output: job },
  undoJob: { input: nothing, output: job },
  /** The first members of each reason. */
  listJobFailures: {
    input: nothing,
    output: v.array(
      v.object({
        /** A code of `errors`. */
        code: v.string(),
        message: v.string(),
        count: v.number(),
        memberIds: v.pipe(v.array(v.string()), v.maxLength(ADMIN_PAGE_MAX)),
      }),
    ),
  },
  /** CSV, in parts. */
  downloadJobFile: { input: nothing, output: fileParts },
} satisfies SchemasFor<typeof adminJobEndpoints>
