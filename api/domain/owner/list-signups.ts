import type { OwnerList } from './owner-list'
import { readPage } from './read-page'
import { fieldsText, toIso } from './record-values'

/** What members signed up with, where the app keeps it. */
export const signups: OwnerList = {
  title: 'Sign-ups',
  columns: { createdAt: 'Time', email: 'Email', fields: 'Details', memberId: 'Member', id: 'ID' },
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) =>
        store.signupRecords.list(appId, mode, limit, before && { createdAt: before.at, id: before.id }),
      placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
      show: ({ id, email, memberId, customFields, createdAt }) => ({
        id,
        email,
        memberId,
        fields: fieldsText(customFields),
        createdAt: toIso(createdAt),
      }),
    }),
}
