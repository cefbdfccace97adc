import { sizeOf } from '../../../../contract/admin/schemas/paging'
import { toIso } from '../../../domain/owner/record-values'
import { readPage } from '../../../domain/owner/read-page'
import type { AdminHandler } from '../../../ports/admin-handler'

/** What owners did in whatever way, and the service in their name, newest first. */
export const listAuditLog: AdminHandler<'listAuditLog'> = async ({ store }, { app, mode }, { first, limit, after }) => {
  const page = { limit: sizeOf({ first, limit }), before: after ?? null }
  const { records, next } = await readPage(page, {
    read: (size, before) => store.auditLog.list(app.id, mode, size, before),
    placeOf: ({ id, at }) => ({ id, at }),
    show: ({ id, actor, act, subject, detail, at }) => ({ id, actor, act, subject, detail, doneAt: toIso(at) }),
  })
  return { endCursor: next, hasNextPage: next !== null, data: records }
}
