import { sizeOf } from '../../../../contract/admin/schemas/paging'
import { toIso } from '../../../domain/owner/record-values'
import { ownerRead } from '../../../domain/owner/owner-read'
import { readPage } from '../../../domain/owner/read-page'
import type { AdminHandler } from '../../../ports/admin-handler'

/** What owners did in whatever way, and the service in their name, newest first. */
export const listAuditLog: AdminHandler<'listAuditLog'> = async (
  { store },
  { app, mode, actor },
  { first, limit, after },
) => {
  const page = { limit: sizeOf({ first, limit }), before: after ?? null }
  const { records, next } = await ownerRead(store, actor, ({ auditLog }) =>
    readPage(page, {
      read: (size, before) => auditLog.list(app.id, mode, size, before),
      placeOf: ({ id, at }) => ({ id, at }),
      show: ({ at, id, act, subject, detail, actor: doneBy }) => ({
        id,
        actor: doneBy,
        act,
        subject,
        detail,
        doneAt: toIso(at),
      }),
    }),
  )
  return { endCursor: next, hasNextPage: next !== null, data: records }
}
