import { deleteAccount } from '../../../domain/accounts/delete-account'
import { recordAction } from '../../../features/audit/actions'
import { lockMember, requireMember } from '../../../domain/admin/find-member'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Deletes a member with everything of theirs, where members may not delete themselves, too. What they pay for always ends:
 * nothing may be billed that nobody can reach. The customer stays at the payment provider, with the bills of the past.
 *
 * @throws ApiError `member-not-found`, `payment-provider-unavailable`: then the member stays
 */
export const removeMember: AdminHandler<'removeMember'> = async (services, context, { member: named }) => {
  const { id } = await requireMember(services.store, context, named)
  await deleteAccount(services, id, {
    lock: (repositories) => lockMember(repositories, context, id),
    note: (repositories) => recordAction(repositories, services, context, { act: 'member.delete', subject: id }),
  })
  return { data: { id } }
}
