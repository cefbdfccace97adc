import { listInboxMessages } from '../../features/inbox'
import type { OwnerList } from './owner-list'
import { readPage } from './read-page'
import { fieldsText, toIso } from './record-values'

/** What visitors wrote: partnership inquiries and questions. */
export const inquiries: OwnerList = {
  title: 'Inquiries',
  columns: { createdAt: 'Received', kind: 'Form', email: 'From', fields: 'Message', id: 'ID' },
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => listInboxMessages(store, appId, mode, limit, before),
      placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
      show: ({ id, kind, email, fields, createdAt }) => ({
        id,
        kind,
        email,
        fields: fieldsText(fields),
        createdAt: toIso(createdAt),
      }),
    }),
}
