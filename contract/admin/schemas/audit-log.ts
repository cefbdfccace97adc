import * as v from 'valibot'
import type { adminAuditEndpoints } from '../endpoints/audit-log'
import { listQuery } from './paging'
import type { SchemasFor } from '../../schemas/schema'

/** One act of an owner, or of the service in an owner's name. */
const auditRow = v.object({
  id: v.string(),
  /** `owner page`, `owner command`, `admin key` and its name, or the part of the service that acted. */
  actor: v.string(),
  /** `member.update`, `tag.revoke` … */
  act: v.string(),
  /** Id of what it was done to. */
  subject: v.string(),
  detail: v.record(v.string(), v.string()),
  /** ISO 8601, UTC. */
  doneAt: v.string(),
})

export const adminAuditSchemas = {
  listAuditLog: {
    input: listQuery({
      /** `endCursor` of the page before. */
      after: v.optional(
        v.pipe(v.string('invalid-field-type'), v.regex(/^\d{1,15}\..{1,100}$/u, 'invalid-field-value')),
      ),
    }),
    output: v.array(auditRow),
  },
} satisfies SchemasFor<typeof adminAuditEndpoints>
export type AuditAct = v.InferOutput<typeof auditRow>
