import { sizeOf } from '../../../../contract/admin/schemas/paging'
import type { AdminMember } from '../../../../contract/admin/schemas/members'
import { toAdminMember } from '../../../domain/admin/to-admin-member'
import { readMemberPlans } from '../../../domain/plans/member-plans'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Members page by page, in the order in which they came. `endCursor` is a number on every page, as published clients expect. */
export const listMembers: AdminHandler<'listMembers'> = async (
  { store },
  { app, mode },
  { first, limit, after, order, planId, email, includeJSON },
) => {
  const size = sizeOf({ first, limit })
  const filter = { appId: app.id, mode, planId, email }
  // One more than is answered tells whether there is another page.
  const found = await store.members.listInOrder({ ...filter, limit: size + 1, after: after ?? null, order })
  const page = found.slice(0, size)
  const data: AdminMember[] = []
  for (const { member } of page) {
    const { json, ...shown } = toAdminMember(app, member, await readMemberPlans(store, member.id))
    data.push(includeJSON === 'true' ? { ...shown, json } : shown)
  }
  return {
    totalCount: await store.members.count(filter),
    endCursor: page.at(-1)?.internalOrder ?? after ?? 0,
    hasNextPage: found.length > page.length,
    data,
  }
}
