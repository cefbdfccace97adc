import { changeAsAdmin } from '../../../domain/admin/change-as-admin'
import { toAdminMember } from '../../../domain/admin/to-admin-member'
import { removeImage } from '../../../domain/files/remove-image'
import { readMemberPlans } from '../../../features/plans/connections'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Changes what is named. Custom fields and metadata are merged into the member's, JSON takes the place of theirs. Another
 * address counts as unverified unless the call says otherwise; another password ends every session. Nobody is mailed.
 *
 * @throws ApiError as `changeAsAdmin` does; then nothing has changed
 */
export const changeMember: AdminHandler<'changeMember'> = async (services, context, { member: named, ...input }) => {
  const { member, leftImage } = await changeAsAdmin(services, context, named, input)
  await removeImage(services, leftImage)
  return { data: toAdminMember(context.app, member, await readMemberPlans(services.store, member.id)) }
}
