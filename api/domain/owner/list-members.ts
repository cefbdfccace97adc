import type { OwnerList } from './owner-list'
import { readPage } from './read-page'
import { fieldsText, toIso } from './record-values'

export const members: OwnerList = {
  title: 'Members',
  columns: { email: 'Email', isVerified: 'Verified', fields: 'Details', createdAt: 'Joined', id: 'ID' },
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => store.members.list(appId, mode, limit, before),
      placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
      show: ({ id, email, verified, customFields, createdAt }) => ({
        id,
        email,
        isVerified: verified,
        fields: fieldsText(customFields),
        createdAt: toIso(createdAt),
      }),
    }),
}
