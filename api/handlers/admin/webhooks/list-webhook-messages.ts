import { sizeOf } from '../../../../contract/admin/schemas/paging'
import { ownerRead } from '../../../domain/owner/owner-read'
import { readPage } from '../../../domain/owner/read-page'
import { toWebhookMessage } from '../../../domain/webhooks/to-webhook-message'
import type { AdminHandler } from '../../../ports/admin-handler'

/** What was sent and what waits, newest first, without the bodies. */
export const listWebhookMessages: AdminHandler<'listWebhookMessages'> = async (
  { store },
  { app, mode, actor },
  { first, limit, after },
) => {
  const page = { limit: sizeOf({ first, limit }), before: after ?? null }
  const { records, next } = await ownerRead(store, actor, ({ webhooks }) =>
    readPage(page, {
      read: (size, before) => webhooks.listMessages(app.id, mode, size, before),
      placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
      show: (message) => toWebhookMessage(webhooks, message),
    }),
  )
  return { endCursor: next, hasNextPage: next !== null, data: records }
}
