import { findMember } from '../../../domain/admin/find-member'
import { toAdminMember } from '../../../domain/admin/to-admin-member'
import { readMemberPlans } from '../../../features/plans/connections'
import type { AdminHandler } from '../../../ports/admin-handler'

/** One member; null when there is none, which published clients take for an answer and not for an error. */
export const retrieveMember: AdminHandler<'retrieveMember'> = async ({ store }, context, { member: named }) => {
  const member = await findMember(store, context, named)
  return { data: member && toAdminMember(context.app, member, await readMemberPlans(store, member.id)) }
}
