import * as v from 'valibot'
import { readIsoMoment } from '../../iso-moment'
import type { adminAuditEndpoints } from '../endpoints/audit-log'
import { fileParts } from './file-parts'
import { listQuery } from './paging'
import type { SchemasFor } from '../../schemas/schema'

/** An action of an owner, or of the service on an owner's behalf. */
const auditRow = v.object({
  id: v.string(),
  /** A person's name, `owner page`, `owner command`, `admin key` with its name, or the acting part of the service. */
  actor: v.string(),
  /** ID of the person or key; null: neither. */
  actorId: v.nullable(v.string()),
  /** Null: a page, a command or the service. */
  via: v.nullable(v.picklist(['console', 'key'])),
  /** `member.update`, `tag.revoke` … */
  act: v.string(),
  /** ID of the object of the action. */
  subject: v.string(),
  detail: v.record(v.string(), v.string()),
  /** ISO 8601, UTC. */
  doneAt: v.string(),
})

const part = v.optional(
  v.pipe(
    v.string('invalid-field-type'),
    v.nonEmpty('required-field-missing'),
    v.maxLength(200, 'field-limit-exceeded'),
    v.check((text) => !text.includes('\u0000'), 'invalid-field-value'),
  ),
)
const moment = v.optional(
  v.pipe(
    v.string('invalid-field-type'),
    v.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/u, 'invalid-field-value'),
    v.transform((text) => readIsoMoment(text) ?? Number.NaN),
    v.check((time) => !Number.isNaN(time), 'invalid-field-value'),
  ),
)

/** All that is given must be equal. `to` is not included. */
const filters = {
  /** Name as in the log. */
  actor: part,
  /** ID of the person or key. */
  actorId: part,
  act: part,
  subject: part,
  from: moment,
  to: moment,
}

export const adminAuditSchemas = {
  /** CSV of the newest rows, in parts. */
  exportAuditLog: { input: v.strictObject(filters, 'unknown-parameter'), output: fileParts },
  listAuditLog: {
    input: listQuery({
      ...filters,
      /** `endCursor` of the previous page. */
      after: v.optional(
        v.pipe(v.string('invalid-field-type'), v.regex(/^\d{1,15}\..{1,100}$/u, 'invalid-field-value')),
      ),
    }),
    output: v.array(auditRow),
  },
} satisfies SchemasFor<typeof adminAuditEndpoints>
export type AuditAction = v.InferOutput<typeof auditRow>
