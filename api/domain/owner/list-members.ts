import type { OwnerList } from './owner-list'
import { fieldsText, toIso } from './record-values'

export const members: OwnerList = {
  title: 'Members',
  columns: { email: 'Email', isVerified: 'Verified', fields: 'Details', createdAt: 'Joined', id: 'ID' },
  async read({ store }, { appId, mode }, { limit, before }) {
    const after = /^\d{1,15}$/u.test(before ?? '') ? Number(before) : null
    const page = await store.members.listInOrder({ appId, mode, limit, after, order: 'DESC' })
    return {
      records: page.members.map(({ member: { id, email, verified, customFields, createdAt } }) => ({
        id,
        email,
        isVerified: verified,
        fields: fieldsText(customFields),
        createdAt: toIso(createdAt),
      })),
      next: page.hasMore ? String(page.members.at(-1)?.internalOrder) : null,
    }
  },
}
