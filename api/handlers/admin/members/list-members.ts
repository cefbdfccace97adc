import { sizeOf } from '../../../../contract/admin/schemas/paging'
import type { AdminMember } from '../../../../contract/admin/schemas/members'
import { toAdminMember } from '../../../domain/admin/to-admin-member'
import { memberSearch, ownerRead } from '../../../domain/owner/owner-read'
import { readPlansOfMembers } from '../../../features/plans/connections'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Members page by page, in the order in which they came, all of them or those that a filter or a search finds. `endCursor` is a
 * number on every page, as published clients expect.
 * @throws ApiError `query-limit-exceeded`, `too-many-requests`
 */
export const listMembers: AdminHandler<'listMembers'> = (
  { store },
  { app, mode, actor },
  { first, limit, after, order, planId, email, search: text, includeJSON },
) => {
  const search = text === undefined ? undefined : memberSearch(app, text)
  const filter = { appId: app.id, mode, planId, email, search }
  return ownerRead(store, actor, async (repositories) => {
    const page = { limit: sizeOf({ first, limit }), after: after ?? null, order }
    const { members, hasMore } = await repositories.members.listInOrder({ ...filter, ...page })
    const plans = await readPlansOfMembers(
      repositories,
      members.map(({ member }) => member.id),
    )
    const data = members.map(({ member }): AdminMember => {
      const { json, ...shown } = toAdminMember(app, member, plans(member.id))
      return includeJSON === 'true' ? { ...shown, json } : shown
    })
    return {
      totalCount: await repositories.members.count(filter),
      endCursor: members.at(-1)?.internalOrder ?? after ?? 0,
      hasNextPage: hasMore,
      data,
    }
  })
}
